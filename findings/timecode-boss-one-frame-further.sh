#!/usr/bin/env bash
# timecode-boss 6.2.0: a frame later or earlier than a timecode is another one at minutes, and at 59.94 for half of all frames.
#
# Expected: `add` and `subtract` of 1 move by one frame, at 24 as at 59.94, a rate that its README lists among the tested ones; the
# expected values of its tests were "written using Avid Media Composer". Drop frame leaves out numbers at minutes, at 29.97 and
# 59.94 only (SMPTE ST 12-1).
# Seen: at 24 without any drop frame "00:02:00:00" less one frame is "00:02:00:01", one later, as after most whole minutes. At 59.94 a
# number of frames above 29 loses or gains 30: "00:00:10;30" and one frame is half a second off. Reading and writing a timecode
# is right nearly everywhere, so is the first minute at 24, 25 and 30, where tries are made. No error. A sum begins with a copy, and
# the fields of a copy are checked for 29.97, the default, before it gets its own rate.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts timecode-boss@6.2.0 >/dev/null
cat >seen.mjs <<'JS'
import timecodeBoss from 'timecode-boss';
const Timecode = timecodeBoss.default ?? timecodeBoss;

for (const [rate, text] of [
  [24, '00:00:59:23'],
  [24, '00:01:59:23'],
  [24, '00:02:00:00'],
  [25, '00:02:00:00'],
  [30, '00:02:00:00'],
  [29.97, '00:02:00;02'],
  [59.94, '00:00:10;29'],
  [59.94, '00:00:10;30'],
]) {
  const timecode = new Timecode(text, rate);
  console.log(`${rate}: before ${text} is ${timecode.subtract(1)}, after it ${timecode.add(1)}`);
}
// Ten minutes, each frame once.
for (const rate of [24, 25, 29.97, 30, 59.94]) {
  const count = Math.round(rate) * 600;
  const wrong = { text: 0, add: 0, subtract: 0 };
  for (let frame = 1; frame < count; frame += 1) {
    const timecode = new Timecode(frame, rate);
    if (new Timecode(timecode.toString(), rate).frameCount() !== frame) wrong.text += 1;
    if (timecode.add(1).frameCount() !== frame + 1) wrong.add += 1;
    if (timecode.subtract(1).frameCount() !== frame - 1) wrong.subtract += 1;
  }
  console.log(`${rate}: of ${count} frames ${wrong.text} are read, ${wrong.add} added to and ${wrong.subtract} subtracted from wrongly`);
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Frames are added otherwise now.'; exit 1; }
24: before 00:00:59:23 is 00:00:59:22, after it 00:01:00:00
24: before 00:01:59:23 is 00:01:59:22, after it 00:02:00:00
24: before 00:02:00:00 is 00:02:00:01, after it 00:02:00:03
25: before 00:02:00:00 is 00:02:00:01, after it 00:02:00:03
30: before 00:02:00:00 is 00:02:00:01, after it 00:02:00:03
29.97: before 00:02:00;02 is 00:02:00;03, after it 00:02:00;03
59.94: before 00:00:10;29 is 00:00:10;28, after it 00:00:10;30
59.94: before 00:00:10;30 is 00:00:10;59, after it 00:00:11;01
24: of 14400 frames 0 are read, 18 added to and 18 subtracted from wrongly
25: of 15000 frames 0 are read, 18 added to and 18 subtracted from wrongly
29.97: of 18000 frames 20 are read, 20 added to and 29 subtracted from wrongly
30: of 18000 frames 0 are read, 18 added to and 18 subtracted from wrongly
59.94: of 36000 frames 22 are read, 17988 added to and 17997 subtracted from wrongly
TXT
