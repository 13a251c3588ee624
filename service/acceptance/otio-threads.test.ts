// @module-tag long
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { API_PREFIX, type PublicTimelineOtioImportResponse } from '#shared/api/index.ts';
import { encodeWav } from '../nodes/audio/wav.ts';
import { TestService } from './harness.ts';

/** Long OTIO uploads are read on threads of their own. */

const time = (value: number) => ({ OTIO_SCHEMA: 'RationalTime.1', value, rate: 24 });
const range = (length: number) => ({
  OTIO_SCHEMA: 'TimeRange.1',
  start_time: time(0),
  duration: time(length),
});
const clip = (name: string, length: number | null = 24) => ({
  OTIO_SCHEMA: 'Clip.2',
  name,
  source_range: length === null ? null : range(length),
  media_references: { DEFAULT_MEDIA: { OTIO_SCHEMA: 'ExternalReference.1', target_url: name } },
  active_media_reference_key: 'DEFAULT_MEDIA',
  metadata: { note: 'x'.repeat(300) },
});
const otio = (children: object[], kind = 'Video') =>
  JSON.stringify({
    OTIO_SCHEMA: 'Timeline.1',
    name: 'Film',
    tracks: { OTIO_SCHEMA: 'Stack.1', children: [{ OTIO_SCHEMA: 'Track.1', kind, children }] },
  });
/** Long enough that reading it takes many times as long as an answer: some 13 MB. */
const CLIPS = 15_000;
const film = () => otio(Array.from({ length: CLIPS }, (_, index) => clip(`shot ${index}.mov`)));

describe('a long OTIO upload', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await TestService.open('http');
    await service.ok('account.credits');
  });
  afterEach(() => service.close());

  const formOf = (content: string | Uint8Array<ArrayBuffer>, name = 'film.otio') => {
    const form = new FormData();
    form.set('file', new Blob([content]), name);
    return form;
  };
  const parse = (content: string, signal: AbortSignal | null = null) =>
    service.raw(`${API_PREFIX}/timelines/import/otio/parse`, {
      method: 'POST',
      headers: { authorization: `Bearer ${service.key}` },
      body: formOf(content),
      signal,
    });
  const scratch = () => readdirSync(join(service.config.dataDirectory, 'scratch'));

  it('lets others be answered while it is read', async () => {
    const text = film();
    const parsed = parse(text);
    await vi.waitFor(() => expect(service.otio.busy).toBe(1), { timeout: 20_000, interval: 5 });
    const began = performance.now();
    let longest = 0;
    let answered = 0;
    while (service.otio.busy === 1) {
      const asked = performance.now();
      await service.ok('account.credits');
      longest = Math.max(longest, performance.now() - asked);
      answered += 1;
    }
    const took = performance.now() - began;
    const response = await parsed;
    expect(response.status).toBe(200);
    const { summary } = (await response.json()) as PublicTimelineOtioImportResponse;
    expect(summary.clipCount).toBe(CLIPS);
    expect(answered).toBeGreaterThan(10);
    // Read in the thread that answers, nobody else would be answered for nearly all of that time.
    expect(longest).toBeLessThan(took / 2);
  }, 120_000);

  it('is given up when its sender goes away, and its file with it', async () => {
    const away = new AbortController();
    const parsed = parse(film(), away.signal);
    await vi.waitFor(() => expect(service.otio.busy).toBe(1), { timeout: 20_000, interval: 5 });
    expect(scratch()).toHaveLength(1);
    away.abort();
    await expect(parsed).rejects.toThrow(/abort/i);
    await vi.waitFor(
      () => {
        expect(service.otio.busy).toBe(0);
        expect(scratch()).toEqual([]);
      },
      { timeout: 20_000 },
    );
    // The next one finds a thread.
    expect((await parse(otio([clip('a.mov')]))).status).toBe(200);
  }, 120_000);

  it('waits for a thread when many come at once', async () => {
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_, index) => parse(otio([clip(`${index}.mov`)]))),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(service.otio.busy).toBe(0);
  });
});

describe('media of a timeline that does not say how long they are', () => {
  it('are looked into', async () => {
    const service = await TestService.open('in-process');
    try {
      const rate = 8000;
      const wav = encodeWav({ sampleRate: rate, channels: [new Float32Array(rate * 3)] });
      for (const [name, bytes] of [
        ['three seconds.wav', wav],
        ['broken.wav', Buffer.from('no sound at all')],
      ] as const) {
        const stored = new FormData();
        stored.set('file', new Blob([new Uint8Array(bytes)], { type: 'audio/wav' }), name);
        await service.ok('files.upload', { body: stored });
      }
      const form = new FormData();
      const children = [clip('three seconds.wav', null), clip('three seconds.wav'), clip('broken.wav', null)];
      form.set('file', new Blob([otio(children, 'Audio')]), 'cut.otio');
      const { document, warnings } = await service.ok('timelines.parseOtio', { body: form });
      const { clips } = document['timeline'] as { clips: Record<string, unknown>[] };
      expect(clips).toMatchObject([
        { startTime: 0, duration: 3, trimEnd: 0 },
        { startTime: 3, duration: 1, trimEnd: 2 },
        { startTime: 4, duration: 0 },
      ]);
      expect(warnings.map(({ code, path }) => [code, path])).toEqual([
        ['MISSING_DURATION', 'tracks.0.children.2'],
      ]);
    } finally {
      await service.close();
    }
  });
});
