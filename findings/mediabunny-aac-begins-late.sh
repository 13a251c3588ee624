#!/usr/bin/env bash
# mediabunny 1.61.0 with @mediabunny/aac-encoder 1.59.0: the sound of every MP4 made so begins 1024 samples late.
#
# Expected: what is added at a timestamp is heard at that time. AAC encoders begin with a frame of silence; in MP4 an edit list
# leaves it out (ISO/IEC 14496-12, 8.6.6), as in the files of FFmpeg, whose encoder this package is. Its README speaks of nothing
# to do beside registering it.
# Seen: the packet of silence gets timestamp 0 and there is no edit list. A click at 1 s is heard at 1.0213 s of 48 kHz, half a
# picture of a film of 24 a second later than on the screen. Begun at -1024 samples the same sound is in its place: the muxer then
# writes the edit list. FFmpeg 5.1.4 (@ffmpeg/core 0.12.10) decodes the files, and finds a click of its own AAC at 1 s.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts \
  mediabunny@1.61.0 @mediabunny/aac-encoder@1.59.0 @ffmpeg/core@0.12.10 >/dev/null
cat >seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { registerAacEncoder } from '@mediabunny/aac-encoder';
import { AudioSample, AudioSampleSource, BufferTarget, Mp4OutputFormat, Output } from 'mediabunny';
registerAacEncoder();

const rate = 48_000;
const click = new Float32Array(2 * rate);
for (let at = 0; at < 480; at += 1) click[rate + at] = 0.9 * Math.sin((2 * Math.PI * 1000 * at) / rate);

async function mp4(timestamp) {
  const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() });
  const source = new AudioSampleSource({ codec: 'aac', bitrate: 128_000 });
  output.addAudioTrack(source);
  await output.start();
  const sample = new AudioSample({ data: click, format: 'f32', numberOfChannels: 1, sampleRate: rate, timestamp });
  await source.add(sample);
  sample.close();
  await output.finalize();
  return new Uint8Array(output.target.buffer);
}
const files = { usual: await mp4(0), earlier: await mp4(-1024 / rate) };

// The build for browsers looks for a worker's names.
globalThis.self = globalThis;
globalThis.location = { href: 'file:///' };
const { default: createFFmpeg } = await import('@ffmpeg/core');
const wasmBinary = readFileSync('node_modules/@ffmpeg/core/dist/esm/ffmpeg-core.wasm');
async function ffmpeg(input, from, to) {
  const core = await createFFmpeg({ wasmBinary });
  core.setLogger(() => undefined);
  core.FS.writeFile(from[from.length - 1], input);
  core.exec('-v', 'error', ...from.slice(0, -1), '-i', from[from.length - 1], ...to);
  return core.FS.readFile(to[to.length - 1]);
}
const pcm = (bytes) => new Int16Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
const raw = ['-f', 's16le', '-ac', '1', 'out.raw'];
const samples = Int16Array.from(click, (value) => Math.round(value * 32_767));
files.ffmpeg = await ffmpeg(
  new Uint8Array(samples.buffer),
  ['-f', 's16le', '-ar', String(rate), '-ac', '1', 'in.raw'],
  ['-c:a', 'aac', 'out.mp4'],
);
for (const [name, file] of Object.entries(files)) {
  const heard = pcm(await ffmpeg(file, ['in.mp4'], raw)).findIndex((value) => Math.abs(value) > 3000);
  console.log(`${name}: the click of 1 s is heard ${Math.round(((heard - rate) / rate) * 1000)} ms late`);
}
JS
node seen.mjs 2>/dev/null | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'The delay of the AAC encoder is treated otherwise now.'; exit 1; }
usual: the click of 1 s is heard 21 ms late
earlier: the click of 1 s is heard 0 ms late
ffmpeg: the click of 1 s is heard 0 ms late
TXT
