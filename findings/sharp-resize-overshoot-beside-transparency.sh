#!/usr/bin/env bash
# sharp 0.35.5 (libvips 8.18.7): a picture of one flat color with a transparent surrounding is resized, and opaque pixels change color.
#
# Expected: a disc of #336699 with a soft edge is #336699 wherever the result is opaque: sharp multiplies colors with alpha before it
# resizes and divides after it, so that nothing of the surrounding comes in.
# Seen: with the default kernel, and with every other one that overshoots, fully opaque pixels beside the edge become lighter by more than
# eight levels of 255, enlarged and reduced alike. Alpha overshoots beyond opaque and is clipped before the division; the multiplied
# colors, which overshot by the same share, are not. The kernels linear and nearest, which do not overshoot, keep the color.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save sharp@0.35.5 >/dev/null
cat >seen.mjs <<'JS'
import sharp from 'sharp';

const SIZE = 64;
const COLOR = [0x33, 0x66, 0x99];
const pixels = Buffer.alloc(SIZE * SIZE * 4);
for (let y = 0; y < SIZE; y += 1) {
  for (let x = 0; x < SIZE; x += 1) {
    const coverage = Math.max(0, Math.min(1, 24.5 - Math.hypot(x - 31.5, y - 31.5)));
    pixels.set([...COLOR, Math.round(coverage * 255)], (y * SIZE + x) * 4);
  }
}
/** The largest difference of a fully opaque pixel from the color, in levels. */
async function worst(size, kernel) {
  const raw = { width: SIZE, height: SIZE, channels: 4 };
  const data = await sharp(pixels, { raw }).resize(size, size, { kernel }).raw().toBuffer();
  let most = 0;
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 255) continue;
    for (const channel of [0, 1, 2]) most = Math.max(most, Math.abs(data[at + channel] - COLOR[channel]));
  }
  return most;
}
const said = (levels) => (levels === 0 ? 'none differs' : levels > 8 ? 'some differ by more than 8 levels' : 'some differ a little');
for (const size of [512, 96, 48]) {
  for (const kernel of ['lanczos3', 'cubic', 'linear', 'nearest']) {
    // Reduced, linear averages by the same two steps as the others.
    if (size < SIZE && kernel !== 'lanczos3') continue;
    console.log(`${SIZE} to ${size}, ${kernel}: of the opaque pixels ${said(await worst(size, kernel))}`);
  }
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Opaque pixels beside transparency are resized otherwise now.'; exit 1; }
64 to 512, lanczos3: of the opaque pixels some differ by more than 8 levels
64 to 512, cubic: of the opaque pixels some differ by more than 8 levels
64 to 512, linear: of the opaque pixels none differs
64 to 512, nearest: of the opaque pixels none differs
64 to 96, lanczos3: of the opaque pixels some differ by more than 8 levels
64 to 96, cubic: of the opaque pixels some differ by more than 8 levels
64 to 96, linear: of the opaque pixels none differs
64 to 96, nearest: of the opaque pixels none differs
64 to 48, lanczos3: of the opaque pixels some differ by more than 8 levels
TXT
