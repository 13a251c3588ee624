#!/usr/bin/env bash
# FFmpeg 5.1.4 (@ffmpeg/core 0.12.10; Debian's 5.1.9 does the same): captions get lost between WebVTT and SubRip, without a word.
#
# Expected: STYLE and REGION blocks may stand between the head and the first cue of WebVTT (W3C WebVTT, "WebVTT file
# structure"); a converter that does not know them leaves them out. In the other direction "&" and "<" of SubRip are written as
# "&amp;" and "&lt;", as words of a cue have to be ("WebVTT cue text"). SubRip has no escapes: a path with a backslash stays one.
# Seen: a file with one STYLE or REGION block has no cues at all: exit code 0, an empty .srt, at most "Output file is empty", also
# where such a file is muxed. "I <3 the harbor" goes to WebVTT as it is; a browser takes "<3 the harbor" for a tag and shows "I ".
# "D:\new" becomes two lines, and `&nbsp;` of WebVTT the letters "\h" in SubRip.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts @ffmpeg/core@0.12.10 >/dev/null
cat >seen.mjs <<'JS'
import { readFileSync } from 'node:fs';

// The build for browsers looks for a worker's names.
globalThis.self = globalThis;
globalThis.location = { href: 'file:///' };
const { default: createFFmpeg } = await import('@ffmpeg/core');
const wasmBinary = readFileSync('node_modules/@ffmpeg/core/dist/esm/ffmpeg-core.wasm');
async function convert(text, from, to) {
  const core = await createFFmpeg({ wasmBinary });
  core.setLogger(() => undefined);
  core.FS.writeFile(`in.${from}`, text);
  const code = core.exec('-v', 'error', '-i', `in.${from}`, `out.${to}`);
  return { code, text: new TextDecoder().decode(core.FS.readFile(`out.${to}`)) };
}
const cue = '00:01.000 --> 00:02.000\nGood morning\n\n00:03.000 --> 00:04.000\nten&nbsp;boats\n';
for (const [name, block] of [
  ['no block', ''],
  ['NOTE', 'NOTE by hand\n\n'],
  ['STYLE', 'STYLE\n::cue { color: yellow }\n\n'],
  ['REGION', 'REGION\nid:top\nwidth:40%\n\n'],
]) {
  const { code, text } = await convert(`WEBVTT\n\n${block}${cue}`, 'vtt', 'srt');
  console.log(`${name}: ${text.split('-->').length - 1} captions, code ${code}`);
  if (name === 'no block') console.log(text.trimEnd().split('\n').at(-1));
}
const times = '1\n00:00:01,000 --> 00:00:02,000\n';
for (const words of ['I <3 the harbor', 'Tom & Jerry', 'D:\\new']) {
  const { text } = await convert(`${times}${words}\n`, 'srt', 'vtt');
  const [, ...lines] = text.slice(text.indexOf('-->')).trimEnd().split('\n');
  console.log(`${words}: ${lines.join(' / ')}`);
}
JS
node seen.mjs 2>/dev/null | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'FFmpeg converts these captions otherwise now.'; exit 1; }
no block: 2 captions, code 0
ten\hboats
NOTE: 2 captions, code 0
STYLE: 0 captions, code 0
REGION: 0 captions, code 0
I <3 the harbor: I <3 the harbor
Tom & Jerry: Tom & Jerry
D:\new: D: / ew
TXT
