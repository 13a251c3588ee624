// @module-tag long
import { execFile } from 'node:child_process';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { builtProgram } from '#native/testing/built-program.ts';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { createSpawnLauncher } from '#core/local-service/spawn-launcher.ts';
import { temporaryFolder } from '#core/testing/temporary-folder.ts';
import { startTestCore } from '#core/testing/test-core.ts';
import { createTestLog } from '#core/testing/test-log.ts';
import type { PublicProjectDetail, PublicProjectDocument } from '#shared/api/index.ts';

const root = resolve(import.meta.dirname, '../..');
const entry = builtProgram(new URL('../../service/main.ts', import.meta.url), 'service/main.js');

/** The command as a person gives it, on the project's own Node. */
const replay = (...args: string[]): Promise<{ code: number; output: string; errors: string }> =>
  new Promise((done) => {
    execFile(process.execPath, ['build/replay/main.ts', ...args], { cwd: root }, (error, output, errors) =>
      done({ code: error ? Number(error.code) : 0, output, errors }),
    );
  });

async function bundle(members: Record<string, unknown>): Promise<string> {
  const zip = new ZipFile();
  for (const [name, value] of Object.entries(members))
    zip.addBuffer(Buffer.from(JSON.stringify(value)), name);
  zip.end();
  const path = join(temporaryFolder(), 'bundle.zip');
  await pipeline(zip.outputStream, createWriteStream(path));
  return path;
}

describe('npm run replay', { timeout: 60_000 }, () => {
  test('makes of a real bundle the project that was on screen', async () => {
    const folder = temporaryFolder();
    const desk = await startTestCore({
      folder,
      launchService: createSpawnLauncher({ entry, log: createTestLog() }),
    });
    const api = '/api/local/v1/projects';
    const { id, version } = (await desk.read('POST', api, { name: 'A' })) as PublicProjectDetail;
    await desk.read('GET', `${api}/${id}/document`);
    const saved = (await desk.read('PATCH', `${api}/${id}/document`, {
      expectedVersion: version,
      operations: [
        { op: 'addNode', node: { id: 'photo', type: 'input/image', position: { x: 0, y: 0 } } },
        { op: 'addNode', node: { id: 'blur', type: 'image/blur', position: { x: 300, y: 0 } } },
        { op: 'connect', from: ['photo', 'image'], to: ['blur', 'image'] },
      ],
    })) as PublicProjectDocument;
    // What waits at the moment of saving the bundle.
    const journal = join(folder, 'desk/journal/local');
    mkdirSync(journal, { recursive: true });
    const operations = [{ op: 'moveNode', nodeId: 'blur', position: { x: 500, y: 40 } }];
    const waiting = {
      id: 'e1',
      label: 'move',
      at: '2026-01-01T00:00:00Z',
      baseVersion: saved.version,
      operations,
    };
    writeFileSync(
      join(journal, `${id}.jsonl`),
      `${JSON.stringify({ t: 'entry', writer: 'w', entry: waiting })}\n`,
    );
    const path = join(folder, 'bundle.zip');
    const answer = await desk.ask('GET', '/desk/diagnostics');
    writeFileSync(path, Buffer.from(await answer.arrayBuffer()));

    const { code, output, errors } = await replay(path, '--graphs');
    expect(errors).toBe('');
    expect(output).toContain(`projects/1.json ${id}\n`);
    expect(output).toMatch(/to version \d+, \d+ requests: 2 nodes, 1 wires/);
    const graph = JSON.parse(
      output.slice(output.indexOf('\n{') + 1),
    ) as PublicProjectDocument['document']['graph'];
    expect(graph.nodes.map(({ id: nodeId, position }) => [nodeId, position])).toEqual([
      ['photo', { x: 0, y: 0 }],
      ['blur', { x: 500, y: 40 }],
    ]);
    expect(graph.connections).toEqual([{ from: ['photo', 'image'], to: ['blur', 'image'] }]);
    expect(output).not.toContain('problem:');
    expect(code).toBe(0);
  });

  test('ends with 1 and names each problem: of edits that cannot be played, and of an unsound graph', async () => {
    const path = await bundle({
      'projects/1.json': {
        projectId: 'prj_moved',
        document: { version: 3, graph: { nodes: [], connections: [] } },
        saved: [
          {
            fromVersion: 3,
            toVersion: 4,
            operations: [{ op: 'moveNode', nodeId: 'gone', position: { x: 1, y: 2 } }],
          },
        ],
        journal: [],
      },
      'projects/2.json': {
        projectId: 'prj_twice',
        document: {
          version: 1,
          graph: {
            nodes: [
              { id: 'a', type: 'image/blur' },
              { id: 'a', type: 'image/noise' },
            ],
            connections: [],
          },
        },
        saved: [],
        journal: [],
      },
      'projects/3.json': { projectId: 'prj_odd', document: 'none' },
    });
    const { code, output } = await replay(path);
    expect(output).toMatch(
      /prj_moved\n {2}from version 3: could not be played to its end\n {2}problem: .*version 4/,
    );
    expect(output).toContain('problem: Two nodes have the id "a".');
    expect(output).toMatch(/prj_odd\n.*\n {2}problem: It cannot be read \(document\)\./);
    expect(code).toBe(1);
  });

  test('says what it takes when it is given something else', async () => {
    const path = join(temporaryFolder(), 'notes.txt');
    writeFileSync(path, 'no ZIP');
    expect(await replay(path)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('is no diagnostics bundle'),
    });
    expect(await replay()).toMatchObject({ code: 2, errors: expect.stringContaining('Name one') });
  });
});
