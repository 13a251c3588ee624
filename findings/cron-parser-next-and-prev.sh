#!/usr/bin/env bash
# cron-parser 5.10.6: around the change of the clocks `prev` tells other runs than `next` told.
#
# Expected: going back from a time finds the runs that going forward to it found. The README says "handling DST transitions
# correctly". What looks for missed runs compares the two: the last one that should have been (`prev`) with the last one done (`next`).
# Seen: at 02:30 in Berlin on the night when that time does not exist `next` has a run at 03:30 and `prev` none. When it is there
# twice, `next` has the first and `prev` both, so a daily run that was done looks missed for an hour, or missed once a year. In
# Lord Howe, whose clocks change by half an hour, `next` leaves out the day and `prev` raises "loop limit exceeded". On all
# other nights the two agree.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts cron-parser@5.10.6 >/dev/null
cat >seen.mjs <<'JS'
import { CronExpressionParser } from 'cron-parser';

function runs(direction, expression, tz, from, to) {
  const [start, end] = direction === 'next' ? [from, to] : [to, from];
  const iterator = CronExpressionParser.parse(expression, { currentDate: new Date(start), tz });
  const found = [];
  try {
    for (;;) {
      const at = iterator[direction]().toDate();
      if (direction === 'next' ? at > new Date(end) : at < new Date(end)) break;
      found.push(at.toISOString().slice(5, 16).replace('T', ' '));
    }
  } catch ({ message }) {
    found.push(message);
  }
  return (direction === 'next' ? found : found.toReversed()).join(', ');
}
for (const [expression, tz, from, to] of [
  ['30 2 * * *', 'Europe/Berlin', '2026-06-08T12:00Z', '2026-06-10T12:00Z'],
  ['30 2 * * *', 'Europe/Berlin', '2026-03-28T12:00Z', '2026-03-30T12:00Z'],
  ['30 2 * * *', 'Europe/Berlin', '2026-10-24T12:00Z', '2026-10-26T12:00Z'],
  ['30 2 * * *', 'America/New_York', '2026-03-07T12:00Z', '2026-03-09T12:00Z'],
  ['30 1 * * *', 'America/New_York', '2026-10-31T12:00Z', '2026-11-02T12:00Z'],
  ['15 2 * * *', 'Australia/Lord_Howe', '2026-10-02T00:00Z', '2026-10-05T00:00Z'],
]) {
  console.log(`${expression} in ${tz}`);
  for (const direction of ['next', 'prev']) console.log(`  ${direction} ${runs(direction, expression, tz, from, to)}`);
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'The change of the clocks is treated otherwise now.'; exit 1; }
30 2 * * * in Europe/Berlin
  next 06-09 00:30, 06-10 00:30
  prev 06-09 00:30, 06-10 00:30
30 2 * * * in Europe/Berlin
  next 03-29 01:30, 03-30 00:30
  prev 03-30 00:30
30 2 * * * in Europe/Berlin
  next 10-25 00:30, 10-26 01:30
  prev 10-25 00:30, 10-25 01:30, 10-26 01:30
30 2 * * * in America/New_York
  next 03-08 07:30, 03-09 06:30
  prev 03-09 06:30
30 1 * * * in America/New_York
  next 11-01 05:30, 11-02 06:30
  prev 11-01 05:30, 11-01 06:30, 11-02 06:30
15 2 * * * in Australia/Lord_Howe
  next 10-02 15:45, 10-04 15:15
  prev Invalid expression, loop limit exceeded, 10-04 15:15
TXT
