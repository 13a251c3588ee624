// @module-tag rig
import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const MANIFEST = {
  format: 'patchbay-project',
  formatVersion: 1,
  name: 'P',
  exportedAt: '2026-01-01T00:00:00Z',
  writtenBy: '1',
  media: [],
};
const text = (value: unknown): string => JSON.stringify(value);
const many = (entry: string, count: number): string => Array(count).fill(entry).join(',');
const GRAPH = text({ graph: { nodes: [], connections: [] } });
const MILLIONS = many('{}', 5_000_000);
const node = (index: number) => ({
  id: `n${index}`,
  type: 'text/join',
  position: { x: 1, y: 1 },
  inputs: { a: { value: 'x' } },
});

/** What stands in the place of an honest member. */
const FILES: Record<string, Partial<Record<'manifest' | 'document' | 'storyboard' | 'timeline', string>>> = {
  'nodes that are nothing': { document: `{"graph":{"connections":[],"nodes":[${MILLIONS}]}}` },
  'wires that are nothing': { document: `{"graph":{"nodes":[],"connections":[${MILLIONS}]}}` },
  'lists of nothing in lists': { document: `[${many(`[${many('{}', 100_000)}]`, 50)}]` },
  'a node of a million inputs': {
    document: `{"graph":{"connections":[],"nodes":[{"id":"a","type":"b/c","inputs":{${Array.from({ length: 1_000_000 }, (_, index) => `"i${index}":{}`).join(',')}}}]}}`,
  },
  'media that are nothing': {
    manifest: text({ ...MANIFEST, media: [] }).replace('"media":[]', `"media":[${MILLIONS}]`),
  },
  'as many wrong media as are read': {
    manifest: text({ ...MANIFEST, media: [] }).replace('"media":[]', `"media":[${many('{}', 199_000)}]`),
  },
  'as many wrong nodes and wires as are read': {
    document: `{"graph":{"nodes":[${many('{}', 199_000)}],"connections":[${many('{}', 199_000)}]}}`,
  },
  'a storyboard of millions': { storyboard: `{"shots":[${MILLIONS}]}` },
  'a timeline of millions': { timeline: `{"clips":[${MILLIONS}]}` },
  'one number of 15 MB': { timeline: `[${'1'.repeat(15_000_000)}]` },
  'one text of escapes': { timeline: `["${'\\u0041'.repeat(2_500_000)}"]` },
  'as much of everything as is read': {
    document: text({
      graph: { nodes: Array.from({ length: 50_000 }, (_, index) => node(index)), connections: [] },
    }),
    storyboard: `{"shots":[${many('{"a":[1,2,3]}', 190_000)}]}`,
    timeline: `{"clips":[${many('{"a":[1,2,3]}', 190_000)}]}`,
  },
};

async function write(folder: string, name: string, members: (typeof FILES)[string]): Promise<string> {
  const zip = new ZipFile();
  const add = (member: string, content: string | undefined) => {
    // Stored as it is: compressed, most of these would be refused as bombs already.
    if (content !== undefined) zip.addBuffer(Buffer.from(content), member, { compress: false });
  };
  add('manifest.json', members.manifest ?? text(MANIFEST));
  add('document.json', members.document ?? GRAPH);
  add('storyboard.json', members.storyboard);
  add('timeline.json', members.timeline);
  zip.end();
  const path = join(folder, `${name}.patchbay`);
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

test('a file of millions of entries is opened or refused soon, in little memory, and keeps nobody waiting', async () => {
  const folder = temporaryFolder();
  const paths: string[] = [];
  for (const [name, members] of Object.entries(FILES)) paths.push(await write(folder, name, members));
  const program = join(import.meta.dirname, 'testing/open-file.ts');
  const { stdout, stderr } = spawnSync(process.execPath, ['--expose-gc', program, ...paths], {
    encoding: 'utf8',
  });
  const lines = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, number | string>);
  expect({ paths: lines.map(({ path }) => path), stderr }).toEqual({ paths, stderr: '' });
  const bad = lines.filter(
    ({ outcome, cpuMs, maxTurnMs, grownBytes }) =>
      !(outcome === 'opened' || /^The file was refused: .*\.$/.test(String(outcome))) ||
      Number(cpuMs) > 5000 ||
      Number(maxTurnMs) > 250 ||
      Number(grownBytes) > 256 * 1024 ** 2,
  );
  expect(bad).toEqual([]);
  expect(lines.at(-1)).toMatchObject({ outcome: 'opened' });
}, 120_000);
