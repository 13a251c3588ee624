// @module-tag rig
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharp } from '#native/testing/sharp.ts';
import { startS3Server, type S3Server } from '#service/storage/testing/s3-server.ts';
import { describeExternalRuns } from './external-run-cases.ts';
import { describeFiles } from './file-cases.ts';
import { TestService } from './harness.ts';
import { describeTimelines } from './timeline-cases.ts';

/** The service with its media in a bucket: the same cases as with a folder, and what may go wrong with a store. */

let server: S3Server;
let prefixes = 0;
const configOf = () => ({ media: server.place(`service-${(prefixes += 1)}`) });
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

describeFiles('in-process', configOf);
describeExternalRuns('in-process', configOf);
describeTimelines('in-process', configOf);

describe('media in a bucket', () => {
  let service: TestService;
  beforeEach(async () => {
    service = await TestService.open('in-process', { ...configOf(), multipartThreshold: 1_000_000 });
  });
  afterEach(async () => {
    server.faults(null);
    await service.close();
  });

  async function uploaded(bytes: Buffer, filename: string): Promise<string> {
    const body = { filename, sizeBytes: bytes.length };
    const { upload, uploadId } = await service.ok('files.createUpload', { body });
    await service.raw(upload?.url ?? '', { method: 'PUT', body: new Uint8Array(bytes) });
    const params = { upload_id: uploadId };
    return (await service.ok('files.completeUpload', { params, body: {} })).fileId;
  }
  const photo = (color: string) =>
    sharp({ create: { width: 40, height: 30, channels: 3, background: color } })
      .png()
      .toBuffer();
  const blobsInFolder = () =>
    readdirSync(join(service.directory, 'data/blobs')).filter((name) => /^[0-9a-f]{2}$/.test(name));

  /** Starts the making of a picture half as wide. */
  async function run(fileId: string) {
    const graph = {
      nodes: [
        { id: 'in', type: 'input/image', inputs: { file: { type: 'file', value: fileId } } },
        {
          id: 'small',
          type: 'image/resize',
          inputs: { width: { type: 'number', value: 20 }, height: { type: 'number', value: 15 } },
        },
      ],
      connections: [{ from: ['in', 'image'], to: ['small', 'image'] }],
    };
    const { id } = await service.ok('runs.create', { body: { graph } });
    await service.engine.whenIdle();
    return service.ok('runs.get', { params: { run_id: id } });
  }

  it('feeds decoders and takes what they make, also after a restart that is not told where it is', async () => {
    const fileId = await uploaded(await photo('#336699'), 'photo.png');
    const first = await run(fileId);
    expect(first.status).toBe('succeeded');
    expect(blobsInFolder()).toEqual([]);
    delete service.config.media;
    await service.restart();
    const other = await run(await uploaded(await photo('#993366'), 'other.png'));
    expect(other.status).toBe('succeeded');
    for (const { outputs } of [first, other]) {
      const output = outputs?.['small.image'];
      if (!output || !('downloadUrl' in output) || !output.downloadUrl)
        throw new Error('There is no picture.');
      const params = { file_id: output.fileId };
      const { downloadUrl } = await service.ok('files.downloadUrl', { params });
      const bytes = Buffer.from(await (await service.raw(downloadUrl)).arrayBuffer());
      expect((await sharp(bytes).metadata()).width).toBe(20);
    }
  });

  it('says that a store is busy, and takes the same file once it is not', async () => {
    const bytes = await photo('#123456');
    const body = { filename: 'late.png', sizeBytes: bytes.length };
    const { upload, uploadId } = await service.ok('files.createUpload', { body });
    await service.raw(upload?.url ?? '', { method: 'PUT', body: new Uint8Array(bytes) });
    const params = { upload_id: uploadId };
    server.faults(() => ({ kind: 'refuse', status: 503, code: 'SlowDown' }));
    const refused = await service.call('files.completeUpload', { params, body: {} });
    expect(refused.status).toBe(503);
    expect(refused.error).toMatchObject({ code: 'MEDIA_STORE_UNAVAILABLE' });
    expect(refused.text).toContain('The store is busy');
    expect(refused.text).not.toMatch(/S3RVER|Signature|Authorization/i);
    server.faults(null);
    await service.ok('files.completeUpload', { params, body: {} });
  });
});
