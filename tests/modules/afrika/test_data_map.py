"""The map: every hex the rulebook names, the coast road, ports, forts, escarpments, countries and zones."""

import re
from collections import deque

import pytest

from engine.definition.module import ModuleDef
from engine.geometry import CompiledBoard
from tests.modules.afrika.expected_data import FOLDER, read

NAMED = sorted(
    set(re.findall(r"\b[AB]\d+\.\d\d\b", (FOLDER / "setups.txt").read_text(encoding="utf-8")))
    | {"A36.22", "A36.23", "A35.23", "A35.24", "A44.21", "A61.19", "B12.15"}
)
CLOSED = {"sea", "sand_sea", "depression"}


@pytest.mark.parametrize("name", NAMED)
def test_every_hex_of_the_rulebook_is_open_land(board: CompiledBoard, name: str) -> None:
    assert name in board.index
    assert board.terrain[board.index[name]] not in CLOSED


def test_two_sheets_make_one_map(board: CompiledBoard) -> None:
    assert len(board) == 96 * 31
    assert (board.ids[0], board.ids[-1]) == ("A1.30", "B34.00")
    around = {board.ids[j] for j in board.neighbors[board.index["A62.10"]] if j >= 0}
    assert around == {"A62.11", "A62.09", "A61.10", "A61.11", "B1.10", "B1.11"}
    assert board.distance(board.index["A61.19"], board.index["B19.19"]) == 20


def test_even_columns_lie_half_a_hex_north(board: CompiledBoard) -> None:
    odd, even = board.hexes(["A1.08", "A2.08"])
    assert board.center(even)[1] == pytest.approx(board.center(odd)[1] - 0.5)


@pytest.mark.parametrize(
    ("name", "place"),
    [
        ("A7.23", "Benghazi"),
        ("A26.28", "Derna"),
        ("A36.23", "Tobruk"),
        ("A44.21", "Bardia"),
        ("A45.20", "Sollum"),
        ("A51.20", "Sidi Barrani"),
        ("A61.19", "Mersa Matruh"),
        ("B12.15", "El Alamein"),
        ("B19.19", "Alexandria"),
        ("B30.10", "Cairo"),
        ("A33.20", "Bir Hacheim"),
        ("A1.08", "El Agheila"),
    ],
)
def test_places_stand_where_the_set_ups_have_them(board: CompiledBoard, name: str, place: str) -> None:
    assert board.place_name(board.index[name]) == place


def test_ports_cities_and_oases(board: CompiledBoard, module: ModuleDef) -> None:
    tagged = {tag: {board.ids[i] for i in board.tagged(tag)} for tag in ("port", "minor-city", "major-city")}
    assert tagged["port"] == {"A7.23", "A26.28", "A36.23", "A44.21", "A61.19", "B19.19"}
    assert tagged["minor-city"] == {"A7.23", "A26.28", "A36.23", "A44.21", "A45.20", "A61.19"}
    assert tagged["major-city"] == {"B19.19", "B29.10", "B30.10", "B31.11"}
    oases = {board.place_name(i) for i in board.tagged("oasis-supply")}
    assert oases == {"Siwa", "Giarabub", "Jalo"}
    rows = module.chart("ports").rows
    assert rows is not None
    assert {*rows.labels} == tagged["port"] | {"tripoli"}


def test_every_port_touches_the_sea(board: CompiledBoard) -> None:
    for i in board.tagged("port"):
        assert any(j >= 0 and board.terrain[j] == "sea" for j in board.neighbors[i]), board.ids[i]


def road_walk(board: CompiledBoard, start: str, kinds: set[str]) -> dict[int, int]:
    steps = {board.index[start]: 0}
    queue = deque(steps)
    while queue:
        i = queue.popleft()
        for j in board.neighbors[i]:
            if j >= 0 and j not in steps and board.links(i, j) & kinds:
                steps[j] = steps[i] + 1
                queue.append(j)
    return steps


def test_the_coast_road_runs_from_the_west_edge_to_cairo(board: CompiledBoard) -> None:
    steps = road_walk(board, "A1.08", {"road"})
    for name in (
        "A7.23",
        "A26.28",
        "A36.23",
        "A44.21",
        "A45.20",
        "A51.20",
        "A61.19",
        "B12.15",
        "B19.19",
        "B30.10",
    ):
        assert board.index[name] in steps
    assert steps[board.index["B19.19"]] == 101


def test_routes_keep_to_open_land(board: CompiledBoard) -> None:
    for route in board.routes:
        for i in route.path:
            assert board.terrain[i] != "sea", f"{route.name} at {board.ids[i]}"
            if route.kind != "railway":
                assert board.terrain[i] not in CLOSED, f"{route.name} at {board.ids[i]}"


def test_escarpments_have_an_upper_side_on_the_hexside_itself(board: CompiledBoard) -> None:
    slopes = [(pair, side) for pair, side in board.sides.items() if "escarpment" in side.kinds]
    assert len(slopes) > 150
    for pair, side in slopes:
        assert side.high in pair
        assert not {board.terrain[i] for i in pair} & {"sea"}


def test_sollum_lies_below_the_escarpment(board: CompiledBoard) -> None:
    sollum = board.index["A45.20"]
    uphill = [j for j in board.neighbors[sollum] if j >= 0 and board.high(sollum, j) == j]
    assert uphill, "Halfaya climbs from Sollum"
    assert not [j for j in board.neighbors[sollum] if j >= 0 and board.high(sollum, j) == sollum]


def test_forts_look_outward_from_tobruk_and_bardia(board: CompiledBoard) -> None:
    walls = {pair: side for pair, side in board.sides.items() if "fortification" in side.kinds}
    inside = {board.ids[i] for side in walls.values() for i in side.protects}
    assert inside == {"A36.23", "A36.22", "A35.23", "A35.24", "A44.21"}
    fortress = board.zones["tobruk-fortress"]
    assert {board.ids[i] for i in fortress} == inside - {"A44.21"}
    for i in (*fortress, board.index["A44.21"]):
        for j in board.neighbors[i]:
            is_front = j not in fortress and board.terrain[j] != "sea"
            assert ("fortification" in board.hexside(i, j)) == is_front


def test_countries_share_the_land_along_one_border(board: CompiledBoard) -> None:
    libya, egypt = board.zones["libya"], board.zones["egypt"]
    land = {i for i, terrain in enumerate(board.terrain) if terrain != "sea"}
    assert libya | egypt == land
    assert not libya & egypt
    for name in ("A44.21", "A44.18", "A44.19", "A44.20", "A43.18", "A43.19", "A40.05", "A43.14"):
        assert board.index[name] in libya, name
    for name in ("A45.20", "A46.17", "A47.19", "A48.02", "A61.19", "B19.19"):
        assert board.index[name] in egypt, name
    for row in range(31):
        found = [i for i in sorted(land) if board.row[i] == row]
        countries = [i in egypt for i in sorted(found, key=lambda i: board.column[i])]
        assert countries == sorted(countries), f"row {row} changes country more than once"


def test_zones_of_the_rules(board: CompiledBoard) -> None:
    names = {zone: {board.ids[i] for i in hexes} for zone, hexes in board.zones.items()}
    assert names["cairo"] == {"B29.10", "B30.10", "B31.11"}
    assert names["alexandria"] == {"B19.19"}
    assert names["restriction-release"] == {"A61.19", "B19.19"} | names["cairo"]
    assert all(name.startswith("A1.") for name in names["west-edge"])
    assert "A1.08" in names["west-edge"]
    assert all(name.startswith("B34.") for name in names["east-edge"])
    east = names["egypt-east-of-a51"]
    assert {"A51.20", "A51.17", "B19.19", "A60.17"} <= east
    assert not {"A50.18", "A47.19"} & east
    beyond = names["east-of-mussolini-line"]
    assert {"A48.19", "A48.00"} <= beyond
    assert not {name for name in beyond if name.startswith(("A47.", "A46."))}


def test_free_placements_have_a_default_for_every_piece(module: ModuleDef) -> None:
    free = [
        placement
        for scenario in module.scenarios
        for setup in scenario.sides.values()
        for placement in setup.placements
        if placement.is_free()
    ]
    assert len(free) == 3
    for placement in free:
        assert set(placement.defaults) == set(placement.pieces)
        assert bool(placement.supply_default) == bool(placement.supply)
        assert placement.split


def test_no_set_up_overstacks(module: ModuleDef) -> None:
    for scenario in module.scenarios:
        count: dict[str, int] = {}
        for setup in scenario.sides.values():
            for placement in setup.placements:
                for name in placement.pieces:
                    place = placement.defaults.get(name) or placement.at or ""
                    if module.piece(name).kind == "unit" and place[0].isupper():
                        count[place] = count.get(place, 0) + 1
        assert max(count.values()) <= 4, scenario.id


def test_boxes_stand_outside_fortifications(module: ModuleDef, board: CompiledBoard) -> None:
    protected = {board.ids[i] for side in board.sides.values() for i in side.protects}
    for lists in read("setups.txt").values():
        for place, items in lists.items():
            assert "Box" not in items or place not in protected


def test_control_at_the_start(module: ModuleDef) -> None:
    axis = {
        scenario.number: {place for place, side in scenario.control.items() if side == "axis"}
        for scenario in module.scenarios
    }
    assert axis == {
        "8.3": {"A7.23", "A26.28", "A36.23", "A44.21"},
        "8.4": {"A7.23", "A26.28", "A36.23", "A44.21"},
        "8.5": set(),
        "8.6": {"A7.23", "A26.28", "A44.21"},
        "8.7": {"A7.23", "A26.28"},
    }
    for scenario in module.scenarios:
        assert {"A61.19", "B19.19", "B30.10", "B12.15"} <= set(scenario.control)
