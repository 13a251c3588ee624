import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fromBuffer, type Entry, type Options, type ZipFile } from 'yauzl';
import { z } from 'zod';
import { ADMINISTRATION_SECRET_FILE } from '#shared/administration/index.ts';
import { sendApiError, sendJson, startServer } from '../testing/http-server.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createTestClock } from '../testing/test-clock.ts';
import { launcherOf, startTestCore, type TestCore } from '../testing/test-core.ts';

/** Every file of a ZIP, as text. */
async function unzip(bytes: Buffer): Promise<Map<string, string>> {
  const zip = await promisify<Buffer, Options, ZipFile>(fromBuffer)(bytes, { lazyEntries: true });
  const open = promisify<Entry, Readable>(zip.openReadStream.bind(zip));
  const files = new Map<string, string>();
  for (;;) {
    const next = Promise.race([once(zip, 'entry'), once(zip, 'end')]);
    zip.readEntry();
    const [entry] = (await next) as [Entry?];
    if (!entry) return files;
    files.set(entry.fileName, (await buffer(await open(entry))).toString('utf8'));
  }
}

const bundleOf = async (desk: TestCore) => {
  const response = await desk.ask('GET', '/desk/diagnostics');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-disposition')).toMatch(/filename="patchbay-diagnostics-2026-.*\.zip"/);
  return unzip(Buffer.from(await response.arrayBuffer()));
};

const PLANTED = {
  localKey: 'pb_live_plantedlocal_0123456789abcdef',
  hostedKey: 'pb_live_plantedhosted_fedcba9876543210',
  providerKey: 'sk-planted-provider-0123456789abcdef',
  administration: 'planted-administration-secret',
  bearer: 'Bearer planted-bearer-token-abcdef123456',
  signed: 'X-Signature=planted-signature',
  prompt: 'planted prompt about a person',
  title: 'planted node title',
  project: 'planted project name',
  filename: 'planted file name.png',
  host: 'planted-host.example',
  home: '/home/plantedperson',
};

test('nothing planted gets into a bundle, and what helps does', async () => {
  const node = {
    id: 'n1',
    type: 'ai/text',
    title: PLANTED.title,
    position: { x: 12, y: 34 },
    inputs: {
      prompt: { value: PLANTED.prompt },
      apiKey: { value: PLANTED.providerKey },
      headers: { value: { Authorization: PLANTED.bearer } },
      file: { type: 'file', value: `https://${PLANTED.host}/a.png?${PLANTED.signed}` },
      seed: { type: 'number', value: 7 },
    },
  };
  const project = {
    id: 'prj_1',
    name: PLANTED.project,
    version: 4,
    thumbnailUrl: `https://${PLANTED.host}/t.png?${PLANTED.signed}`,
    document: { graph: { nodes: [node], connections: [] } },
  };
  const service = await startServer((asked, response) => {
    if (asked.url === '/api/v1/projects/prj_1/document') {
      if (asked.method === 'GET') return sendJson(response, 200, project);
      return sendJson(response, 200, { ...project, version: 5, appliedOperations: 1 });
    }
    return sendApiError(response, 507, 'STORAGE_FULL');
  });
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'logs'));
  writeFileSync(
    join(folder, 'logs', 'desk.log'),
    [
      { level: 30, msg: 'no response', host: PLANTED.host, method: 'GET', attempt: 1 },
      { level: 50, msg: `GET https://${PLANTED.host}/x?${PLANTED.signed} ${PLANTED.bearer}`, code: 'E1' },
      {
        level: 50,
        msg: 'request failed',
        stack: `at f (${PLANTED.home}/patchbay/electron/core/core.ts:1:2)`,
      },
      { level: 20, msg: 'local service', line: `key ${PLANTED.localKey}` },
    ]
      .map((line) => JSON.stringify(line))
      .join('\n'),
  );
  const desk = await startTestCore({
    folder,
    launchService: launcherOf(service.origin, PLANTED.localKey),
    clock: createTestClock().clock,
  });
  await desk.read('POST', '/desk/connections', {
    name: PLANTED.project,
    baseUrl: `https://${PLANTED.host}`,
    key: PLANTED.hostedKey,
  });
  await (await desk.ask('GET', '/api/local/v1/projects/prj_1/document')).text();
  await desk.read('PATCH', '/api/local/v1/projects/prj_1/document', {
    expectedVersion: 4,
    operations: [
      { op: 'setNodeInput', nodeId: 'n1', input: 'prompt', value: { value: `${PLANTED.prompt} again` } },
    ],
  });
  mkdirSync(join(folder, 'service'), { recursive: true });
  writeFileSync(join(folder, 'service', ADMINISTRATION_SECRET_FILE), PLANTED.administration);
  const access = { baseUrl: `https://${PLANTED.host}/v1`, key: PLANTED.providerKey };
  for (const [path, body] of [
    ['model-providers', { ...access, name: PLANTED.title, models: [] }],
    ['models/list', access],
    ['models/test', { ...access, kind: 'text', model: 'm' }],
  ] as const) {
    expect((await desk.ask('POST', `/desk/local-service/${path}`, body)).status).toBe(507);
  }
  const upload = await desk.upload({ bytes: new Uint8Array(10), filename: PLANTED.filename });
  await desk.uploadEnded(((await upload.json()) as { id: string }).id);
  const journal = join(folder, 'desk', 'journal', 'local');
  mkdirSync(journal, { recursive: true });
  const operations = [{ op: 'setNodeTitle', nodeId: 'n1', title: PLANTED.title }];
  const entry = { id: 'e1', label: 'rename', at: '2026-01-01T00:00:00Z', baseVersion: 5, operations };
  writeFileSync(join(journal, 'prj_1.jsonl'), `${JSON.stringify({ t: 'entry', writer: 'w', entry })}\n`);

  const files = await expect
    .poll(async () => (await bundleOf(desk)).get('projects/1.json') ?? '')
    .toContain('"fromVersion":4')
    .then(() => bundleOf(desk));
  const all = [...files].flatMap(([name, text]) =>
    [...Object.values(PLANTED), 'planted'].flatMap((secret) =>
      text.includes(secret) ? [`${name}: ${secret}`] : [],
    ),
  );
  expect(all).toEqual([]);
  expect([...files.keys()]).toEqual([
    'README.txt',
    'summary.json',
    'connections.json',
    'uploads.json',
    'runs.json',
    'events.jsonl',
    'log.jsonl',
    'projects/1.json',
  ]);
  expect(files.get('README.txt')).toMatch(/What is not in it/);
  expect(JSON.parse(files.get('summary.json')!)).toMatchObject({
    patchbay: '1.2.3',
    localService: 'running',
  });
  expect(files.get('uploads.json')).toMatch(/"problem": "no-room"/);
  expect(files.get('events.jsonl')).toMatch(/"call":"projects.patchDocument".*"outcome":"200"/);
  expect(files.get('log.jsonl')).toMatch(/"msg":"no response","method":"GET","attempt":1/);
  expect(files.get('log.jsonl')).toMatch(/core\/core\.ts/);
  const bundled = z
    .object({
      document: z.object({ graph: z.object({ nodes: z.array(z.record(z.string(), z.unknown())) }) }),
      journal: z.array(z.unknown()),
    })
    .parse(JSON.parse(files.get('projects/1.json')!));
  expect(bundled.document.graph.nodes[0]).toMatchObject({
    id: 'n1',
    type: 'ai/text',
    position: { x: 12, y: 34 },
    inputs: { seed: { type: 'number', value: 7 }, prompt: { value: expect.stringMatching(/^text-\w+-29$/) } },
  });
  expect(bundled.journal).toHaveLength(1);
});
