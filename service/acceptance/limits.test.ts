import { crc32, deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EndpointId } from '#shared/api/index.ts';
import { publish } from './template-story.ts';
import { TestService, textNode } from './harness.ts';

/** Pages, storage and pictures: where the service says that it is enough. */
let service: TestService;
const open = async (config: Parameters<typeof TestService.open>[1] = {}) => {
  service = await TestService.open('in-process', config);
};
beforeEach(() => open());
afterEach(() => service.close());

const form = (bytes: Uint8Array, name = 'a.bin', type = 'application/octet-stream') => {
  const made = new FormData();
  made.set('file', new Blob([new Uint8Array(bytes)], { type }), name);
  return made;
};

describe('pages', () => {
  /** @returns a caller of a list that has more than 200 entries. */
  const LISTS: Record<string, () => Promise<(query: Record<string, number>) => Promise<unknown[]>>> = {
    projects: async () => {
      for (let made = 0; made < 201; made += 1) await service.createProject();
      return async (query) => (await service.ok('projects.list', { query })).data;
    },
    templates: async () => {
      await service.ok('templates.list');
      for (let made = 0; made < 201; made += 1) await publish(service, { endpoint: false });
      return async (query) => (await service.ok('templates.list', { query })).data;
    },
    'run events': async () => {
      const nodes = Array.from({ length: 101 }, (_, index) => textNode(`n${index}`, `text ${index}`));
      const run = await service.ok('runs.create', { body: { graph: { nodes, connections: [] } } });
      await service.engine.whenIdle();
      const params = { run_id: run.id };
      return async (query) => (await service.ok('runs.listEvents', { params, query })).data;
    },
  };

  it.each(Object.entries(LISTS))(
    'of %s hold 50, as many as are asked for, and never more than 200',
    { tags: 'rig' },
    async (_, fill) => {
      const list = await fill();
      expect((await list({})).length).toBe(50);
      expect((await list({ limit: 3 })).length).toBe(3);
      expect((await list({ limit: 200 })).length).toBe(200);
      expect((await list({ limit: 1_000_000 })).length).toBe(200);
    },
  );

  it('of node types hold 50 as well', async () => {
    expect((await service.ok('nodeTypes.list')).data.length).toBe(50);
  });

  it.each<EndpointId>(['projects.list', 'templates.list', 'nodeTypes.list'])(
    '%s refuses a limit that is none',
    async (id) => {
      for (const limit of [0, -1, 1.5, 'many', '1e999']) {
        const { status } = await service.call(id, { query: { limit } });
        expect([limit, status]).toEqual([limit, 422]);
      }
    },
  );
});

describe('storage', () => {
  it('is used by what is stored, given back by what is deleted, and never by runs', async () => {
    await service.close();
    await open({ storageLimit: 1000 });
    // The sample's picture is a gift.
    await service.ok('projects.list');
    const first = await service.ok('files.upload', { body: form(Buffer.alloc(600, 1)) });
    expect((await service.refused('files.upload', 507, { body: form(Buffer.alloc(600, 2)) })).code).toBe(
      'STORAGE_LIMIT_EXCEEDED',
    );
    const session = await service.ok('files.createUpload', { body: { filename: 'b.bin', sizeBytes: 400 } });
    await service.refused('files.createUpload', 507, { body: { filename: 'c.bin', sizeBytes: 1 } });
    await service.raw(session.upload?.url ?? '', { method: 'PUT', body: Buffer.alloc(400, 3) });
    await service.ok('files.completeUpload', { params: { upload_id: session.uploadId }, body: {} });
    await service.refused('files.createUpload', 507, { body: { filename: 'c.bin', sizeBytes: 1 } });
    const graph = { nodes: [{ id: 'g', type: 'image/gradient', inputs: {} }], connections: [] };
    const run = await service.ok('runs.create', { body: { graph } });
    await service.engine.whenIdle();
    expect((await service.ok('runs.get', { params: { run_id: run.id } })).status).toBe('succeeded');
    await service.ok('files.delete', { params: { file_id: first.fileId } });
    await service.restart();
    await service.ok('files.upload', { body: form(Buffer.alloc(600, 4)) });
    await service.refused('files.createUpload', 507, { body: { filename: 'c.bin', sizeBytes: 1 } });
  });

  it('that sessions kept for nothing is free again after the next start, and their bytes are gone', async () => {
    await service.close();
    await open({ storageLimit: 1000 });
    const session = await service.ok('files.createUpload', { body: { filename: 'a.bin', sizeBytes: 900 } });
    await service.raw(session.upload?.url ?? '', { method: 'PUT', body: Buffer.alloc(900, 1) });
    expect(await service.context.blobs.listIncoming()).toHaveLength(1);
    service.clockOffsetMs = 3_601_000;
    await service.restart();
    expect(await service.context.blobs.listIncoming()).toEqual([]);
    await service.ok('files.createUpload', { body: { filename: 'b.bin', sizeBytes: 1000 } });
    const params = { upload_id: session.uploadId };
    expect((await service.refused('files.completeUpload', 410, { params, body: {} })).code).toBe(
      'UPLOAD_EXPIRED',
    );
  });
});

/** A PNG of so many black pixels, of which only the first lines are there. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const ends = Buffer.alloc(8);
    ends.writeUInt32BE(data.byteLength, 0);
    ends.writeUInt32BE(crc32(named), 4);
    return Buffer.concat([ends.subarray(0, 4), named, ends.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // One bit a pixel, gray.
  header.writeUInt8(1, 8);
  const lines = Buffer.alloc((1 + Math.ceil(width / 8)) * 64);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(lines)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('pictures that are bombs', () => {
  it('are kept as the files they are, and never unpacked for a preview', { tags: 'rig' }, async () => {
    const bomb = pngOf(60_000, 60_000);
    const { fileId } = await service.ok('files.upload', { body: form(bomb, 'bomb.png', 'image/png') });
    const nodes = [{ id: 'in', type: 'input/image', inputs: { file: { type: 'file', fileId } } }];
    const run = await service.ok('runs.create', { body: { graph: { nodes, connections: [] } } });
    await service.engine.whenIdle();
    expect(await service.ok('runs.get', { params: { run_id: run.id } })).toMatchObject({
      status: 'failed',
      error: { code: 'IMAGE_TOO_LARGE' },
    });
    const { urls, db } = service.context;
    const blob = String((await db.get('SELECT blob FROM files WHERE id = ?', [fileId]))?.['blob']);
    const preview = await service.raw(urls.preview(blob, 'preview', 60).url);
    expect(preview.status).toBe(404);
    // What it is, it still is.
    const { downloadUrl } = await service.ok('files.downloadUrl', { params: { file_id: fileId } });
    expect((await (await service.raw(downloadUrl)).arrayBuffer()).byteLength).toBe(bomb.byteLength);
  });
});
