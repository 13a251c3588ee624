#!/usr/bin/env bash
# wavefile 11.0.0: a WAV of 32-bit floats as FFmpeg writes it is read as whole numbers, and a quiet tone becomes loud noise.
#
# Expected: its README lists 32-bit floats ("32f") and says that it writes WAVE_FORMAT_EXTENSIBLE itself. In such a header the first
# two bytes of the sub-format say what the samples are (Microsoft, "WAVEFORMATEXTENSIBLE"); FFmpeg writes it for all floats, one
# channel of 48 kHz too, and so do many programs for sound.
# Seen: format tag 0xFFFE and 32 bits are taken for 32-bit integers although the sub-format 3 (float) is read and shown in `fmt`.
# `getSamples` gives bits of floats as numbers of a thousand million, and after `toBitDepth('16')` a tone with a peak of 4,096 is
# noise at more than twice that. No error and no warning. The same samples under format tag 3, and 64-bit floats in the extensible
# header, come out right. Seen with files of FFmpeg 5.1.4 (@ffmpeg/core 0.12.10) and of Debian's 5.1.9.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts wavefile@11.0.0 @ffmpeg/core@0.12.10 >/dev/null
cat >seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import wavefile from 'wavefile';

// The build for browsers looks for a worker's names.
globalThis.self = globalThis;
globalThis.location = { href: 'file:///' };
const { default: createFFmpeg } = await import('@ffmpeg/core');
const wasmBinary = readFileSync('node_modules/@ffmpeg/core/dist/esm/ffmpeg-core.wasm');
async function tone(codec) {
  const core = await createFFmpeg({ wasmBinary });
  core.setLogger(() => undefined);
  core.exec('-f', 'lavfi', '-i', 'sine=f=440:r=48000:d=0.1', '-c:a', codec, 'tone.wav');
  return core.FS.readFile('tone.wav');
}
/** The same samples under format tag 3, as a plain float file has it. */
function withPlainHeader(bytes) {
  const copy = Buffer.from(bytes);
  copy.writeUInt16LE(3, copy.indexOf('fmt ') + 8);
  return new Uint8Array(copy);
}
const float = await tone('pcm_f32le');
for (const [name, bytes] of [
  ['16-bit integers', await tone('pcm_s16le')],
  ['64-bit floats', await tone('pcm_f64le')],
  ['32-bit floats', float],
  ['32-bit floats under tag 3', withPlainHeader(float)],
]) {
  const wav = new wavefile.WaveFile(bytes);
  const { audioFormat, subformat } = wav.fmt;
  if (wav.bitDepth !== '16') wav.toBitDepth('16');
  const samples = wav.getSamples(false, Int16Array);
  const peak = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const heard = peak < 4200 ? 'the tone' : 'noise at more than twice its peak';
  console.log(`${name}: tag ${audioFormat}, sub-format ${subformat[0] ?? '-'}, ${heard}`);
}
JS
node seen.mjs 2>/dev/null | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Floats in extensible headers are read otherwise now.'; exit 1; }
16-bit integers: tag 1, sub-format -, the tone
64-bit floats: tag 65534, sub-format 3, the tone
32-bit floats: tag 65534, sub-format 3, noise at more than twice its peak
32-bit floats under tag 3: tag 3, sub-format 3, the tone
TXT
