// @module-tag rig
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import { itemsOfOutput } from '#shared/api/index.ts';
import { TestService } from './harness.ts';
import { createRun, follow, getRun, saveProject, upload, value, wire } from './run-story.ts';

/** Thirty photographs with a word on each, by the service as it is: uploaded, run, one mended, run again, applied. */

let service: TestService;
beforeAll(async () => {
  service = await TestService.open('http');
});
afterAll(() => service.close());

const photo = (shade: number): Promise<Buffer> =>
  sharp({ create: { width: 48, height: 32, channels: 3, background: { r: shade * 8, g: 90, b: 120 } } })
    .png()
    .toBuffer();

const words = Array.from({ length: 30 }, (_, at) => `No. ${at + 1}`).join('\n');

const watermarks = (files: readonly string[]) => ({
  nodes: [
    {
      id: 'photos',
      type: 'list/images',
      inputs: { files: { type: 'list', value: files.map((fileId) => ({ type: 'file', value: fileId })) } },
    },
    { id: 'words', type: 'list/values', inputs: { values: value(words) } },
    {
      id: 'mark',
      type: 'image/text-card',
      inputs: {
        width: value(48),
        height: value(32),
        size: value(10),
        padding: value(0),
        background: value('#00000000'),
      },
    },
    { id: 'watermark', type: 'image/composite' },
    { id: 'sheet', type: 'image/contact-sheet', inputs: { cellWidth: value(48), cellHeight: value(32) } },
    { id: 'all', type: 'output/file', inputs: { name: value('Watermarked') } },
    { id: 'overview', type: 'output/file', inputs: { name: value('Overview') } },
  ],
  connections: [
    wire('words.list', 'mark.text'),
    wire('photos.list', 'watermark.base'),
    wire('mark.image', 'watermark.overlay'),
    wire('watermark.image', 'sheet.images'),
    wire('watermark.image', 'all.file'),
    wire('sheet.image', 'overview.file'),
  ],
});

it('thirty photographs are as one: each gets its word, one that fails keeps its place and is done again alone', async () => {
  const good: string[] = [];
  for (let at = 0; at < 30; at += 1)
    good.push(await upload(service, await photo(at), `photo ${at + 1}.png`, 'image/png'));
  const broken = await upload(service, Buffer.from('no picture at all'), 'photo 7.png', 'image/png');
  const run = async (files: readonly string[]) => {
    const project = await saveProject(service, watermarks(files));
    const { id } = await createRun(service, { projectId: project.id });
    const events = await follow(service, id);
    return { events, project, ...(await getRun(service, id)) };
  };
  const first = await run(good.map((fileId, at) => (at === 6 ? broken : fileId)));
  expect(first.status).toBe('failed');
  expect(first.error?.['message']).toMatch(/^1 of 30 items failed\. photo 7 × item 7: /);
  const items = itemsOfOutput(first.outputs!['Watermarked']!)!;
  expect(items).toHaveLength(30);
  expect(items.flatMap(({ error }, at) => (error === null ? [] : [at]))).toEqual([6]);
  expect(items[2]).toMatchObject({
    trace: ['photo 3', 'item 3'],
    output: { contentType: 'image/png', filename: expect.stringMatching(/^photo 3 item 3\.png$/) },
  });
  // The sheet of those that are there.
  expect(first.outputs?.['Overview']).toMatchObject({ contentType: 'image/png' });

  const again = await run(good);
  expect(again.status).toBe('succeeded');
  expect(again.outputs?.['Watermarked']).toMatchObject({ type: 'list', count: 30, failed: 0 });
  const settled = again.events.flatMap(({ nodeId, data }) =>
    nodeId === 'watermark' ? ((data?.['settled'] ?? []) as { state: string; item: number[] }[]) : [],
  );
  // All that was made before is there; what ended last of all is in the end of the node alone.
  const made = settled.filter(({ state }) => state === 'succeeded');
  expect(made.every(({ item }) => item[0] === 6)).toBe(true);
  const file = itemsOfOutput(again.outputs!['Watermarked']!)![29]?.output;
  expect(file).toMatchObject({ downloadUrl: expect.any(String), previewUrl: expect.any(String) });

  // Kept in the project, the list is a node that holds its thirty files.
  const applied = await service.ok('runs.applyToProject', {
    params: { run_id: again.id },
    body: { expectedVersion: again.project.version, outputKeys: ['Watermarked', 'Watermarked[3]'] },
  });
  expect(applied.appliedOutputs).toBe(2);
  const { document } = await service.ok('projects.getDocument', { params: { project_id: again.project.id } });
  const held = document.graph.nodes.find(({ id }) => id === 'applied-watermarked');
  expect(held).toMatchObject({ type: 'list/images', inputs: { files: { type: 'list' } } });
  expect(held?.inputs?.['files']?.value).toHaveLength(30);
});

it(
  'a list of a million items is a file in the run, never a body, an event or a row; its items are counted and picked from',
  { tags: 'long' },
  async () => {
    const project = await saveProject(service, {
      nodes: [
        {
          id: 'million',
          type: 'list/range',
          inputs: { from: value(1), to: value(1_000_000), step: value(1) },
        },
        { id: 'count', type: 'list/count' },
        { id: 'pick', type: 'list/pick', inputs: { number: value(-1) } },
        { id: 'each', type: 'number/math', inputs: { b: value(1) } },
        { id: 'all', type: 'output/value', inputs: { name: value('All') } },
        { id: 'counted', type: 'output/value', inputs: { name: value('Count') } },
        { id: 'last', type: 'output/value', inputs: { name: value('Last') } },
      ],
      connections: [
        wire('million.list', 'count.list'),
        wire('million.list', 'pick.list'),
        wire('million.list', 'each.a'),
        wire('million.list', 'all.value'),
        wire('count.count', 'counted.value'),
        wire('pick.item', 'last.value'),
      ],
    });
    const { id } = await createRun(service, { projectId: project.id });
    const events = await follow(service, id);
    const run = await getRun(service, id);
    expect(run.outputs).toMatchObject({
      All: {
        type: 'list',
        count: 1_000_000,
        failed: 0,
        fileId: expect.any(String),
        contentType: 'application/x-ndjson',
      },
      Count: { type: 'number', value: 1_000_000 },
      Last: { type: 'number', value: 1_000_000 },
    });
    // A node runs for a part of it, and says so.
    expect(run.error).toMatchObject({ nodeId: 'each' });
    expect(run.error?.['message']).toContain('Take a part of it with Slice.');
    for (const message of [run, ...events]) expect(JSON.stringify(message).length).toBeLessThan(20_000);
  },
);
