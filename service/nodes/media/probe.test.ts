import { expect, test } from 'vitest';
import { loadMediabunny } from '#native/decoders/mediabunny.ts';
import { audioTone } from '../audio/tone.ts';
import { useNodeBench } from '../testing/node-bench.ts';
import { EXTERNAL_FILES } from '#shared/testing/external-media.ts';
import { playlistsOf } from '#native/testing/playlists.ts';
import { mediaProbe } from './probe.ts';

const bench = useNodeBench();

test('tells the length and track of a sound', async () => {
  const { audio } = await bench.run(audioTone, { seconds: 1.5 });
  expect(await bench.run(mediaProbe, { file: audio })).toMatchObject({
    seconds: 1.5,
    width: 0,
    height: 0,
    info: {
      filename: 'tone.wav',
      tracks: [{ kind: 'audio', codec: 'pcm-s16', sampleRate: 48_000, channels: 1 }],
    },
  });
});

test('tells the size, length and frame rate of a video', async () => {
  const { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } =
    await loadMediabunny();
  const target = new BufferTarget();
  const output = new Output({ format: new WebMOutputFormat(), target });
  const source = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(source, { frameRate: 25 });
  await output.start();
  for (let frame = 0; frame < 50; frame += 1) {
    const packet = new EncodedPacket(new Uint8Array(64), frame === 0 ? 'key' : 'delta', frame / 25, 1 / 25);
    await source.add(packet, { decoderConfig: { codec: 'vp8', codedWidth: 320, codedHeight: 180 } });
  }
  await output.finalize();
  const file = await bench.store(
    new Uint8Array(target.buffer ?? new ArrayBuffer(0)),
    'clip.webm',
    'video/webm',
  );
  const outputs = await bench.run(mediaProbe, { file });
  expect(outputs).toMatchObject({
    width: 320,
    height: 180,
    info: { format: 'WebM', tracks: [{ kind: 'video', codec: 'vp8', framesPerSecond: 25 }] },
  });
  expect(outputs['seconds']).toBeCloseTo(2, 1);
});

test.each(Object.entries(playlistsOf('tone.wav')))('%s is no video', async (_what, text) => {
  const file = await bench.store(Buffer.from(text), 'film.mp4', 'video/mp4');
  await expect(bench.run(mediaProbe, { file })).rejects.toMatchObject({ code: 'MEDIA_UNREADABLE' });
});

test.each([
  ['notes.mp4', Buffer.from('these are only words, and not a film at all')],
  ['empty.mp4', Buffer.alloc(0)],
])('%s is named with what to do', async (filename, bytes) => {
  const file = await bench.store(bytes, filename, 'video/mp4');
  await expect(bench.run(mediaProbe, { file })).rejects.toMatchObject({
    code: 'MEDIA_UNREADABLE',
    message: expect.stringContaining(`${filename} cannot be read as a video or sound. Choose`),
  });
});

test.each(Object.entries(EXTERNAL_FILES))('%s is refused with what to do', async (_what, bytes) => {
  const file = await bench.store(bytes, 'cut.mov', 'video/quicktime');
  await expect(bench.run(mediaProbe, { file })).rejects.toMatchObject({
    code: 'MEDIA_UNREADABLE',
    message: expect.stringContaining('Export it again as one self-contained file') as string,
  });
});
