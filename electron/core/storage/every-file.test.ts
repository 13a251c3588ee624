// @module-tag long
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConnectionList, DeskStatus, JournalState, VersionPage } from '#shared/desk/index.ts';
import { entry, reader } from '../testing/journal-place.ts';
import { launcherOf, startTestCore, type TestCore } from '../testing/test-core.ts';

/** A data folder as a person has it, with each of its files damaged in each way, one at a time. */

const damages: Record<string, (path: string) => void> = {
  'a flipped bit'(path) {
    const bytes = readFileSync(path);
    if (bytes.length > 0) bytes[Math.floor(bytes.length / 3)]! ^= 0x10;
    writeFileSync(path, bytes);
  },
  cut: (path) => truncateSync(path, Math.floor(readFileSync(path).length / 2)),
  overwritten: (path) => writeFileSync(path, '\0damaged\n'.repeat(3000)),
  emptied: (path) => truncateSync(path, 0),
  deleted: (path) => rmSync(path),
};

const nowhere = 'http://127.0.0.1:9';
const graph = (title: string) => ({
  nodes: [{ id: 'a', type: 'input/text', title, inputs: { value: { type: 'string', value: title } } }],
  connections: [],
});

async function fill(desk: TestCore): Promise<void> {
  const draft = { name: 'Studio', baseUrl: 'https://studio.example', key: 'pb_live_studiokey_1234' };
  await desk.read('POST', '/desk/connections', draft);
  await desk.read('PATCH', '/desk/settings', { theme: 'dark' });
  for (const project of ['prj_1', 'prj_2']) {
    for (const id of ['a', 'b', 'c']) {
      await desk.read('POST', `/desk/journal/local/${project}/claim`, reader);
      const change = { writer: reader.writer, entries: [entry(id)], history: [] };
      await desk.read('POST', `/desk/journal/local/${project}/entries`, change);
    }
    for (const version of [1, 2]) {
      const saved = {
        kind: 'graph',
        version,
        reason: 'saved',
        graph: graph(`${project} ${version}`),
        name: `v${version}`,
      };
      await desk.read('POST', `/desk/versions/local/${project}`, saved);
    }
  }
}

/** What a person would miss, by name. */
async function present(desk: TestCore): Promise<Set<string>> {
  const found = new Set<string>();
  const { connections } = (await desk.read('GET', '/desk/connections')) as ConnectionList;
  if (connections.some(({ name }) => name === 'Studio')) found.add('connections');
  if (((await desk.read('GET', '/desk/settings')) as { theme: string }).theme === 'dark')
    found.add('settings');
  for (const project of ['prj_1', 'prj_2']) {
    const journal = (await desk.read('POST', `/desk/journal/local/${project}/claim`, reader)) as JournalState;
    for (const { id } of journal.entries) found.add(`journal ${project} ${id}`);
    if (journal.notice) found.add(`said of ${project}`);
    const { versions } = (await desk.read('GET', `/desk/versions/local/${project}`)) as VersionPage;
    for (const { id, version } of versions) {
      const document = await desk.ask('GET', `/desk/versions/local/${project}/${id}`);
      if (document.ok) found.add(`version ${project} ${version}`);
      else if ((await document.text()).includes('damaged on the disk'))
        found.add(`said of version ${project} ${version}`);
    }
  }
  return found;
}

let template = '';
const filesOf = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((found) => found.isFile())
    .map((found) => join(found.parentPath, found.name).slice(folder.length + 1))
    .toSorted();

beforeAll(() => {
  template = mkdtempSync(join(tmpdir(), 'patchbay-every-file-'));
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

/** What is lost may be what the damaged file held, and nothing else. */
const holds: [pattern: RegExp, things: RegExp][] = [
  [/desk\.sqlite/, /^version /],
  [/versions\//, /^version /],
  [/journal\/.*prj_1/, /^journal prj_1/],
  [/journal\/.*prj_2/, /^journal prj_2/],
];

describe('a data folder', () => {
  test('survives each damage to each of its files: the app starts, loses nothing else, and says what it lost', async () => {
    const launchService = launcherOf(nowhere);
    const first = await startTestCore({ folder: template, launchService });
    await fill(first);
    const whole = await present(first);
    await first.core.close();
    const files = filesOf(template);
    expect(files.length).toBeGreaterThan(10);
    const wrong: string[] = [];
    for (const file of files) {
      for (const [damage, apply] of Object.entries(damages)) {
        const folder = `${template}-copy`;
        cpSync(template, folder, { recursive: true });
        apply(join(folder, file));
        const where = `${file}, ${damage}`;
        try {
          const desk = await startTestCore({ folder, launchService });
          const after = await present(desk);
          const { notices = [] } = (await desk.read('GET', '/desk/status')) as DeskStatus;
          const lost = [...whole].filter((thing) => !after.has(thing));
          const said = notices.length > 0 || [...after].some((thing) => thing.startsWith('said'));
          const allowed = holds.find(([pattern]) => pattern.test(file))?.[1] ?? /^$/;
          const others = lost.filter((thing) => !allowed.test(thing));
          if (others.length > 0) wrong.push(`${where}: lost ${others.join(', ')}`);
          // An unfinished line at the end is what a crash leaves, and a journal that is gone tells nobody that it was.
          const isSilent = file.includes('journal/') && ['cut', 'emptied', 'deleted'].includes(damage);
          if (lost.length > 0 && !said && !isSilent)
            wrong.push(`${where}: lost ${lost.join(', ')} in silence`);
          await desk.core.close();
        } catch (error) {
          wrong.push(`${where}: ${String(error)}`);
        } finally {
          rmSync(folder, { recursive: true, force: true });
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(existsSync(template)).toBe(true);
  }, 300_000);
});
