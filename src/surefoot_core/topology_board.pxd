# A playable board of any neighbourhood, with up to `slots` mines in a cell. The usual rectangle has a faster board of
# its own; this one knows which cells are neighbours from the topology's table alone.

from libc.stdint cimport int32_t, uint8_t, uint64_t

from surefoot_core.topology cimport Topology, topology_t

ctypedef struct field_t:
    const topology_t *topology
    int32_t slots              # the most mines that a cell can hold
    int32_t mines
    int32_t mined              # cells that hold a mine, once placed
    int32_t first              # the first reveal, or -1
    int32_t exploded           # the cell that lost the game, or -1
    int32_t flags              # mines that flags claim
    int32_t revealed
    int32_t move_start         # what the last move revealed: order[move_start] .. order[revealed - 1]
    int state                  # as in moves.pxd: PLAYING, WON or LOST
    int rule                   # as in placement.pxd: what the first reveal is promised
    bint given                 # the mines were given, not drawn
    bint placed
    uint64_t seed
    uint8_t *taken             # [cells] a bit for each slot that holds a mine
    uint8_t *clue              # [cells] mines around the cell
    uint8_t *flag              # [cells] mines that the flag claims, 0 where there is none
    uint8_t *shown             # [cells] 1 where revealed
    int32_t *order             # [revealed] the revealed cells, first come first


cdef class TopologyBoard:
    cdef field_t c
    cdef readonly Topology topology
