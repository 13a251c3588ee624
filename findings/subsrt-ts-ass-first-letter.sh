#!/usr/bin/env bash
# subsrt-ts 2.1.2: every caption read from .ass or .ssa lacks its first letter.
#
# Expected: "convert" of SubStation Alpha to SubRip leaves the words as they are; its README lists .ssa and .ass among the formats it
# reads and writes. The text of an event is all that stands after the last comma that `Format` announces (SubStation Alpha v4
# specification, "[Events]"), at once, as Aegisub and FFmpeg write it.
# Seen: it skips two characters after the last field, one more than the comma. "Hello, there" becomes "ello, there" and a caption
# of one letter is empty; no error and no warning. A file that the package wrote itself comes back the same way. With a blank
# after the last comma the text is whole. Its other formats read their own files rightly.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts subsrt-ts@2.1.2 >/dev/null
cat >seen.mjs <<'JS'
import { build, convert, parse } from 'subsrt-ts';

const ass = (before) => `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname, Fontsize
Style: Default,Arial,20

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.50,0:00:02.50,Default,,0,0,0,,${before}Hello, there
Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,${before}A
`;
const words = (text, format) =>
  JSON.stringify(parse(text, { format }).filter(({ type }) => type === 'caption').map((caption) => caption.text));
console.log(`as Aegisub writes it: ${words(ass(''), 'ass')}`);
console.log(`with a blank: ${words(ass(' '), 'ass')}`);
console.log(`to SubRip: ${convert(ass(''), { format: 'srt' }).split('\r\n')[2]}`);
const captions = parse('1\n00:00:01,000 --> 00:00:02,000\nGood morning\n\n', { format: 'srt' });
for (const format of ['ass', 'ssa', 'vtt', 'sub', 'sbv']) {
  console.log(`its own .${format}: ${words(build(captions, { format }), format)}`);
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Captions of SubStation Alpha are read otherwise now.'; exit 1; }
as Aegisub writes it: ["ello, there",""]
with a blank: ["Hello, there","A"]
to SubRip: ello, there
its own .ass: ["ood morning"]
its own .ssa: ["ood morning"]
its own .vtt: ["Good morning"]
its own .sub: ["Good morning"]
its own .sbv: ["Good morning"]
TXT
