#!/usr/bin/env bash
# music-metadata 12.1.0: of MP4 and RF64 files of FFmpeg it tells other channels, rates and lengths than the files have.
#
# Expected: `numberOfChannels`, `sampleRate` and `duration` are those of the file. In an MP4 of AAC the field for channels is a
# constant, 2, and the stream's own configuration tells them (ISO/IEC 14496-14, 5.6.1; 14496-3); a rate above 65,535 does not fit
# its field and stands as 0 there, with the true one in the codec's own record and the time scale (14496-12, 12.2.3).
# Seen: one channel of AAC is told as two, ALAC of 96 kHz as 0 Hz, and a film of 3 s with 2 s of sound as 2 s long. RF64, the
# WAVE for files above 4 GB (EBU Tech 3306), gives nothing at all although its README lists BWF, whose large form it is, and 32-bit
# floats are "not lossless". No error. mediabunny 1.61.0 reads the same files rightly, but it does not read ALAC.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts \
  music-metadata@12.1.0 mediabunny@1.61.0 @ffmpeg/core@0.12.10 >/dev/null
cat >seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { parseBuffer } from 'music-metadata';

// The build for browsers looks for a worker's names.
globalThis.self = globalThis;
globalThis.location = { href: 'file:///' };
const { default: createFFmpeg } = await import('@ffmpeg/core');
const wasmBinary = readFileSync('node_modules/@ffmpeg/core/dist/esm/ffmpeg-core.wasm');
async function made(name, ...options) {
  const core = await createFFmpeg({ wasmBinary });
  core.setLogger(() => undefined);
  core.exec('-v', 'error', ...options, name);
  return core.FS.readFile(name);
}
const sine = (rate) => ['-f', 'lavfi', '-i', `sine=f=440:r=${rate}:d=2`];
const film = ['-f', 'lavfi', '-i', 'testsrc=s=64x48:r=25:d=3'];
const files = {
  'AAC, one channel': ['a.m4a', 'audio/mp4', ...sine(48_000), '-c:a', 'aac'],
  'ALAC, 96 kHz': ['a.m4a', 'audio/mp4', ...sine(96_000), '-c:a', 'alac'],
  'film of 3 s with 2 s of sound': ['a.mp4', 'video/mp4', ...film, ...sine(48_000), '-c:v', 'libx264', '-c:a', 'aac'],
  WAV: ['a.wav', 'audio/wav', ...sine(48_000)],
  RF64: ['a.wav', 'audio/wav', ...sine(48_000), '-rf64', 'always'],
  'WAV, 32-bit floats': ['a.wav', 'audio/wav', ...sine(48_000), '-c:a', 'pcm_f32le'],
};
for (const [name, [file, type, ...options]] of Object.entries(files)) {
  const bytes = await made(file, ...options);
  const { format, quality } = await parseBuffer(bytes, type, { duration: true });
  const { numberOfChannels, sampleRate, duration, lossless } = format;
  const told = [numberOfChannels, sampleRate, duration?.toFixed(1), lossless].map((value) => value ?? '-').join(' ');
  const input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
  const track = await input.getPrimaryAudioTrack();
  const length = await input.computeDuration();
  const right = name.startsWith('ALAC') ? '-' : `${track?.numberOfChannels} ${track?.sampleRate} ${length.toFixed(1)}`;
  console.log(`${name}: ${told} (${quality.warnings.length} warnings), mediabunny ${right}`);
}
JS
node --no-warnings seen.mjs 2>/dev/null | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'The sound of these files is told otherwise now.'; exit 1; }
AAC, one channel: 2 48000 2.0 false (0 warnings), mediabunny 1 48000 2.0
ALAC, 96 kHz: 1 0 2.0 true (0 warnings), mediabunny -
film of 3 s with 2 s of sound: 2 48000 2.0 false (0 warnings), mediabunny 1 48000 3.0
WAV: 1 48000 2.0 true (1 warnings), mediabunny 1 48000 2.0
RF64: - - - - (0 warnings), mediabunny 1 48000 2.0
WAV, 32-bit floats: 1 48000 2.0 false (1 warnings), mediabunny 1 48000 2.0
TXT
