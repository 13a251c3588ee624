#!/usr/bin/env bash
# sharp 0.35.5: in an animation, Blur, Convolve and enlarging mix the edge of each picture with that of the next one.
#
# Expected: with `animated: true` an operation works on each picture of the animation, as its documentation shows for resize and
# composite; those that cannot, such as trim and rotate by 90, throw "not supported for multi-page images", and the page of
# `flip` warns of them. The pages of `blur`, `convolve` and `resize` say nothing.
# Seen: the pictures lie below each other in one tall picture, and what reads neighbors reads over the border. In a hard cut from
# black to white to red a blur of 3 puts gray bands at top and bottom; resize from 16 to 40 pixels, whose pictures are all of one
# color, gives rows of half gray. Loops begin to blink at their upper and lower edge. Pictures done one by one are right.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save sharp@0.35.5 >/dev/null
cat >seen.mjs <<'JS'
import sharp from 'sharp';
const still = (background) => sharp({ create: { width: 16, height: 16, channels: 3, background } }).png().toBuffer();
const pictures = await Promise.all(['#000', '#fff', '#f00'].map(still));
const film = await sharp(pictures, { join: { animated: true } }).webp({ lossless: true }).toBuffer();
const box = { width: 3, height: 3, kernel: Array(9).fill(1) };
const operations = {
  'blur(3)': (image) => image.blur(3),
  'convolve(box of 3)': (image) => image.convolve(box),
  'resize(40)': (image) => image.resize(40),
};
/** Greens of the first row, a middle one and the last of the picture in white. */
async function rowsOf(image, page) {
  const { data, info } = await image.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const side = info.width;
  return [0, side >> 1, side - 1].map((row) => data[(page * side + row) * side * 3 + 1]).join(' ');
}
for (const [name, operation] of Object.entries(operations)) {
  console.log(`${name}: alone ${await rowsOf(operation(sharp(pictures[1])), 0)}`);
  const changed = await operation(sharp(film, { animated: true })).webp({ lossless: true }).toBuffer();
  console.log(`${name}: in the animation ${await rowsOf(sharp(changed, { animated: true }), 1)}`);
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'The borders of pictures in animations are treated otherwise now.'; exit 1; }
blur(3): alone 255 255 255
blur(3): in the animation 146 255 146
convolve(box of 3): alone 255 255 255
convolve(box of 3): in the animation 170 255 170
resize(40): alone 255 255 255
resize(40): in the animation 128 255 240
TXT
