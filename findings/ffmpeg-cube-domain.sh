#!/usr/bin/env bash
# FFmpeg 5.1.4 (@ffmpeg/core 0.12.10; Debian's 5.1.9 does the same): `lut3d` takes the domain of a .cube table wrongly.
#
# Expected: a table covers the inputs from DOMAIN_MIN to DOMAIN_MAX: an input is looked up at (input - min) / (max - min), and what
# lies outside takes the nearest edge (Adobe, "Cube LUT Specification 1.0"). FFmpeg's page of `lut3d` lists ".cube" without limits.
# Seen: only the distance of the two counts, and only where it is above 1. A table for -1 to 1 is used as one for 0 to 2, so every
# picture comes out much too dark; one for 0 to 0.5, or for 0.5 to 1, is used as one for 0 to 1. No warning. The table here leaves
# colors as they are, so each answer can be counted by hand: the input is 64 of 255, a quarter.
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
const corners = [0, 1].flatMap((blue) => [0, 1].flatMap((green) => [0, 1].map((red) => `${red} ${green} ${blue}`)));

async function lookedUp(min, max) {
  const domain = [`DOMAIN_MIN ${min} ${min} ${min}`, `DOMAIN_MAX ${max} ${max} ${max}`];
  const core = await createFFmpeg({ wasmBinary });
  core.setLogger(() => undefined);
  core.FS.writeFile('a.cube', ['LUT_3D_SIZE 2', ...domain, ...corners, ''].join('\n'));
  core.FS.writeFile('in.raw', new Uint8Array(2 * 2 * 3).fill(64));
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24'];
  core.exec(...raw, '-s', '2x2', '-i', 'in.raw', '-vf', 'lut3d=a.cube', ...raw, 'out.raw');
  return core.FS.readFile('out.raw')[0];
}
for (const [min, max] of [[0, 1], [0, 2], [-1, 1], [0, 0.5], [0.5, 1]]) {
  const place = Math.min(1, Math.max(0, (64 / 255 - min) / (max - min)));
  console.log(`from ${min} to ${max}: ${await lookedUp(min, max)}, by the specification ${Math.round(place * 255)}`);
}
JS
node seen.mjs 2>/dev/null | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'The domain of .cube tables is taken otherwise now.'; exit 1; }
from 0 to 1: 64, by the specification 64
from 0 to 2: 32, by the specification 32
from -1 to 1: 32, by the specification 160
from 0 to 0.5: 64, by the specification 128
from 0.5 to 1: 64, by the specification 0
TXT
