import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { builtProgram } from '#native/testing/built-program.ts';
import { sharp } from '#native/testing/sharp.ts';
import { describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import type { PublicProjectDetail, PublicProjectDocument } from '#shared/api/index.ts';
import { deskRoutes, Transfer, VersionPage, type Upload } from '#shared/desk/index.ts';
import { CANVAS_KEY, emptyCanvas } from '#shared/canvas/items.ts';
import { canvasMetadata } from '#shared/canvas/metadata.ts';
import type { Graph } from '#shared/graph/index.ts';
import { createSpawnLauncher } from '../local-service/spawn-launcher.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestCore, type TestCore } from '../testing/test-core.ts';
import { createTestLog } from '../testing/test-log.ts';

/** Projects as files, with the real service behind the core. */

const entry = builtProgram(new URL('../../../service/main.ts', import.meta.url), 'service/main.js');
const start = (folder = temporaryFolder()) =>
  startTestCore({ folder, launchService: createSpawnLauncher({ entry, log: createTestLog() }) });

const API = '/api/local/v1';
let count = 0;
const newId = () => `transfer_${String((count += 1)).padStart(8, '0')}`;

const ended = async (desk: TestCore, id: string): Promise<Transfer> => {
  const read = async () => Transfer.parse(await desk.read('GET', `/desk/transfers/${id}`));
  await expect.poll(async () => (await read()).state, { timeout: 60_000 }).not.toBe('working');
  return read();
};

async function exported(
  desk: TestCore,
  projectId: string,
  media: boolean,
): Promise<{ shown: Transfer; bytes: Buffer }> {
  const transferId = newId();
  await desk.read('POST', '/desk/exports', { transferId, connectionId: 'local', projectId, media });
  const shown = await ended(desk, transferId);
  const response = await desk.ask('GET', `/desk/transfers/${transferId}/file`);
  return { shown, bytes: Buffer.from(await response.arrayBuffer()) };
}

async function imported(
  desk: TestCore,
  bytes: Buffer,
  choices: { withoutMissing?: 'true' } = {},
): Promise<Transfer> {
  const transferId = newId();
  const query = new URLSearchParams({
    ...choices,
    transferId,
    connectionId: 'local',
    filename: 'project.patchbay',
    sizeBytes: String(bytes.byteLength),
  });
  const response = await desk.core.fetch(
    new Request(`http://app.test/desk/imports?${query.toString()}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
    }),
  );
  expect(response.status).toBe(201);
  return ended(desk, transferId);
}

const documentOf = async (desk: TestCore, id: string) =>
  (await desk.read('GET', `${API}/projects/${id}/document`)) as PublicProjectDocument;
const projectNames = async (desk: TestCore) =>
  ((await desk.read('GET', `${API}/projects?limit=200`)) as { data: { name: string }[] }).data.map(
    ({ name }) => name,
  );

/** A project with a picture in its graph, another in its storyboard, and a timeline of the first. */
async function project(
  desk: TestCore,
): Promise<{ id: string; graph: Graph; photo: string; sizes: number[] }> {
  const send = async (filename: string) => {
    const bytes = new Uint8Array(
      await sharp(randomBytes(48 * 48 * 3), { raw: { width: 48, height: 48, channels: 3 } })
        .png()
        .toBuffer(),
    );
    const upload = (await (await desk.upload({ bytes, filename })).json()) as Upload;
    return { fileId: (await desk.uploadEnded(upload.id)).fileId!, size: bytes.byteLength };
  };
  const [photo, board] = [await send('photo.png'), await send('board.png')];
  const made = (await desk.read('POST', `${API}/projects`, {
    name: 'Two / pictures',
  })) as PublicProjectDetail;
  const graph: Graph = {
    nodes: [
      {
        id: 'in',
        type: 'input/image',
        title: 'Photo',
        position: { x: 10, y: 20 },
        inputs: { file: { type: 'image', value: photo.fileId } },
      },
      { id: 'blur', type: 'image/blur', title: null, position: { x: 400, y: 20 }, inputs: {} },
    ],
    connections: [{ from: ['in', 'image'], to: ['blur', 'image'] }],
  };
  let { version } = (await desk.read('PUT', `${API}/projects/${made.id}/document`, {
    document: { graph },
    expectedVersion: made.version,
  })) as PublicProjectDocument;
  ({ version } = (await desk.read('PUT', `${API}/projects/${made.id}/storyboard`, {
    expectedVersion: version,
    document: {
      serviceType: 'storyboard',
      version: 1,
      sequences: [
        {
          id: 's1',
          shots: [
            {
              id: 'one',
              panels: [
                { media: { fileId: board.fileId } },
                { media: { url: 'https://store.example/a.png?X-Amz-Signature=secret' } },
              ],
            },
          ],
        },
      ],
    },
  })) as PublicProjectDocument);
  await desk.read('PUT', `${API}/projects/${made.id}/timeline`, {
    expectedVersion: version,
    document: {
      serviceType: 'timeline',
      version: 1,
      timeline: {
        tracks: [{ id: 't1' }],
        clips: [{ id: 'c1', trackId: 't1', filename: 'photo.png', startTime: 0, duration: 2 }],
      },
    },
  });
  return { id: made.id, graph, photo: photo.fileId, sizes: [photo.size, board.size] };
}

const bytesOf = async (desk: TestCore, fileId: string): Promise<string> => {
  const { urls } = (await desk.read('POST', '/desk/media', {
    connectionId: 'local',
    items: [{ source: { kind: 'file', fileId }, variant: 'original' }],
  })) as { urls: { url: string }[] };
  const response = await desk.core.media(new Request(urls[0]!.url));
  expect(response.status).toBe(200);
  return createHash('sha256')
    .update(Buffer.from(await response.arrayBuffer()))
    .digest('hex');
};

const withFile = (graph: Graph, fileId: string): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) =>
    node.id === 'in' ? { ...node, inputs: { file: { type: 'image', value: fileId } } } : node,
  ),
});

describe('a project as a file', { timeout: 120_000 }, () => {
  test('comes out of one service and into another, media and all', async () => {
    const [here, there] = [await start(), await start()];
    const { id, graph, photo } = await project(here);
    const { shown, bytes } = await exported(here, id, true);
    expect(shown).toMatchObject({ state: 'done', name: 'Two / pictures', nodeCount: 2, mediaCount: 2 });
    expect(shown.sizeBytes).toBe(bytes.byteLength);
    expect(shown.problems).toEqual(['An address was a credential and lost the part that is secret.']);
    expect(bytes.includes('X-Amz-Signature')).toBe(false);

    const result = await imported(there, bytes);
    expect(result).toMatchObject({
      state: 'done',
      mediaCount: 2,
      shotCount: 1,
      clipCount: 1,
      problems: [],
      error: null,
    });
    const document = await documentOf(there, result.projectId!);
    expect(document.name).toBe('Two / pictures');
    const fileId = document.document.graph.nodes[0]!.inputs!['file']!.value as string;
    expect(fileId).not.toBe(photo);
    expect(document.document.graph).toEqual(withFile(graph, fileId));
    expect(await bytesOf(there, fileId)).toBe(await bytesOf(here, photo));
    const board = JSON.stringify(await there.read('GET', `${API}/projects/${result.projectId}/storyboard`));
    expect(board).toContain('https://store.example/a.png"');
    const boardFile = /"fileId":"([^"]+)"/.exec(board)![1]!;
    expect((await there.ask('GET', `${API}/files/${boardFile}`)).status).toBe(200);
    const line = JSON.stringify(await there.read('GET', `${API}/projects/${result.projectId}/timeline`));
    expect(line).toContain('"filename":"photo.png"');
    // Its card shows what its film shows first.
    const body = { connectionId: 'local', projectIds: [result.projectId!] };
    const firstFile = async () =>
      deskRoutes.projectFaces.response.parse(await there.read('POST', '/desk/project-faces', body)).faces[0]
        ?.firstFileId;
    await expect.poll(firstFile).toBe(fileId);
    const versions = VersionPage.parse(await there.read('GET', `/desk/versions/local/${result.projectId}`));
    const graphs = versions.versions.filter(({ kind }) => kind === 'graph');
    expect(graphs[0]).toMatchObject({ reason: 'imported', nodeCount: 2 });
    // Nothing stays on the disk of either but the file to be fetched.
    expect(readdirSync(join(there.folder, 'desk/transfers'))).toEqual([]);
    expect(readdirSync(join(here.folder, 'desk/uploads'))).toEqual([]);
  });

  test('back into the same service, the media are those that are there', { tags: 'rig' }, async () => {
    const desk = await start();
    const { id, graph, photo } = await project(desk);
    const frame = { title: 'Look', position: { x: 0, y: 0 }, size: { width: 300, height: 200 } };
    const canvas = { ...emptyCanvas(), frames: { f: frame } };
    const { version: expectedVersion } = await documentOf(desk, id);
    const metadata = { client: 'North', [CANVAS_KEY]: canvas };
    await desk.read('PATCH', `${API}/projects/${id}/metadata`, { expectedVersion, metadata });
    const { bytes } = await exported(desk, id, true);
    const result = await imported(desk, bytes);
    // Frames and notes come along; what others noted on the project does not.
    expect((await documentOf(desk, result.projectId!)).metadata).toEqual(canvasMetadata(canvas));
    expect(result).toMatchObject({ state: 'done', problems: [] });
    expect(result.projectId).not.toBe(id);
    expect((await documentOf(desk, result.projectId!)).document.graph).toEqual(withFile(graph, photo));
    const { files } = (await desk.read('GET', '/desk/files?connectionId=local')) as { files: unknown[] };
    expect(files).toHaveLength(2);
  });

  test(
    'without its media it finds them where they are, and says what is missing elsewhere',
    { tags: 'rig' },
    async () => {
      const [here, there] = [await start(), await start()];
      const { id, graph, photo } = await project(here);
      const { bytes, shown } = await exported(here, id, false);
      expect(shown.mediaCount).toBe(0);
      const again = await imported(here, bytes);
      expect((await documentOf(here, again.projectId!)).document.graph).toEqual(withFile(graph, photo));
      const elsewhere = await imported(there, bytes);
      expect(elsewhere.state).toBe('done');
      expect(elsewhere.problems).toContain('“photo.png” is not in the file. Add it again where it is used.');
      const [node] = (await documentOf(there, elsewhere.projectId!)).document.graph.nodes;
      expect(node!.inputs!['file']).toMatchObject({ value: null });
    },
  );

  /** A file written by hand, with a picture in each node but those that blur. */
  async function written(
    graph: { nodes: { id: string; type: string }[]; connections: unknown[] },
    bytes: Buffer | null = null,
  ): Promise<Buffer> {
    const zip = new ZipFile();
    const holders = graph.nodes.filter(({ type }) => type !== 'image/blur');
    const media = await Promise.all(
      holders.map(async ({ id }, index) => {
        const background = { r: 40 * index, g: 90, b: 160 };
        const photo =
          bytes ??
          (await sharp({ create: { width: 8, height: 8, channels: 3, background } })
            .png()
            .toBuffer());
        const sha256 = createHash('sha256').update(photo).digest('hex');
        zip.addBuffer(photo, `media/${sha256}`);
        const sizeBytes = photo.length;
        return {
          fileId: `file_${id}.png`,
          filename: `${id}.png`,
          contentType: 'image/png',
          sizeBytes,
          sha256,
        };
      }),
    );
    const manifest = {
      format: 'patchbay-project',
      formatVersion: 1,
      name: 'Written',
      exportedAt: '2026-01-01T00:00:00Z',
      writtenBy: 'x',
      media,
    };
    const nodes = graph.nodes.map(({ id, type }) => ({
      id,
      type,
      inputs: type === 'image/blur' ? {} : { file: { type: 'image', value: `file_${id}.png` } },
    }));
    zip.addBuffer(Buffer.from(JSON.stringify(manifest)), 'manifest.json');
    zip.addBuffer(Buffer.from(JSON.stringify({ graph: { ...graph, nodes } })), 'document.json');
    zip.end();
    return buffer(zip.outputStream);
  }
  const filesOf = async (desk: TestCore) =>
    (
      (await desk.read('GET', '/desk/files?connectionId=local')) as { files: { filename: string }[] }
    ).files.map(({ filename }) => filename);

  test('a photo in HEIC comes along, and it is said what it is and what to do', { tags: 'rig' }, async () => {
    const desk = await start();
    const heic = Buffer.from('\0\0\0\u0018ftypheic\0\0\0\0mif1heic', 'latin1');
    const graph = { nodes: [{ id: 'a', type: 'input/image' }], connections: [] };
    const result = await imported(desk, await written(graph, heic));
    expect(result).toMatchObject({
      state: 'done',
      mediaCount: 1,
      problems: [
        '“a.png” is HEIC, which nodes and films cannot read here. Save it as JPEG and choose that where it is used.',
      ],
    });
  });

  test('an import that fails half way leaves neither project nor media', { tags: 'rig' }, async () => {
    const desk = await start();
    const before = await projectNames(desk);
    // Every node is known; what the service refuses, once the media are there, is a pin.
    const bytes = await written({
      nodes: [
        { id: 'a', type: 'input/image' },
        { id: 'b', type: 'image/blur' },
      ],
      connections: [{ from: ['a', 'image'], to: ['b', 'that-nobody-has'] }],
    });
    const result = await imported(desk, bytes);
    expect(result).toMatchObject({ state: 'failed', step: 'creating', projectId: null, mediaCount: 1 });
    expect(result.error).toMatch(/that-nobody-has/);
    expect(await projectNames(desk)).toEqual(before);
    expect(await filesOf(desk)).toEqual([]);
    expect(readdirSync(join(desk.folder, 'desk/transfers'))).toEqual([]);
  });

  test('node types that the service does not have are told before anything is made; it goes on without them when asked', async () => {
    const desk = await start();
    const before = await projectNames(desk);
    const bytes = await written({
      nodes: [
        { id: 'a', type: 'input/image' },
        { id: 'b', type: 'image/that-nobody-has' },
        { id: 'c', type: 'image/that-nobody-has' },
        { id: 'd', type: 'other/thing' },
        { id: 'e', type: 'image/blur' },
      ],
      connections: [
        { from: ['a', 'image'], to: ['b', 'image'] },
        { from: ['a', 'image'], to: ['e', 'image'] },
      ],
    });
    const refused = await imported(desk, bytes);
    expect(refused).toMatchObject({ state: 'failed', step: 'checking', projectId: null, mediaCount: 0 });
    expect(refused.error).toBe(
      'This service does not have the node types image/that-nobody-has, other/thing. Import the file on a service that has them, or import it without those nodes.',
    );
    expect(refused.missingTypes).toEqual([
      { type: 'image/that-nobody-has', nodes: 2 },
      { type: 'other/thing', nodes: 1 },
    ]);
    expect(await projectNames(desk)).toEqual(before);
    expect(((await desk.read('GET', '/desk/uploads')) as { uploads: unknown[] }).uploads).toEqual([]);

    const result = await imported(desk, bytes, { withoutMissing: 'true' });
    expect(result).toMatchObject({ state: 'done', nodeCount: 2, mediaCount: 1 });
    expect(result.problems).toEqual([
      '2 nodes of the type image/that-nobody-has were left out.',
      'One node of the type other/thing was left out.',
      'A wire of theirs went with them.',
    ]);
    const { graph } = (await documentOf(desk, result.projectId!)).document;
    expect(graph.nodes.map(({ id }) => id)).toEqual(['a', 'e']);
    expect(graph.connections).toEqual([{ from: ['a', 'image'], to: ['e', 'image'] }]);
    // Media that only the nodes left out had stay out as well.
    expect(await filesOf(desk)).toEqual(['a.png']);
  });

  test('what a killed import had made is taken back at the next start', { tags: 'rig' }, async () => {
    const first = await start();
    const { id } = await project(first);
    const { version } = (await first.read('GET', `${API}/projects/${id}`)) as PublicProjectDetail;
    expect(version).toBeGreaterThan(1);
    await first.core.close();
    writeFileSync(
      join(first.folder, 'desk/transfers/transfer_00000000.made.json'),
      JSON.stringify({ connectionId: 'local', creation: null, projectId: id, fileIds: [] }),
    );
    writeFileSync(join(first.folder, 'desk/transfers/transfer_00000000'), 'half a file');

    const second = await start(first.folder);
    await expect
      .poll(() => readdirSync(join(first.folder, 'desk/transfers')), { timeout: 30_000 })
      .toEqual([]);
    expect((await second.ask('GET', `${API}/projects/${id}`)).status).toBe(404);
  });

  test('a canceled export and a refused file leave nothing', { tags: 'rig' }, async () => {
    const desk = await start();
    const { id } = await project(desk);
    const transferId = newId();
    await desk.read('POST', '/desk/exports', {
      transferId,
      connectionId: 'local',
      projectId: id,
      media: true,
    });
    const canceled = Transfer.parse(await desk.read('POST', `/desk/transfers/${transferId}/cancel`));
    expect(['canceled', 'done']).toContain(canceled.state);
    expect((await desk.ask('GET', `/desk/transfers/${transferId}/file`)).status).toBe(
      canceled.state === 'done' ? 200 : 404,
    );
    const refused = await imported(desk, Buffer.from('PK but no archive'));
    expect(refused).toMatchObject({ state: 'failed', error: expect.stringMatching(/not a project file/) });
    const missing = newId();
    await desk.read('POST', '/desk/exports', {
      transferId: missing,
      connectionId: 'local',
      projectId: 'prj_none',
      media: true,
    });
    expect(await ended(desk, missing)).toMatchObject({ state: 'failed' });
    expect(await desk.read('GET', '/desk/queue/ended?connectionId=local')).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ id: missing, work: 'export', state: 'failed' }),
        expect.objectContaining({ id: refused.id, work: 'import', state: 'failed', error: refused.error }),
        expect.objectContaining({ id: transferId, work: 'export', state: canceled.state }),
      ]),
    });
    expect(readdirSync(join(desk.folder, 'desk/transfers')).filter((name) => name !== transferId)).toEqual(
      [],
    );
  });
});
