import { existsSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import type { PublicRunDetail } from '#shared/api/index.ts';
import { liveRunId, MAX_LIVE_SIDE } from '#shared/desk/run-origin.ts';
import { insertFile } from '#service/files/rows.ts';
import { sweepLiveRuns } from './retention.ts';
import { graphOf } from './testing/engine-bench.ts';
import { fileIdOf, openTestBench, type TestBench } from './testing/test-bench.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

/** A picture of the account; returns its file id. */
async function photo({ ctx, accountId }: TestBench, width: number, height: number): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const bytes = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .jpeg()
    .toBuffer();
  const { hash, sizeBytes } = await ctx.blobs.write(bytes);
  const name = { filename: 'photo.jpg', contentType: 'image/jpeg' };
  return (await insertFile(ctx, { accountId, blob: hash, ...name, sizeBytes, origin: 'upload' })).id;
}

const blurred = (fileId: string, sigma: number) =>
  graphOf({ photo: ['input/image', { file: { type: 'file', fileId } }], blur: ['image/blur', { sigma }] }, [
    'photo.image → blur.image',
  ]);

/** More than live previews show. */
const LARGE = [MAX_LIVE_SIDE + 200, 800] as const;

const live = async (bench: TestBench, graph: unknown, side?: number) =>
  bench.ended((await bench.create({ graph, externalId: liveRunId('project/1', side) })).id);

async function sideOf(bench: TestBench, fileId: string): Promise<number> {
  const row = connectionOf(bench.ctx.db).prepare('SELECT blob FROM files WHERE id = ?').get(fileId);
  const { width, height } = await sharp(bench.ctx.blobs.pathOf(String(row?.['blob']))).metadata();
  return Math.max(width, height);
}

const outputOf = (run: PublicRunDetail): string => fileIdOf(run, 'blur.image');

describe('a live preview', () => {
  it('makes large pictures smaller, and what it makes is never taken for the result of a run, nor the other way', async () => {
    const bench = await openTestBench();
    const graph = blurred(await photo(bench, ...LARGE), 12);
    const preview = await live(bench, graph);
    expect([preview.status, preview.error]).toEqual(['succeeded', null]);
    expect(await sideOf(bench, outputOf(preview))).toBe(MAX_LIVE_SIDE);
    const done = (await bench.events(preview.id)).filter(({ type }) => type === 'node.succeeded');
    expect(done.map(({ data }) => data?.['reusable'])).toEqual([false, false]);
    expect(done[0]?.data?.['scale']).toBeCloseTo(MAX_LIVE_SIDE / LARGE[0]);

    const full = await bench.ended((await bench.create({ graph })).id);
    expect(await bench.types(full.id)).not.toContain('node.cached');
    expect(await sideOf(bench, outputOf(full))).toBe(LARGE[0]);

    const again = await live(bench, graph);
    expect((await bench.types(again.id)).filter((type) => type === 'node.cached')).toHaveLength(2);
    expect(await sideOf(bench, outputOf(again))).toBe(MAX_LIVE_SIDE);
  });

  it('is as large as it is shown, and one made smaller is not taken for it', async () => {
    const bench = await openTestBench();
    const graph = blurred(await photo(bench, ...LARGE), 12);
    for (const side of [320, 480, 320, 640]) {
      expect(await sideOf(bench, outputOf(await live(bench, graph, side)))).toBe(side);
    }
    expect(await sideOf(bench, outputOf(await live(bench, graph, 5000)))).toBe(MAX_LIVE_SIDE);
  });

  it('of pictures that are small anyway is what a run makes, and is reused by it', async () => {
    const bench = await openTestBench();
    const graph = blurred(await photo(bench, 600, 400), 3);
    const preview = await live(bench, graph);
    expect(await sideOf(bench, outputOf(preview))).toBe(600);
    const full = await bench.ended((await bench.create({ graph })).id);
    expect((await bench.types(full.id)).filter((type) => type === 'node.cached')).toHaveLength(2);
  });

  it.each([
    ['that costs', { prices: { 'input/number': 5 } }, graphOf({ node: ['input/number', { value: 1 }] })],
    ['whose result is another each time', {}, graphOf({ node: ['test/exit'] })],
  ])('executes no node %s', async (_what, options, graph) => {
    const bench = await openTestBench(options);
    const ended = await live(bench, graph);
    expect(ended.error).toMatchObject({ code: 'NOT_IN_LIVE_PREVIEW', nodeId: 'node' });
    expect(await bench.types(ended.id)).not.toContain('node.started');
  });

  it('is made of one item: a list is made and picked from, and a node that would run for all of it is left to Run', async () => {
    const bench = await openTestBench();
    const file = { type: 'file', value: await photo(bench, 600, 400) };
    const graph = (nodes: Parameters<typeof graphOf>[0], ...wires: string[]) =>
      graphOf(
        {
          photo: ['input/image', { file }],
          rows: ['list/values', { values: '1\n2\n3', as: 'numbers' }],
          soft: ['image/blur'],
          ...nodes,
        },
        ['photo.image → soft.image', ...wires],
      );
    const one = graph(
      { pick: ['list/pick', { number: 2 }] },
      'rows.list → pick.list',
      'pick.item → soft.sigma',
    );
    expect((await live(bench, one)).status).toBe('succeeded');
    const all = await live(bench, graph({}, 'rows.list → soft.sigma'));
    expect(all.error).toMatchObject({ code: 'NOT_IN_LIVE_PREVIEW', nodeId: 'soft' });
  });

  it('is forgotten soon, with its files and results; the runs and files of people stay', async () => {
    const bench = await openTestBench();
    const fileId = await photo(bench, ...LARGE);
    const graph = blurred(fileId, 12);
    const preview = await live(bench, graph);
    const full = await bench.ended((await bench.create({ graph })).id);
    const blobOf = (id: string) =>
      String(connectionOf(bench.ctx.db).prepare('SELECT blob FROM files WHERE id = ?').get(id)?.['blob']);
    const gone = bench.ctx.blobs.pathOf(blobOf(outputOf(preview)));
    for (const { blob } of connectionOf(bench.ctx.db).prepare('SELECT blob FROM files').all()) {
      // As if the minutes had passed in which a blob counts as fresh.
      utimesSync(bench.ctx.blobs.pathOf(String(blob)), new Date(0), new Date(0));
    }
    expect(await sweepLiveRuns(bench.ctx, () => false, -1000)).toEqual({ blobs: 0 });
    expect(await sweepLiveRuns(bench.ctx, () => true)).toEqual({ blobs: 0 });

    expect(await sweepLiveRuns(bench.ctx, () => true, -1000)).toEqual({ blobs: 2 });
    expect(existsSync(gone)).toBe(false);
    await expect(bench.get(preview.id)).rejects.toThrow('There is no such run.');
    const count = (what: string) =>
      connectionOf(bench.ctx.db).prepare(`SELECT COUNT(*) AS n FROM ${what}`).get()?.['n'];
    expect(count("node_cache WHERE key GLOB 'live *'")).toBe(0);
    expect(count(`run_events WHERE run_id = '${preview.id}'`)).toBe(0);
    for (const id of [fileId, outputOf(full)])
      expect(existsSync(bench.ctx.blobs.pathOf(blobOf(id)))).toBe(true);
    expect((await live(bench, graph)).status).toBe('succeeded');
  });
});
