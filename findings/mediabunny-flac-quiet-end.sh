#!/usr/bin/env bash
# mediabunny 1.61.0: the last frame of a FLAC is left out where it is shorter than 16 bytes, as that of silence is.
#
# Expected: a FLAC of 48,000 samples of silence is a second long, as its STREAMINFO says; a frame of FLAC may have 10 bytes (RFC
# 9639, section 9): 6 of header, 2 of one constant subframe, 2 of checksum.
# Seen: the frames are of 4608 samples, the last one of 1920; its 14 or 15 bytes are not read, and the sound ends 40 ms early. With
# a tone in the place of silence the same length comes out right. FFmpeg 5.1.4 (@ffmpeg/core 0.12.10), which wrote both, reads
# 48,000 samples of each.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts mediabunny@1.61.0 @ffmpeg/core@0.12.10 >/dev/null
cat >seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { BufferSource, FLAC, Input } from 'mediabunny';

// The build for browsers looks for a worker's names.
globalThis.self = globalThis;
globalThis.location = { href: 'file:///' };
const { default: createFFmpeg } = await import('@ffmpeg/core');
const wasmBinary = readFileSync('node_modules/@ffmpeg/core/dist/esm/ffmpeg-core.wasm');
async function ffmpeg(from, input, to, options) {
  const core = await createFFmpeg({ wasmBinary });
  core.setLogger(() => undefined);
  core.FS.writeFile(from, input);
  core.exec('-v', 'error', ...options(from), to);
  return core.FS.readFile(to);
}
const raw = ['-f', 's16le', '-ar', '48000', '-ac', '1'];
for (const [name, loudness] of [
  ['silence', 0],
  ['a tone', 8000],
]) {
  const samples = Int16Array.from({ length: 48_000 }, (_, at) => Math.round(loudness * Math.sin(at / 17)));
  const flac = await ffmpeg('in.raw', new Uint8Array(samples.buffer), 'out.flac', (from) => [...raw, '-i', from]);
  const back = await ffmpeg('in.flac', flac, 'out.raw', (from) => ['-i', from, '-f', 's16le']);
  const input = new Input({ formats: [FLAC], source: new BufferSource(flac) });
  const track = await input.getPrimaryAudioTrack();
  console.log(`${name}: FFmpeg reads ${back.length / 2} samples, mediabunny ${Math.round((await track.computeDuration()) * 48_000)}`);
}
JS
node seen.mjs 2>/dev/null | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'mediabunny reads the end of FLAC otherwise now.'; exit 1; }
silence: FFmpeg reads 48000 samples, mediabunny 46080
a tone: FFmpeg reads 48000 samples, mediabunny 48000
TXT
