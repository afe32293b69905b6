"""The topologies of a grid, each with the slow neighbours of the oracle."""

import oracles
from surefoot_core.topology import Topology

TOPOLOGIES = {
    "rectangle": (Topology.rectangle, oracles.rectangle),
    "torus": (Topology.torus, oracles.torus),
    "hex": (Topology.hexagonal, oracles.hexagons),
}
"""By name: the two functions of rows and columns."""
