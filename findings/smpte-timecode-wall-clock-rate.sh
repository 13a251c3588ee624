#!/usr/bin/env bash
# smpte-timecode 1.3.6: the timecode of a wall clock at 23.976 frames a second is 14 frames ahead after an hour.
#
# Expected: a Date gives "the timecode a master clock would have with a given framerate", and for a rate near 24 "the fractional
# 24000/1001 ... rates will be assumed", also where it is given as the two numbers (its README). So `toDate` of it is the same time.
# Seen: frames are counted from a Date with the rate as it is shown, rounded to two digits: 23.98 instead of 23.976. `toDate` uses
# the fraction. A date that goes there and back is 0.6 seconds late after one hour and 14 seconds after a day, so clips that were
# timed by the clock of a camera drift from each other. At 29.97 and 59.94 two digits happen to be nearly enough.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts smpte-timecode@1.3.6 >/dev/null
cat >seen.mjs <<'JS'
import Timecode from 'smpte-timecode';

for (const rate of [24, 25, 23.976, [24_000, 1001], 29.97, 59.94]) {
  for (const hour of [1, 23]) {
    const midnight = new Date().setHours(0, 0, 0, 0);
    const date = new Date(midnight);
    date.setHours(hour);
    const timecode = new Timecode(date, rate);
    const exact = Math.round(((hour * 3600) * timecode.frameRateNum) / timecode.frameRateDen);
    const back = Math.round((timecode.toDate().setFullYear(...[date.getFullYear(), date.getMonth(), date.getDate()]) - date) / 10) * 10;
    console.log(`${rate}, ${hour} h: ${timecode}, ${timecode.frameCount - exact} frames ahead, back ${back} ms late`);
  }
}
JS
TZ=UTC node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Timecodes of a wall clock are counted otherwise now.'; exit 1; }
24, 1 h: 01:00:00:00, 0 frames ahead, back 0 ms late
24, 23 h: 23:00:00:00, 0 frames ahead, back 0 ms late
25, 1 h: 01:00:00:00, 0 frames ahead, back 0 ms late
25, 23 h: 23:00:00:00, 0 frames ahead, back 0 ms late
23.976, 1 h: 00:59:57:00, 14 frames ahead, back 600 ms late
23.976, 23 h: 22:58:51:00, 329 frames ahead, back 13730 ms late
24000,1001, 1 h: 00:59:57:00, 14 frames ahead, back 600 ms late
24000,1001, 23 h: 22:58:51:00, 329 frames ahead, back 13730 ms late
29.97, 1 h: 01:00:00;00, 0 frames ahead, back 0 ms late
29.97, 23 h: 23:00:00;00, -2 frames ahead, back -80 ms late
59.94, 1 h: 01:00:00;00, 0 frames ahead, back 0 ms late
59.94, 23 h: 23:00:00;00, -5 frames ahead, back -80 ms late
TXT
