from typing import Self

from typing_extensions import disjoint_base

from surefoot_core.count import Counter

@disjoint_base
class Chooser:
    def __new__(cls, counter: Counter) -> Self: ...
    @property
    def counter(self) -> Counter: ...
    def guess(self, strategy: int) -> tuple[int, float, float | None]: ...
