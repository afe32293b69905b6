from typing import Self

from typing_extensions import disjoint_base

from surefoot_core.count import Counter

@disjoint_base
class Lookahead:
    def __new__(cls, counter: Counter) -> Self: ...
    @property
    def counter(self) -> Counter: ...
    def shown(self, cell: int) -> list[tuple[int, float, float, int]] | None: ...
