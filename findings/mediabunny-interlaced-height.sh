#!/usr/bin/env bash
# mediabunny 1.61.0: interlaced H.264 in a transport stream, as AVCHD cameras write it, is half as high as its pictures are.
#
# Expected: where frame_mbs_only_flag of the sequence parameter set is 0, pic_height_in_map_units counts rows of 32 lines (ITU-T
# H.264, 7.4.2.1.1: FrameHeightInMbs = (2 − frame_mbs_only_flag) × PicHeightInMapUnits).
# Seen: the height of a track in MPEG-TS, which is read from that parameter set, is that of one field. The same stream of frames
# comes out right, and the interlaced one is right in MP4, whose sample entry names the height. FFmpeg 5.1.4 (@ffmpeg/core
# 0.12.10), which wrote all of them, decodes pictures of 192 × 128.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts mediabunny@1.61.0 @ffmpeg/core@0.12.10 >/dev/null
cat >seen.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';

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
const [width, height, frames] = [192, 128, 10];
const size = (width * height * 3) / 2;
const pictures = Uint8Array.from({ length: size * frames }, (_, at) => (at * 7 + Math.floor(at / size) * 40) % 200);
const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', '25'];
const interlaced = ['-flags', '+ildct+ilme', '-x264-params', 'tff=1'];
for (const [name, to, options] of [
  ['frames in MPEG-TS', 'out.ts', []],
  ['interlaced in MPEG-TS', 'out.ts', interlaced],
  ['interlaced in MP4', 'out.mp4', interlaced],
]) {
  const film = await ffmpeg('in.raw', pictures, to, (from) => [...raw, '-i', from, '-c:v', 'libx264', ...options]);
  const back = await ffmpeg(to, film, 'back.raw', (from) => ['-i', from, '-f', 'rawvideo', '-pix_fmt', 'yuv420p']);
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(film) });
  const track = await input.getPrimaryVideoTrack();
  const lines = back.length / frames / 1.5 / width;
  console.log(`${name}: FFmpeg decodes ${lines} lines, mediabunny says ${track.codedHeight ?? (await track.getCodedHeight())}`);
}
JS
node seen.mjs 2>/dev/null | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'mediabunny reads the height of interlaced H.264 otherwise now.'; exit 1; }
frames in MPEG-TS: FFmpeg decodes 128 lines, mediabunny says 128
interlaced in MPEG-TS: FFmpeg decodes 128 lines, mediabunny says 64
interlaced in MP4: FFmpeg decodes 128 lines, mediabunny says 128
TXT
