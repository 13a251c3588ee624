import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startAgentBench, wordsOf, type AgentBench } from './testing/agent-bench.ts';

let png: Buffer;
beforeAll(async () => {
  png = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
});

const picture = () => ({ filename: 'harbor.png', contentType: 'image/png', bytes: png });

/** An agent, and what two runs that it started made: a picture and a text each. */
async function agentWithOutputs(folder: string | null = null) {
  const bench = await startAgentBench({ file_1: picture() });
  const { token } = await bench.add({ folder, limitMicrocredits: '9000000' });
  const client = await bench.connect(token);
  const use = async (name: string, args: object = {}) =>
    (await client.callTool({ name, arguments: { ...args } }, { timeout: 300_000 })) as {
      content: { type: string; text?: string; data?: string; mimeType?: string }[];
      isError?: boolean;
    };
  bench.state.graph.nodes.push({
    id: 'out',
    type: 'output/value',
    position: { x: 1200, y: 0 },
    inputs: { name: { type: 'string', value: 'Poster' } },
  });
  bench.state.graph.connections.push({ from: ['blur', 'image'], to: ['out', 'value'] });
  bench.state.outputs = {
    Poster: {
      type: 'file',
      fileId: 'file_1',
      filename: 'harbor.png',
      contentType: 'image/png',
      sizeBytes: png.byteLength,
    },
    words: { type: 'string', value: 'A harbor at dawn, very quiet.' },
  };
  bench.state.statuses = ['succeeded'];
  for (const value of ['a harbor', 'a lighthouse'])
    await use('start_run', { project: 'p1', wait: true, set: { 'words.value': value } });
  const listed = async () => wordsOf(await use('list_outputs', { project: 'p1' })).text;
  await expect.poll(listed).toContain('4 outputs');
  const lines = (await listed()).split('\n').filter((line) => /^\d+ /.test(line));
  const idsOf = (kind: string) =>
    lines.filter((line) => line.includes(` ${kind} `)).map((line) => line.split(' ')[0] ?? '');
  return { bench, use, pictures: idsOf('image'), texts: idsOf('text') };
}

/** Of a picture in an answer. */
async function sizeOf({ data = '' }: { data?: string | undefined }) {
  const { width, height, format } = await sharp(Buffer.from(data, 'base64')).metadata();
  return { width, height, format };
}

describe('outputs', () => {
  test('a picture is looked at small or large, and a text is read', async () => {
    const { use, pictures, texts } = await agentWithOutputs();
    const small = await use('view_output', { output: pictures[0] });
    expect(small.content[1]).toMatchObject({ type: 'image', mimeType: 'image/webp' });
    expect(await sizeOf(small.content[1] ?? {})).toMatchObject({ width: 512, format: 'webp' });
    const large = await use('view_output', { output: pictures[0], size: 'large' });
    expect(await sizeOf(large.content[1] ?? {})).toMatchObject({ width: 900 });
    const text = wordsOf(await use('view_output', { output: texts[0] })).text;
    expect(text).toContain('A harbor at dawn, very quiet.');
    expect(text).toContain('<content of="output"');
  });

  test('two are compared by their inputs and beside each other', async () => {
    const { use, pictures } = await agentWithOutputs();
    const compared = await use('compare_outputs', { output: pictures[0], second: pictures[1] });
    expect(wordsOf(compared).text).toContain('1 inputs differ');
    expect(wordsOf(compared).text).toMatch(
      /words\.value: "a (?:harbor|lighthouse)" and "a (?:harbor|lighthouse)"/,
    );
    expect(compared.content.filter(({ type }) => type === 'image')).toHaveLength(2);
  });

  test('what is saved is whole, in its folder, and overwrites nothing', async () => {
    const folder = join(temporaryFolder(), 'given');
    mkdirSync(folder);
    const { use, pictures, texts } = await agentWithOutputs(folder);
    for (let count = 0; count < 2; count += 1)
      expect(wordsOf(await use('save_output', { output: pictures[0], name: 'harbor.png' }))).toMatchObject({
        isError: false,
      });
    await use('save_output', { output: texts[0], name: 'words.txt' });
    expect(readdirSync(folder).sort()).toEqual(['harbor 2.png', 'harbor.png', 'words.txt']);
    expect(readFileSync(join(folder, 'harbor 2.png')).equals(png)).toBe(true);
    expect(readFileSync(join(folder, 'words.txt'), 'utf8')).toBe('A harbor at dawn, very quiet.');
    const named = wordsOf(await use('save_output', { output: pictures[1] })).text;
    expect(named).toContain('.png');
    expect(readdirSync(folder)).toHaveLength(4);
  });
});

test('a graph is drawn as a picture that a client can show, whole or a part of it', async () => {
  const bench: AgentBench = await startAgentBench();
  const { token } = await bench.add();
  const client = await bench.connect(token);
  const draw = async (more: object = {}) =>
    (await client.callTool({ name: 'picture_graph', arguments: { project: 'p1', ...more } })) as {
      content: { type: string; data?: string }[];
    };
  const all = await draw();
  expect(wordsOf(all).text).toContain('3 of 3 nodes');
  const { width, height, format } = await sizeOf(all.content[1] ?? {});
  expect(format).toBe('webp');
  expect(width).toBeGreaterThan(1000);
  // The wires have the colors of what flows through them.
  const { data, info } = await sharp(Buffer.from(all.content[1]?.data ?? '', 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const purple = Array.from({ length: info.width * info.height }, (_, index) => index * 3).filter(
    (index) =>
      Math.abs((data[index] ?? 0) - 0x70) < 30 &&
      Math.abs((data[index + 1] ?? 0) - 0x48) < 30 &&
      (data[index + 2] ?? 0) > 170,
  );
  expect(purple.length).toBeGreaterThan(50);
  expect(height).toBeLessThan(1000);
  expect(wordsOf(await draw({ node: 'gone' }))).toMatchObject({ isError: true });
});
