from collections.abc import Iterable
from typing import Self

from typing_extensions import disjoint_base

from surefoot_core.knowledge import Knowledge

@disjoint_base
class Certifier:
    def __new__(cls, knowledge: Knowledge) -> Self: ...
    @property
    def knowledge(self) -> Knowledge: ...
    @property
    def nodes(self) -> int: ...
    def certify(
        self,
        claims: Iterable[tuple[int, bool]],
        *,
        smallest: bool = True,
        total: bool = True,
        exact: bool = False,
        some: bool = False,
    ) -> list[tuple[bytes | None, bool]]: ...
    def rules(self, since: int = 0) -> list[bytes | None]: ...
    def conflict(self, *, total: bool = True) -> tuple[bytes | None, bool]: ...
    def conflict_rows(self) -> tuple[list[int], bool]: ...
    def layout(self, cell: int, mine: bool) -> list[int] | None: ...
