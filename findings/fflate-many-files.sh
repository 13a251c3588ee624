#!/usr/bin/env bash
# fflate 0.8.3: a ZIP of more than 65,535 files is written as one of a few, without an error.
#
# Expected: each file given to `zipSync`, `zip` or `Zip` is in the archive, or they throw. The number of entries has 16 bits in ZIP;
# above that the Zip64 records say it (PKWARE, APPNOTE 4.4.21). The README names 4 GB as the limit of a file, and none of number.
# Seen: the number is written modulo 65,536. Of 65,536 frames of an image sequence `unzipSync` of the same package finds none and
# of 70,000 it finds 4,464, in both its ways of writing; the bytes of all others are in the file. yauzl believes the number as
# well. Forty-six minutes of film at 24 pictures a second are that many files.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts fflate@0.8.3 yauzl@3.4.0 >/dev/null
cat >seen.mjs <<'JS'
import { Zip, ZipPassThrough, unzipSync, zipSync } from 'fflate';
import yauzl from 'yauzl';

const frame = new Uint8Array([1]);
const names = (count) => Array.from({ length: count }, (_, index) => `frame-${String(index).padStart(6, '0')}.png`);
const atOnce = (count) => zipSync(Object.fromEntries(names(count).map((name) => [name, frame])), { level: 0 });
function streamed(count) {
  const chunks = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    chunks.push(chunk);
  });
  for (const name of names(count)) {
    const file = new ZipPassThrough(name);
    zip.add(file);
    file.push(frame, true);
  }
  zip.end();
  return new Uint8Array(Buffer.concat(chunks));
}
const counted = (bytes) =>
  new Promise((resolve) => {
    yauzl.fromBuffer(Buffer.from(bytes), { lazyEntries: true }, (error, zip) => resolve(error ? error.message : zip.entryCount));
  });
for (const count of [65_535, 65_536, 70_000]) {
  for (const [name, write] of Object.entries({ zipSync: atOnce, Zip: streamed })) {
    const bytes = write(count);
    const read = Object.keys(unzipSync(bytes)).length;
    console.log(`${count} files by ${name}: unzipSync finds ${read}, yauzl ${await counted(bytes)}`);
  }
}
JS
node seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Many files are written otherwise now.'; exit 1; }
65535 files by zipSync: unzipSync finds 65535, yauzl 65535
65535 files by Zip: unzipSync finds 65535, yauzl 65535
65536 files by zipSync: unzipSync finds 0, yauzl 0
65536 files by Zip: unzipSync finds 0, yauzl 0
70000 files by zipSync: unzipSync finds 4464, yauzl 4464
70000 files by Zip: unzipSync finds 4464, yauzl 4464
TXT
