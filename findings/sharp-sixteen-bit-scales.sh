#!/usr/bin/env bash
# sharp 0.35.5: in 16 bits white is 65,280 for some operations, 65,535 for others, and 255 for the rest.
#
# Expected: with `pipelineColourspace('rgb16')`, which its page "Colour manipulation" offers for 16 bits a channel, an operation does
# what it does with 8 bits, on a finer scale: white is the greatest value, opaque is opaque and a threshold of 100 of 255 is the same.
# Seen: `background` white of flatten, extend, resize and rotate is 255 * 256, so a mask is not full there, and a comparison with white
# finds none; `composite` and `ensureAlpha` have 65,535. Dilate and erode give 255 for all of the picture and threshold of each
# channel 255 for what is above it, both nearly black. `unflatten` sets an alpha of 255, nearly clear. `linear` adds
# its offset as it is, 10 of 65,535. No error or warning; a 16-bit picture without any operation comes back exactly.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save sharp@0.35.5 >/dev/null
cat >seen.mjs <<'JS'
import sharp from 'sharp';
const side = 8;
/** One color, in 8 bits or in 16 (where 257 times a value is the same shade). */
function picture(Pixels, ...color) {
  const scale = Pixels === Uint16Array ? 257 : 1;
  const pixels = new Pixels(side * side * color.length).map((_, index) => color[index % color.length] * scale);
  const image = sharp(pixels, { raw: { width: side, height: side, channels: color.length } });
  return scale === 1 ? image : image.pipelineColourspace('rgb16').toColourspace('rgb16');
}
const gray = [160, 160, 160];
const background = '#fff';
const operations = {
  none: [gray, (image) => image],
  'extend with white': [gray, (image) => image.extend({ left: 1, background })],
  'flatten on white': [[...gray, 0], (image) => image.flatten({ background })],
  'composite of white': [gray, (image) => image.composite([{ input: { create: { width: side, height: side, channels: 3, background } } }])],
  'dilate(1)': [gray, (image) => image.dilate(1)],
  'threshold(100) of each channel': [gray, (image) => image.threshold(100, { greyscale: false })],
  'unflatten, its alpha': [gray, (image) => image.unflatten()],
  'linear(1, 10)': [gray, (image) => image.linear(1, 10)],
};
async function first(image, Pixels, depth, name) {
  const { data, info } = await image.raw({ depth }).toBuffer({ resolveWithObject: true });
  const values = new Pixels(data.buffer, data.byteOffset, data.length / Pixels.BYTES_PER_ELEMENT);
  return values[name.includes('alpha') ? info.channels - 1 : 0];
}
for (const [name, [color, operation]] of Object.entries(operations)) {
  const eight = await first(operation(picture(Uint8Array, ...color)), Uint8Array, 'uchar', name);
  const sixteen = await first(operation(picture(Uint16Array, ...color)), Uint16Array, 'ushort', name);
  console.log(`${name}: ${eight} of 255, ${sixteen} of 65535, expected ${eight * 257}`);
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Sixteen bits are treated otherwise now.'; exit 1; }
none: 160 of 255, 41120 of 65535, expected 41120
extend with white: 255 of 255, 65280 of 65535, expected 65535
flatten on white: 255 of 255, 65280 of 65535, expected 65535
composite of white: 255 of 255, 65535 of 65535, expected 65535
dilate(1): 160 of 255, 255 of 65535, expected 41120
threshold(100) of each channel: 255 of 255, 255 of 65535, expected 65535
unflatten, its alpha: 255 of 255, 255 of 65535, expected 65535
linear(1, 10): 170 of 255, 41130 of 65535, expected 43690
TXT
