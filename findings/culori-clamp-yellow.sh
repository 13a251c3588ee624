#!/usr/bin/env bash
# culori 4.0.2: `clampChroma` makes pure yellow pale and pure blue darker, although both are sRGB colors.
#
# Expected: "if the color is ... displayable, return it directly" and `displayable` tells "whether the color is in the sRGB gamut"
# (both in the comments of its src/clamp.js). #ffff00 and #0000ff are, in whatever color space they are stored.
# Seen: `displayable` and `inGamut` compare with exactly 0 and 1. After a way through oklch, oklab, lch or lab a channel is
# 1.0000000000000004, so of the 216 web-safe colors a third (oklch) or half (lch) is not displayable, white and red among them. Most
# of these clamp to themselves, but at yellow and blue the border of sRGB runs so that the greatest chroma which fits is
# far away: a palette of named colors kept in oklch shows #ffff00 as #fffac0, and blue clamped in oklch as #0031e5.
# `clampGamut`, which clips, gives both back.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts culori@4.0.2 >/dev/null
cat >seen.mjs <<'JS'
import { clampChroma, clampGamut, converter, displayable, formatHex } from 'culori';

const steps = [0, 51, 102, 153, 204, 255].map((value) => value / 255);
const safe = steps.flatMap((r) => steps.flatMap((g) => steps.map((b) => ({ mode: 'rgb', r, g, b }))));
for (const mode of ['rgb', 'hsl', 'oklch', 'lch']) {
  const to = converter(mode);
  const share = safe.filter((color) => !displayable(to(color))).length / safe.length;
  const how = share > 0.25 ? 'many' : share > 0 ? 'some' : 'none';
  console.log(`${mode}: ${how} of ${safe.length} are not displayable; white is ${displayable(to('white')) ? '' : 'not '}displayable`);
}
const oklch = converter('oklch');
for (const name of ['red', 'orange', 'yellow', 'blue']) {
  const color = oklch(name);
  const byChroma = `${formatHex(clampChroma(color))}, in oklch ${formatHex(clampChroma(color, 'oklch'))}`;
  console.log(`${name} ${formatHex(color)}: clampChroma ${byChroma}, clampGamut ${formatHex(clampGamut('rgb')(color))}`);
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Colors are clamped otherwise now.'; exit 1; }
rgb: none of 216 are not displayable; white is displayable
hsl: some of 216 are not displayable; white is displayable
oklch: many of 216 are not displayable; white is not displayable
lch: many of 216 are not displayable; white is not displayable
red #ff0000: clampChroma #ff0000, in oklch #ff0000, clampGamut #ff0000
orange #ffa500: clampChroma #ffa500, in oklch #ffa500, clampGamut #ffa500
yellow #ffff00: clampChroma #fffac0, in oklch #ffff00, clampGamut #ffff00
blue #0000ff: clampChroma #0000ff, in oklch #0031e5, clampGamut #0000ff
TXT
