#!/usr/bin/env bash
# sharp 0.35.5 (libvips 8.18.7): colors that a picture names by code points, not by a profile, are taken for sRGB.
#
# Expected: the pixels come out as sRGB whatever the file says of its colors. PNG has had the chunk cICP for this since its third
# edition (W3C, 2025, 11.3.2.6; it goes before iCCP and sRGB), AVIF the property colr "nclx" (ISO/IEC 14496-12, 12.1.5). A
# picture with an ICC profile of Display P3 is brought to sRGB so.
# Seen: a Display P3 picture with cICP 12, 13, 0 and an AVIF with the same as nclx keep their numbers, so all of it is duller, and
# HDR stills (cICP 9, 16, 0) would be dark and gray; neither `metadata()` nor a warning tells. Chromium 156 shows
# (216, 69, 50) for (200, 80, 60). @napi-rs/canvas 1.1.1 converts the AVIF and leaves the PNG: of two decoders in one product each
# makes other colors of the same file.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save sharp@0.35.5 @napi-rs/canvas@1.1.1 >/dev/null
# 64 x 64 pixels of (200, 80, 60), by ffmpeg 5.1 and libaom with -color_primaries smpte432 -color_trc iec61966-2-1.
base64 --decode >p3.avif <<'AVIF'
AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAD5bWV0YQAAAAAAAAAvaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAFBpY3R1cmVIYW5kbGVy
AAAAAA5waXRtAAAAAAABAAAAHmlsb2MAAAAARAAAAQABAAAAAQAAASEAAAAnAAAAKGlpbmYAAAAAAAEAAAAaaW5mZQIAAAAAAQAAYXYwMUNvbG9yAAAAAGpp
cHJwAAAAS2lwY28AAAAUaXNwZQAAAAAAAABAAAAAQAAAABBwaXhpAAAAAAMICAgAAAAMYXYxQ4EgAAAAAAATY29scm5jbHgADAANAAUAAAAAF2lwbWEAAAAA
AAAAAQABBAECgwQAAAAvbWRhdAoJOBV//bQwNBRAMhpEAACS8bk0m3ZnE7QpLCi+Y99/8t78ITXtwA==
AVIF
cat >seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import sharp from 'sharp';

function crcOf(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
}
function withChunk(png, type, data) {
  const chunk = Buffer.alloc(12 + data.length);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(type, 4);
  Buffer.from(data).copy(chunk, 8);
  chunk.writeUInt32BE(crcOf(chunk.subarray(4, 8 + data.length)), 8 + data.length);
  // After the header, before the pixels.
  return Buffer.concat([png.subarray(0, 33), chunk, png.subarray(33)]);
}
const create = { width: 64, height: 64, channels: 3, background: { r: 200, g: 80, b: 60 } };
const plain = await sharp({ create }).png().toBuffer();
// The same numbers, named as Display P3 by a profile: what comes out of sharp is what they look like in sRGB.
const { icc } = await sharp(await sharp(plain).withIccProfile('p3').png().toBuffer()).metadata();
const compressed = (await import('node:zlib')).deflateSync(icc);
const profiled = withChunk(plain, 'iCCP', [...Buffer.from('p3\0\0', 'latin1'), ...compressed]);
const files = {
  'PNG with a profile': profiled,
  'PNG with cICP': withChunk(plain, 'cICP', [12, 13, 0, 1]),
  'AVIF with nclx': readFileSync('p3.avif'),
};
for (const [name, bytes] of Object.entries(files)) {
  const pixels = await sharp(bytes).removeAlpha().raw().toBuffer();
  const context = createCanvas(64, 64).getContext('2d');
  context.drawImage(await loadImage(bytes), 0, 0);
  const drawn = [...context.getImageData(8, 8, 1, 1).data].slice(0, 3);
  // Within a few levels, for the two engines round in their own ways.
  const isWide = ([red, green]) => red > 210 && green < 76;
  const said = (color) => (isWide(color) ? 'as Display P3' : 'as sRGB');
  console.log(`${name}: sharp ${said([...pixels.subarray(0, 3)])}, canvas ${said(drawn)}`);
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Code points of colors are read otherwise now.'; exit 1; }
PNG with a profile: sharp as Display P3, canvas as Display P3
PNG with cICP: sharp as sRGB, canvas as sRGB
AVIF with nclx: sharp as sRGB, canvas as Display P3
TXT
