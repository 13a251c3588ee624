import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { validateTimeline } from '#shared/timeline/index.ts';
import { createOtioThreads, type OtioThreads } from './otio-threads.ts';
import { ofThisRun } from '#shared/testing/size.ts';

describe('a thread that reads an upload', () => {
  let folder: string;
  let threads: OtioThreads;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'patchbay-otio-'));
    threads = createOtioThreads({ dataDirectory: folder, address: 'folder' });
  });
  afterEach(async () => {
    await threads.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const read = (extra: string, answers = {}) => {
    const path = join(folder, 'upload');
    const clip = {
      OTIO_SCHEMA: 'Clip.1',
      name: 'a',
      media_reference: { OTIO_SCHEMA: 'ExternalReference.1', target_url: 'a.mov' },
    };
    const stack = {
      OTIO_SCHEMA: 'Stack.1',
      children: [{ OTIO_SCHEMA: 'Track.1', kind: 'Video', children: [clip] }],
    };
    const tracks = JSON.stringify(stack);
    writeFileSync(path, `{"OTIO_SCHEMA":"Timeline.1","name":"x","tracks":${tracks},"metadata":[${extra}]}`);
    return threads.read(path, answers, new AbortController().signal);
  };

  it.each(ofThisRun(['[],', '{"a":[]},', '[[]],', '0,'], (piece) => piece === '{"a":[]},'))(
    'refuses an upload that is nearly all %s before it takes memory for it',
    async (piece) => {
      const before = process.memoryUsage().rss;
      const bomb = piece.repeat(Math.floor(60_000_000 / piece.length));
      await expect(read(`${bomb}0`)).rejects.toMatchObject({
        kind: 'INVALID_OTIO',
        message: expect.stringContaining('more than 5,000,000 values'),
      });
      expect(process.memoryUsage().rss - before).toBeLessThan(700_000_000);
      expect(JSON.parse(await read('0'))).toMatchObject({ summary: { clipCount: 1 } });
      expect(threads.busy).toBe(0);
    },
  );

  it('passes on what an answer throws, and what it throws itself, as they are', async () => {
    const refusal = new Error('no library today');
    const find = () => {
      throw refusal;
    };
    await expect(read('0', { find })).rejects.toBe(refusal);
    await expect(read('oops')).rejects.toMatchObject({ kind: 'INVALID_OTIO' });
    expect(JSON.parse(await read('0'))).toMatchObject({ document: { name: 'x' } });
  });

  it('writes a timeline, with its report', async () => {
    const clip = { id: 'c', trackId: 't', filename: 'a?.mov', startTime: 0, duration: 1 };
    const document = {
      serviceType: 'timeline',
      name: 'Cut',
      version: 1,
      timeline: { tracks: [{ id: 't' }], clips: [clip] },
    };
    const checked = validateTimeline(document);
    if (!checked.ok) throw new Error('not valid');
    const written = await threads.write(JSON.stringify(checked.document), new AbortController().signal);
    expect(written).toMatchObject({
      name: 'Cut',
      media: [{ filename: 'a?.mov', name: 'a_.mov' }],
      warnings: [{ code: 'MEDIA_RENAMED', path: 'timeline.clips.0' }],
    });
    expect(JSON.parse(written.text)).toMatchObject({ OTIO_SCHEMA: 'Timeline.1', name: 'Cut' });
  });

  it('reads nothing any more once all are ended', async () => {
    await read('0');
    await threads.close();
    await expect(read('0')).rejects.toThrow('stopping');
  });
}, 120_000);
