#!/usr/bin/env bash
# subtitle 4.2.2, node-webvtt 2.0.0 and @plussub/srt-vtt-parser 2.0.5: valid WebVTT is refused, or captions are missing without a word.
#
# Expected: all files here are valid (W3C, "WebVTT: The Web Video Text Tracks Format", section 4): a STYLE block before the first caption, words as
# the identifier of a caption, tabs around the arrow, carriage returns as line ends, a caption without text. The checker of the format's
# editors (webvtt-parser 2.2.0) finds no fault in any of them and reads every caption.
# Seen, each time of two captions: subtitle ends with an error at a STYLE block, at an identifier that is no number and at tabs, and takes a file
# with carriage returns for one header; node-webvtt leaves out captions with tabs and without text; @plussub/srt-vtt-parser finds none
# behind carriage returns, and makes the caption after an empty one its text.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts subtitle@4.2.2 node-webvtt@2.0.0 @plussub/srt-vtt-parser@2.0.5 \
  webvtt-parser@2.2.0 >/dev/null
cat >seen.cjs <<'JS'
const { parse: parsePlussub } = require('@plussub/srt-vtt-parser');
const { parse: parseNode } = require('node-webvtt');
const { parseSync } = require('subtitle');
const { WebVTTParser } = require('webvtt-parser');

const first = '00:01.000 --> 00:02.000';
const second = '00:03.000 --> 00:04.000';
const files = {
  plain: ['WEBVTT', '', first, 'One', '', second, 'Two', ''].join('\n'),
  style: ['WEBVTT', '', 'STYLE', '::cue { color: red }', '', first, 'One', '', second, 'Two', ''].join('\n'),
  identifier: ['WEBVTT', '', 'intro', first, 'One', '', 'outro', second, 'Two', ''].join('\n'),
  tabs: ['WEBVTT', '', first.replaceAll(' ', '\t'), 'One', '', second.replaceAll(' ', '\t'), 'Two', ''].join('\n'),
  'carriage returns': ['WEBVTT', '', first, 'One', '', second, 'Two', ''].join('\r'),
  'no text': ['WEBVTT', '', first, '', second, 'Two', ''].join('\n'),
};
const parsers = {
  'webvtt-parser': (text) => {
    const { cues, errors } = new WebVTTParser().parse(text, 'metadata');
    return [...cues.map((cue) => cue.text), ...errors.map(({ message }) => `fault: ${message}`)];
  },
  subtitle: (text) => parseSync(text).filter(({ type }) => type === 'cue').map(({ data }) => data.text),
  'node-webvtt': (text) => parseNode(text, { strict: false }).cues.map((cue) => cue.text),
  plussub: (text) => parsePlussub(text).entries.map((entry) => entry.text),
};
for (const [file, text] of Object.entries(files)) {
  console.log(file);
  for (const [name, parser] of Object.entries(parsers))
    try {
      console.log(`  ${name}: ${JSON.stringify(parser(text))}`);
    } catch (error) {
      console.log(`  ${name}: error, ${error.message}`);
    }
}
JS
node seen.cjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'These files are read otherwise now.'; exit 1; }
plain
  webvtt-parser: ["One","Two"]
  subtitle: ["One","Two"]
  node-webvtt: ["One","Two"]
  plussub: ["One","Two"]
style
  webvtt-parser: ["One","Two"]
  subtitle: error, expected timestamp at row 3, but received: "STYLE"
  node-webvtt: ["One","Two"]
  plussub: ["One","Two"]
identifier
  webvtt-parser: ["One","Two"]
  subtitle: error, expected timestamp at row 3, but received: "intro"
  node-webvtt: ["One","Two"]
  plussub: ["One","Two"]
tabs
  webvtt-parser: ["One","Two"]
  subtitle: error, expected timestamp at row 3, but received: "00:01.000	-->	00:02.000"
  node-webvtt: []
  plussub: ["One","Two"]
carriage returns
  webvtt-parser: ["One","Two"]
  subtitle: []
  node-webvtt: ["One","Two"]
  plussub: []
no text
  webvtt-parser: ["","Two"]
  subtitle: ["","Two"]
  node-webvtt: ["Two"]
  plussub: ["\n00:03.000 --> 00:04.000\nTwo"]
TXT
