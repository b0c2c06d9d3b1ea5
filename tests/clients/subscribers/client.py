"""Subscribes to the calendar as people do: vdirsyncer fetches the feed, khal reads what it stored. Dates are compared
with those of the API; one is moved and one cancelled, and fetching again makes no doubles."""

import json
import os
import subprocess
import sys
import tempfile
import urllib.parse
import urllib.request
from datetime import datetime, timedelta
from pathlib import Path

URL = os.environ["VOLUNTR_URL"]
PROGRAMS = Path(sys.executable).parent
DAYS = 60

credentials = {}


def call(method, path, body=None, more=None):
    headers = {"content-type": "application/json", **(more or {})}
    request = urllib.request.Request(URL + path, method=method, headers=headers)
    data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(request, data) as answer:
        text = answer.read()
        return answer.headers, json.loads(text) if text else None


def sign_in():
    account = {"email": "centrum@demo.voluntr.example", "password": os.environ["VOLUNTR_PASSWORD"]}
    request = urllib.request.Request(
        f"{URL}/auth/sign_in", json.dumps(account).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        credentials.update({name: answer.headers[name] for name in ("access-token", "client", "uid")})


def occurrences(first):
    """Every date of the days that are compared, as a visitor reads them."""
    last = first + timedelta(days=DAYS - 1)
    days = {"filter[day_gteq]": f"{first:%Y-%m-%d}", "filter[day_lteq]": f"{last:%Y-%m-%d}"}
    found, number = [], 1
    while True:
        query = urllib.parse.urlencode({**days, "sort": "starts_at", "page[size]": 100, "page[number]": number})
        _, page = call("GET", f"/api/v1/activity_occurrences?{query}")
        found += page["data"]
        if len(page["data"]) < 100:
            return found
        number += 1


def change(date, step, **attributes):
    """Moves or cancels one date as the centre."""
    path = f"/api/v1/activity_occurrences/{date['id']}"
    call("PUT", f"{path}/{step}", attributes, {**credentials, "if-match": "*"})


class Subscriber:
    """A folder that vdirsyncer fills, with a configuration of each program."""

    def __init__(self, folder):
        self.events = folder / "events" / "agenda"
        self.events.mkdir(parents=True)
        self.env = {
            **os.environ,
            "HOME": str(folder),
            "TZ": "Europe/Amsterdam",
            "VDIRSYNCER_CONFIG": str(folder / "vdirsyncer.conf"),
            "LC_ALL": "C.UTF-8",
        }
        (folder / "vdirsyncer.conf").write_text(
            f"""[general]
status_path = "{folder}/status/"
[pair agenda]
a = "feed"
b = "folder"
collections = null
conflict_resolution = "a wins"
[storage feed]
type = "http"
url = "{URL}/feeds/activities.ics"
[storage folder]
type = "filesystem"
path = "{self.events}"
fileext = ".ics"
"""
        )
        (folder / "khal.conf").write_text(
            f"""[calendars]
[[agenda]]
path = {self.events}
readonly = True
[sqlite]
path = {folder}/khal.db
[locale]
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
local_timezone = Europe/Amsterdam
default_timezone = Europe/Amsterdam
"""
        )
        self.khal_config = folder / "khal.conf"
        self.run("vdirsyncer", "discover", given="y\n")

    def run(self, program, *args, given=""):
        done = subprocess.run(
            [PROGRAMS / program, *args], env=self.env, input=given, capture_output=True, text=True
        )
        if done.returncode != 0:
            raise SystemExit(f"{program} {args} failed\n{done.stdout}\n{done.stderr}")
        return done.stdout + done.stderr

    def fetch(self):
        """What vdirsyncer says it copied or deleted."""
        said = self.run("vdirsyncer", "sync")
        return [line for line in said.splitlines() if "item" in line]

    def dates(self, first):
        """(start, title, status) of each date from `first` on, as khal lists them."""
        form = "{start-long}\t{end-long}\t{title}\t{status}"
        until = f"{DAYS}d"
        said = self.run(
            "khal", "-c", self.khal_config, "list", "--day-format", "", "--format", form,
            first.strftime("%Y-%m-%d"), until,
        )
        found = [tuple(line.split("\t")) for line in said.splitlines() if "\t" in line]
        # One of several days is listed on each of them.
        long = {each for each in found if each[0][:10] != each[1][:10]}
        return sorted([each for each in found if each not in long] + list(long))


def compare(subscriber, first):
    """Every date that khal lists is one of the API, at its time and with its status, and none twice."""
    ours = sorted(
        (of["starts_local"].replace("T", " ")[:16], of["title"], of["status"])
        for of in (date["attributes"] for date in occurrences(first))
    )
    theirs = sorted(
        (start[:16], title, "cancelled" if "CANCEL" in status.upper() else "planned")
        for start, _, title, status in subscriber.dates(first)
        # One that began before is listed on each of its days.
        if start[:10] >= f"{first:%Y-%m-%d}"
    )
    if ours != theirs:
        only_theirs = [each for each in theirs if each not in ours]
        only_ours = [each for each in ours if each not in theirs]
        raise SystemExit(f"khal alone: {only_theirs}\nhere alone: {only_ours}\n{len(theirs)}, {len(ours)}")
    return ours


sign_in()
with tempfile.TemporaryDirectory() as scratch:
    subscriber = Subscriber(Path(scratch))
    first = datetime.now() + timedelta(days=2)
    assert subscriber.fetch(), "nothing was fetched"
    before = compare(subscriber, first)
    assert subscriber.fetch() == [], "what did not change is copied again"
    files = len(list(subscriber.events.glob("*.ics")))

    planned = [date for date in occurrences(first) if date["attributes"]["status"] == "planned"]
    series = [date for date in planned if sum(other["attributes"]["title"] == date["attributes"]["title"] for other in planned) > 3]
    moved, cancelled = series[1], series[2]
    change(moved, "change", **{"from": "07:05", "until": "08:05", "reason": "De zaal is bezet."})
    change(cancelled, "cancel", reason="De begeleider is ziek.")
    assert subscriber.fetch(), "what moved is not fetched"
    after = compare(subscriber, first)
    assert after != before and len(after) == len(before)
    assert any(start.endswith("07:05") for start, _, _ in after)
    assert sum(status == "cancelled" for _, _, status in after) == sum(status == "cancelled" for _, _, status in before) + 1
    assert len(list(subscriber.events.glob("*.ics"))) == files, "a changed series was stored twice"
    assert subscriber.fetch() == []
    print(f"{files} activities, {len(after)} dates in {DAYS} days; one moved and one cancelled, none twice")
