#!/usr/bin/env bash
# sharp 0.35.5 (libvips 8.18.7): XMP is written to PNG in a chunk of another kind than the one for it, and readers do not find it.
#
# Expected: XMP stands in a chunk `iTXt` with the keyword "XML:com.adobe.xmp", not compressed (XMP specification part 3; PNG third
# edition, "XML:com.adobe.xmp"). `withXmp` writes it so that other programs find it, as in the other formats.
# Seen: a chunk `zTXt`, which is Latin-1 and compressed, under that keyword; `compressionLevel: 0` changes nothing. sharp finds its own.
# ExifReader (also with `async`, its option for compressed chunks) and exifr find none in it, and find the same text in `iTXt`. In JPEG and TIFF
# both find what sharp writes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts sharp@0.35.5 exifreader@4.46.0 exifr@7.1.3 >/dev/null
cat >seen.mjs <<'JS'
import zlib from 'node:zlib';
import ExifReader from 'exifreader';
import exifr from 'exifr';
import sharp from 'sharp';

const keyword = 'XML:com.adobe.xmp';
const xmp =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">' +
  '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source="a graph"/></rdf:RDF></x:xmpmeta>';
const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: '#c81e0a' } }).withXmp(xmp);

function chunksOf(png) {
  const chunks = [];
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}
function pngOf(chunks) {
  const parts = chunks.map(({ type, data }) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    const check = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    check.writeUInt32BE(zlib.crc32(body));
    return Buffer.concat([length, body, check]);
  });
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts]);
}
async function report(name, bytes) {
  const first = ExifReader.load(bytes, { expanded: true }).xmp?.source?.value;
  const later = (await ExifReader.load(bytes, { expanded: true, async: true })).xmp?.source?.value;
  const other = (await exifr.parse(bytes, { xmp: true }))?.source;
  const own = (await sharp(bytes).metadata()).xmp !== undefined;
  console.log(`${name}: sharp ${own}, ExifReader ${first ?? '-'}, async ${later ?? '-'}, exifr ${other ?? '-'}`);
}
for (const [name, options] of [
  ['PNG', {}],
  ['PNG, level 0', { compressionLevel: 0 }],
]) {
  const png = await picture.clone().png(options).toBuffer();
  const chunks = chunksOf(png);
  const ofXmp = chunks.find(({ data }) => data.toString('latin1').startsWith(keyword));
  await report(`${name}, ${ofXmp.type}`, png);
  const text = { type: 'iTXt', data: Buffer.concat([Buffer.from(`${keyword}\0\0\0\0\0`), Buffer.from(xmp)]) };
  await report(`${name}, the same in iTXt`, pngOf(chunks.map((chunk) => (chunk === ofXmp ? text : chunk))));
}
await report('JPEG', await picture.clone().jpeg().toBuffer());
await report('TIFF', await picture.clone().tiff().toBuffer());
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'XMP of PNG is written or found otherwise now.'; exit 1; }
PNG, zTXt: sharp true, ExifReader -, async -, exifr -
PNG, the same in iTXt: sharp true, ExifReader a graph, async a graph, exifr a graph
PNG, level 0, zTXt: sharp true, ExifReader -, async -, exifr -
PNG, level 0, the same in iTXt: sharp true, ExifReader a graph, async a graph, exifr a graph
JPEG: sharp true, ExifReader a graph, async a graph, exifr a graph
TIFF: sharp true, ExifReader a graph, async a graph, exifr a graph
TXT
