// @module-tag rig
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findFfmpeg } from '#native/media/ffmpeg.ts';
import type { NativePool } from '#native/pool/native-pool.ts';
import { brokenMp4, largePng, longGif, lyingPng, lyingWav } from '#native/testing/hostile-media.ts';
import type { FileValue, NodeValue } from '#service/nodes/definition.ts';
import { createFileBlobStore } from '#service/storage/file-blob-store.ts';
import { openNativePool } from './native-pool.ts';
import { runInNativeChild } from './work-lane.ts';

let root: string;
let native: NativePool;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'patchbay-hostile-'));
  native = openNativePool(root, pino({ level: 'silent' }), { threads: 2 });
});
afterAll(async () => {
  await native.close();
  rmSync(root, { recursive: true, force: true });
});

async function execute(
  nodeType: string,
  pin: string,
  bytes: Uint8Array,
  runsPrograms = false,
  more: Record<string, NodeValue> = {},
) {
  const blobs = createFileBlobStore(join(root, 'blobs'));
  const { hash, sizeBytes } = await blobs.write(bytes);
  const contentType = { image: 'image/png', audio: 'audio/wav' }[pin] ?? 'video/mp4';
  const file: FileValue = { kind: 'file', blob: hash, filename: 'bad', contentType, sizeBytes };
  const { result } = runInNativeChild(
    { native, blobs, timeLimitMs: 60_000 },
    {
      lane: 'work',
      nodeType,
      category: nodeType.slice(0, nodeType.indexOf('/')),
      runsPrograms,
      inputs: { [pin]: file, ...more },
      title: nodeType,
      onProgress: () => undefined,
      onLog: () => undefined,
    },
  );
  return result;
}

const hasFfmpeg = (await findFfmpeg()) !== null;

describe('a file made to break decoders fails its node with a sentence', () => {
  it.each([
    ['a PNG cut in the middle', 'image/invert', 'image', largePng(2000, 2000).subarray(0, 60), false],
    ['a PNG that lies about its size', 'image/invert', 'image', lyingPng(9000, 9000), false],
    ['a PNG larger than any', 'image/info', 'image', lyingPng(0x7fff_ffff, 0x7fff_ffff), false],
    ['a PNG of more pixels than fit', 'image/blur', 'image', largePng(10_100, 10_000), false],
    ['a WAV that lies about its sizes', 'audio/gain', 'audio', lyingWav(), false],
    ...(hasFfmpeg
      ? ([
          ['an MP4 of broken boxes, cut', 'video/trim', 'video', brokenMp4(), true],
          ['a sound instead of a video', 'video/thumbnail', 'video', lyingWav(), true],
        ] as const)
      : []),
  ] as const)('%s', { timeout: 120_000 }, async (_what, nodeType, pin, bytes, runsPrograms) => {
    const result = await execute(nodeType, pin, bytes, runsPrograms);
    expect(result.kind).toBe('failed');
    if (result.kind !== 'failed') return;
    expect(result.code).not.toBe('NODE_DEFECT');
    // A sentence, and another one that says what to do.
    expect(result.message).toMatch(/^[A-Z\w].*[.:;] .*[a-z].*\.$/s);
    const good = await execute('image/invert', 'image', largePng(20, 20));
    expect(good.kind).toBe('succeeded');
  });

  it.each([
    ['a GIF of 100,000 frames', 'image/invert', 'image', longGif(100_000)],
    ['an MP4 of broken boxes, probed', 'media/probe', 'file', brokenMp4()],
  ])('or gives a result: %s', { timeout: 120_000 }, async (_what, nodeType, pin, bytes) => {
    const result = await execute(nodeType, pin, bytes);
    expect(['failed', 'succeeded']).toContain(result.kind);
    expect((await execute('image/invert', 'image', largePng(20, 20))).kind).toBe('succeeded');
  });
});

it('what a node made is stored under the hash of its bytes, and its input stays as it was', async () => {
  const bytes = largePng(20, 20);
  const result = await execute('image/invert', 'image', bytes);
  if (result.kind !== 'succeeded') throw new Error('The node failed.');
  const { blob } = result.outputs['image'] as FileValue;
  const blobs = createFileBlobStore(join(root, 'blobs'));
  const hashOf = async (name: string): Promise<string> => {
    const hash = createHash('sha256');
    for await (const chunk of blobs.read(name)) hash.update(chunk as Buffer);
    return hash.digest('hex');
  };
  expect(await hashOf(blob)).toBe(blob);
  const input = createHash('sha256').update(bytes).digest('hex');
  expect(await hashOf(input)).toBe(input);
});
