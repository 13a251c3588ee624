#!/usr/bin/env bash
# mediabunny 1.61.0: in WAV the silence before the first sound is left out, the silence between two sounds is not.
#
# Expected: a sound is heard at its timestamp; "precisely control the timing of media data" (its guide "Writing media files"). WAV has
# no timestamps, so silence has to be written for a time without sound, and of PCM this is done between two samples.
# Seen: samples at 1 s and 2 s are heard at 0 s and 1 s: the muxer writes its packets one after the other, and only the source fills
# what lies between them. Sound that was recorded or cut to begin a second after its picture is a second early when the file is laid
# below the picture again. A sample of silence at 0 s helps. The same samples are right in MOV and Matroska.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund --no-save --ignore-scripts mediabunny@1.61.0 >/dev/null
cat >seen.mjs <<'JS'
import {
  ALL_FORMATS,
  AudioSample,
  AudioSampleSink,
  AudioSampleSource,
  BufferSource,
  BufferTarget,
  Input,
  MkvOutputFormat,
  MovOutputFormat,
  Output,
  WavOutputFormat,
} from 'mediabunny';

const sampleRate = 48_000;
async function written(format, timestamps) {
  const output = new Output({ format, target: new BufferTarget() });
  const source = new AudioSampleSource({ codec: 'pcm-s16' });
  output.addAudioTrack(source);
  await output.start();
  for (const timestamp of timestamps) {
    const data = new Float32Array(sampleRate / 10).fill(0.5);
    const sample = new AudioSample({ data, format: 'f32', numberOfChannels: 1, sampleRate, timestamp });
    await source.add(sample);
    sample.close();
  }
  await output.finalize();
  return output.target.buffer;
}
const inputOf = (bytes) => new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS });
/** The seconds at which sound begins after silence. */
async function heard(bytes) {
  const begins = [];
  let last = -1;
  for await (const sample of new AudioSampleSink(await inputOf(bytes).getPrimaryAudioTrack()).samples()) {
    const values = new Float32Array(sample.numberOfFrames);
    sample.copyTo(values, { format: 'f32', planeIndex: 0 });
    values.forEach((value, index) => {
      const at = sample.timestamp + index / sampleRate;
      if (value < 0.1) return;
      if (at - last > 0.01) begins.push(at.toFixed(1));
      last = at;
    });
    sample.close();
  }
  return begins.join(' and ');
}
for (const timestamps of [[0, 2], [1, 2]]) {
  for (const format of [new MovOutputFormat(), new MkvOutputFormat(), new WavOutputFormat()]) {
    console.log(`sound at ${timestamps.join(' and ')} s, ${format.fileExtension}: ${await heard(await written(format, timestamps))} s`);
  }
}
JS
node --no-warnings seen.mjs | tee seen.txt
diff seen.txt - <<'TXT' || { echo 'Silence is written otherwise now.'; exit 1; }
sound at 0 and 2 s, .mov: 0.0 and 2.0 s
sound at 0 and 2 s, .mkv: 0.0 and 2.0 s
sound at 0 and 2 s, .wav: 0.0 and 2.0 s
sound at 1 and 2 s, .mov: 1.0 and 2.0 s
sound at 1 and 2 s, .mkv: 1.0 and 2.0 s
sound at 1 and 2 s, .wav: 0.0 and 1.0 s
TXT
