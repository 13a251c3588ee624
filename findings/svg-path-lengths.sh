#!/usr/bin/env bash
# svg-path-properties 2.1.0, svg-path-commander 2.3.3 and svg-path-bounds 1.0.2: paths that every browser draws are of no length
# or are refused.
#
# Expected: an arc with a radius of 0 is a straight line (SVG 2, 9.5.1 "Out-of-range elliptical arc parameters"); after "z" any command
# may follow and begins at the first point of the subpath (9.3.4); the two flags of an arc need nothing between them (9.3.9, grammar).
# Seen: the length of such an arc is 0, so what travels along the path jumps, and svg-path-bounds leaves out its end. A line after "z"
# is an error for svg-path-commander. Flags without blanks, as SVGO writes them with `noSpaceAfterFlags`, are an error for
# svg-path-bounds, and for svg-path-properties if a second arc follows without its letter; one alone works, so a try looks
# well. Skia (@napi-rs/canvas 1.1.1) reads all of them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts svg-path-properties@2.1.0 svg-path-commander@2.3.3 \
  svg-path-bounds@1.0.2 @napi-rs/canvas@1.1.1 >/dev/null
cat >seen.mjs <<'JS'
import { Path2D } from '@napi-rs/canvas';
import bounds from 'svg-path-bounds';
import Commander from 'svg-path-commander';
import { svgPathProperties } from 'svg-path-properties';

const box = (edges) => `box ${edges.map(Math.round).join(' ')}`;
const tools = {
  Skia: (d) => box(new Path2D(d).computeTightBounds()),
  'svg-path-bounds': (d) => box(bounds(d)),
  'svg-path-properties': (d) => `length ${new svgPathProperties(d).getTotalLength().toFixed(1)}`,
  'svg-path-commander': (d) => `length ${Commander.getTotalLength(d).toFixed(1)}`,
};
for (const d of [
  'M0 0 a5 5 0 1 1 10 0 5 5 0 1 1 -10 0',
  'M0 0a5 5 0 1110 0',
  'M0 0a5 5 0 1110 0 5 5 0 11-10 0',
  'M0 0 A5 0 0 0 1 10 0',
  'M5 5 h10 v10 z l-5 -5',
]) {
  const measured = Object.entries(tools).map(([tool, measure]) => {
    try {
      return `${tool} ${measure(d)}`;
    } catch {
      return `${tool} refused`;
    }
  });
  console.log(`${d}: ${measured.join(', ')}`);
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'These paths are measured otherwise now.'; exit 1; }
M0 0 a5 5 0 1 1 10 0 5 5 0 1 1 -10 0: Skia box 0 -5 10 5, svg-path-bounds box 0 -5 10 5, svg-path-properties length 31.4, svg-path-commander length 31.4
M0 0a5 5 0 1110 0: Skia box 0 -5 10 0, svg-path-bounds refused, svg-path-properties length 15.7, svg-path-commander length 15.7
M0 0a5 5 0 1110 0 5 5 0 11-10 0: Skia box 0 -5 10 5, svg-path-bounds refused, svg-path-properties refused, svg-path-commander length 31.4
M0 0 A5 0 0 0 1 10 0: Skia box 0 0 10 0, svg-path-bounds box 0 0 0 0, svg-path-properties length 0.0, svg-path-commander length 0.0
M5 5 h10 v10 z l-5 -5: Skia box 0 0 15 15, svg-path-bounds box 0 0 15 15, svg-path-properties length 41.2, svg-path-commander refused
TXT
