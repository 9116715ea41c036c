"""Families of schedules, as ListFamilies describes them."""

import dataclasses
from collections.abc import Iterator, Mapping

from widthlab._errors import NotFoundError
from widthlab._html import details, table
from widthlab._proto.widthlab.schedule.v1 import schedule_service_pb2
from widthlab._suggest import did_you_mean


@dataclasses.dataclass(frozen=True)
class Option:
    """One option of a family; `default` is empty where it has none."""

    name: str
    type: str
    default: str
    allowed: str
    unit: str


@dataclasses.dataclass(frozen=True)
class Family:
    name: str
    summary: str
    source: str
    options: list[Option]

    def __str__(self) -> str:
        return f"{self.name}: {self.summary}"


class Families(Mapping[str, Family]):
    """By name."""

    def __init__(self, message: schedule_service_pb2.ListFamiliesResponse) -> None:
        self._families = {
            family.name: Family(
                family.name,
                family.summary,
                family.source,
                [Option(f.name, f.type, f.default, f.allowed, f.unit) for f in family.fields],
            )
            for family in message.families
        }

    def __getitem__(self, name: str) -> Family:
        if name in self._families:
            return self._families[name]
        hint = did_you_mean(str(name), self._families)
        raise NotFoundError(f"there is no family '{name}'{hint}", reason="FAMILY_NOT_FOUND")

    def __contains__(self, name: object) -> bool:
        return name in self._families

    def __iter__(self) -> Iterator[str]:
        return iter(self._families)

    def __len__(self) -> int:
        return len(self._families)

    def __repr__(self) -> str:
        return "\n".join(map(str, self.values()))

    def _repr_html_(self) -> str:
        rows = [[family.name, family.summary, family.source] for family in self.values()]
        page = table(["family", "summary", "source"], rows)
        for family in self.values():
            lines = [f"{o.name} = {o.default or '-'}  {o.allowed} {o.unit}" for o in family.options]
            page += details(f"options of {family.name}", "\n".join(lines)) if lines else ""
        return page
