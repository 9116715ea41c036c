"""Addresses, retries and suggestions."""

import pytest
import widthlab
from widthlab._address import Addresses
from widthlab._retry import Retry
from widthlab._suggest import did_you_mean, edit_distance, nearest


@pytest.mark.parametrize(
    "address",
    ["", "localhost", "localhost:", ":7070", "localhost:0", "localhost:65536", "localhost:+70",
     "http://localhost:7070", "::1:7070", "a b/c:7070", None, 7070],
)  # fmt: skip
def test_an_address_that_is_none_is_refused_before_anything_is_tried(address):
    with pytest.raises(widthlab.InvalidArgumentError) as caught:
        widthlab.connect(address)
    assert caught.value.field == "server"


def test_an_area_may_have_an_address_of_its_own():
    addresses = Addresses("front:7070", geometry="[::1]:7072")
    assert addresses.of("geometry") == "[::1]:7072"
    for area in ("capture", "job", "artifact"):
        assert addresses.of(area) == "front:7070"
    with pytest.raises(widthlab.InvalidArgumentError) as caught:
        Addresses("front:7070", geometry="7072")
    assert caught.value.field == "geometry"


def test_delays_double_up_to_the_longest_and_vary_by_half():
    retry = Retry(initial_seconds=0.1, most_seconds=5)
    for attempt, full in [(1, 0.1), (2, 0.2), (3, 0.4), (7, 5), (10_000, 5)]:
        assert 0.5 * full <= retry.delay_after(attempt) <= full


def test_distances_count_swaps_once():
    assert edit_distance("", "abc") == 3
    assert edit_distance("quantum", "quantum") == 0
    assert edit_distance("qauntum", "quantum") == 1
    assert edit_distance("kitten", "sitting") == 3


def test_the_nearest_word_is_within_a_third_or_begins_alike():
    words = ["artifact", "job", "schedule"]
    assert nearest("shedule", words) == "schedule"
    assert nearest("art", words) == "artifact"
    assert nearest("xyz", words) is None
    assert did_you_mean("xyz", words) == "; there are artifact, job, schedule"
