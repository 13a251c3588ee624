#!/usr/bin/env bash
# wav-decoder 1.3.0: in WAV of 24 bits the lowest value is read as the highest, and a file with an odd LIST chunk is refused.
#
# Expected: 24-bit samples are numbers from -8,388,608 to 8,388,607, and the first of them is -1; 8, 16 and 32 bits are read so. A chunk of odd
# length is followed by a byte that its length does not count (Microsoft and IBM, "Multimedia Programming Interface", RIFF).
# Seen: the sign of 24 bits is decided by "greater than 0x800000", so -8,388,608 alone becomes +1. Only clipped or normalized sound
# reaches it: a square wave that FFmpeg reads as it was comes out as a constant, and each clipped trough as a click over the whole
# range. The option `symmetric` has the same. After an odd chunk in front of the sound everything is read a byte early, and
# an offset raises a RangeError. FFmpeg 5.1.4 (@ffmpeg/core 0.12.10) reads each file rightly.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts wav-decoder@1.3.0 @ffmpeg/core@0.12.10 >/dev/null
cat >seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import wavDecoder from 'wav-decoder';

// The build for browsers looks for a worker's names.
globalThis.self = globalThis;
globalThis.location = { href: 'file:///' };
const { default: createFFmpeg } = await import('@ffmpeg/core');
const wasmBinary = readFileSync('node_modules/@ffmpeg/core/dist/esm/ffmpeg-core.wasm');
async function byFFmpeg(wav) {
  const core = await createFFmpeg({ wasmBinary });
  core.setLogger(() => undefined);
  core.FS.writeFile('in.wav', wav);
  core.exec('-v', 'error', '-i', 'in.wav', '-f', 'f32le', 'out.raw');
  const bytes = core.FS.readFile('out.raw');
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}
function chunk(id, data) {
  const head = Buffer.alloc(8);
  head.write(id);
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}
function wav(bits, samples, ...before) {
  const format = Buffer.alloc(16);
  format.writeUInt16LE(1, 0);
  format.writeUInt16LE(1, 2);
  format.writeUInt32LE(48_000, 4);
  format.writeUInt32LE((48_000 * bits) / 8, 8);
  format.writeUInt16LE(bits / 8, 12);
  format.writeUInt16LE(bits, 14);
  const data = Buffer.alloc((samples.length * bits) / 8);
  samples.forEach((sample, index) => data.writeIntLE(sample, (index * bits) / 8, bits / 8));
  return chunk('RIFF', Buffer.concat([Buffer.from('WAVE'), ...before, chunk('fmt ', format), chunk('data', data)]));
}
const square = (bits) => [0, 1, 2, 3].map((index) => (index % 2 === 0 ? -(2 ** (bits - 1)) : 2 ** (bits - 1) - 1));
const files = {
  '16 bits': wav(16, square(16)),
  '24 bits': wav(24, square(24)),
  '24 bits, one above the lowest': wav(24, square(24).map((value) => Math.max(value, 1 - 2 ** 23))),
  '32 bits': wav(32, square(32)),
  '16 bits after an odd chunk': wav(16, square(16), chunk('LIST', Buffer.from('INFOa'))),
};
const shown = (samples) => [...samples].map((value) => Math.round(value)).join(' ');
for (const [name, bytes] of Object.entries(files)) {
  const decode = async (options) => {
    try {
      return shown((await wavDecoder.decode(bytes, options)).channelData[0]);
    } catch (error) {
      return error.name;
    }
  };
  console.log(`${name}: ${await decode()}, symmetric ${await decode({ symmetric: true })}, FFmpeg ${shown(await byFFmpeg(bytes))}`);
}
JS
node seen.mjs 2>/dev/null | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'These files are decoded otherwise now.'; exit 1; }
16 bits: -1 1 -1 1, symmetric -1 1 -1 1, FFmpeg -1 1 -1 1
24 bits: 1 1 1 1, symmetric 1 1 1 1, FFmpeg -1 1 -1 1
24 bits, one above the lowest: -1 1 -1 1, symmetric -1 1 -1 1, FFmpeg -1 1 -1 1
32 bits: -1 1 -1 1, symmetric -1 1 -1 1, FFmpeg -1 1 -1 1
16 bits after an odd chunk: RangeError, symmetric RangeError, FFmpeg -1 1 -1 1
TXT
