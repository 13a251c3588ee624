#!/usr/bin/env bash
# sharp 0.35.5: whether a TIFF keeps 16 bits a channel depends on its compression, whose default is JPEG.
#
# Expected: a pipeline in `rgb16` or `grey16` that ends in TIFF is written with 16 bits a channel, as the same pipeline is in PNG;
# TIFF is the format that people choose to lose nothing.
# Seen: without options the file has 8 bits, and no warning: the compression is JPEG then, which has 8. With `compression:
# 'deflate'`, `'lzw'` or `'none'` the same pipeline writes 16 bits.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save sharp@0.35.5 >/dev/null
cat >seen.mjs <<'JS'
import sharp from 'sharp';
const deep = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#336699' } })
  .toColourspace('rgb16')
  .png()
  .toBuffer();
console.log('source:', (await sharp(deep).metadata()).depth);
for (const options of [undefined, { compression: 'deflate' }, { compression: 'lzw' }, { compression: 'none' }]) {
  const tiff = await sharp(deep).toColourspace('rgb16').tiff(options).toBuffer();
  const { depth, compression } = await sharp(tiff).metadata();
  console.log(`tiff, ${options?.compression ?? 'no options'}:`, depth, compression ?? '');
}
JS
node seen.mjs | sed 's/ *$//' | tee seen.txt
diff seen.txt - <<'TXT'
source: ushort
tiff, no options: uchar
tiff, deflate: ushort
tiff, lzw: ushort
tiff, none: ushort
TXT
