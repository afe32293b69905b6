from typing import Self

from typing_extensions import Buffer, disjoint_base

from surefoot_core.count import Counter

@disjoint_base
class Sampler:
    def __new__(cls, counter: Counter) -> Self: ...
    @property
    def counter(self) -> Counter: ...
    def draw(self, out: Buffer, seed: int, stream: int = 0) -> None: ...
