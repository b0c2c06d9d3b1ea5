"""Random series as icalendar and recurring-ical-events read their files, beside what the program makes of them."""

import json
import os
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events

ZONE = ZoneInfo("Europe/Amsterdam")


def seconds(moment):
    if not isinstance(moment, datetime):
        moment = datetime(moment.year, moment.month, moment.day, tzinfo=ZONE)
    return int(moment.timestamp())


with open(os.environ["CALENDAR_SERIES"], encoding="utf-8") as file:
    all_series = json.load(file)

count = 0
for series in all_series:
    calendar = icalendar.Calendar.from_ical(series["ics"])
    [event] = calendar.walk("VEVENT")
    assert str(event["SUMMARY"]) == series["summary"], event["SUMMARY"]
    assert str(event["DESCRIPTION"]) == series["description"], event["DESCRIPTION"]
    assert str(event["LOCATION"]) == "De Huiskamer, Oldebroek"
    assert [str(name) for name in event["CATEGORIES"].cats] == ["Taal", "Eten, drinken"]
    assert not event.errors and not calendar.errors, event.errors

    expected = series["occurrences"]
    # A year on either side, for what should not be there.
    day = timedelta(days=1)
    first = datetime.fromtimestamp(expected[0][0], ZONE) - 366 * day
    last = datetime.fromtimestamp(expected[-1][0], ZONE) + 366 * day
    found = recurring_ical_events.of(calendar).between(first, last)
    found = sorted((seconds(one.start), seconds(one.end)) for one in found)
    same = [start for start, _ in found] == [start for start, _ in expected] and all(
        end is None or end == seen for (_, seen), (_, end) in zip(found, expected)
    )
    if not same:
        shown = [str(datetime.fromtimestamp(start, ZONE)) for start, _ in found]
        ours = [str(datetime.fromtimestamp(start, ZONE)) for start, _ in expected]
        raise SystemExit(f"{series['ics']}\nread: {shown}\nhere: {ours}\n{found}\n{expected}")
    count += len(found)

print(f"{len(all_series)} series, {count} occurrences")
