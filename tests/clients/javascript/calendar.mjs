// Random series as ical.js reads their files, beside what the program makes of them.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';

const all = JSON.parse(readFileSync(process.env.CALENDAR_SERIES, 'utf8'));

const seconds = (time, zone) => {
  const local = time.clone();
  if (local.isDate) Object.assign(local, { isDate: false, hour: 0, minute: 0, second: 0 });
  local.zone = zone;
  return local.toUnixTime();
};

/** Of an hour that exists twice ical.js takes the second, against RFC 5545. */
const isSame = (time, zone, expected) => {
  const found = seconds(time, zone);
  return found === expected || (time.month === 10 && time.hour === 2 && found === expected + 3600);
};

let count = 0;
for (const series of all) {
  const calendar = new ICAL.Component(ICAL.parse(series.ics));
  const zone = new ICAL.Timezone(calendar.getFirstSubcomponent('vtimezone'));
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent'));
  assert.equal(event.summary, series.summary);
  assert.equal(event.description, series.description);
  assert.deepEqual(event.component.getFirstProperty('categories').getValues(), ['Taal', 'Eten, drinken']);
  const times = event.iterator();
  const found = [];
  for (let next = times.next(); next && found.length < 500; next = times.next())
    found.push(event.getOccurrenceDetails(next));
  const shown = `${series.ics}\n${found.map(({ startDate, endDate }) => `${startDate} ${endDate}`).join('\n')}`;
  assert.equal(found.length, series.occurrences.length, shown);
  for (const [index, [start, end]] of series.occurrences.entries()) {
    const { startDate, endDate } = found[index];
    assert(isSame(startDate, zone, start), `${startDate}\n${shown}`);
    assert(end === null || isSame(endDate, zone, end), `${startDate}: ${endDate}\n${shown}`);
  }
  count += found.length;
}
console.log(`${all.length} series, ${count} occurrences`);
