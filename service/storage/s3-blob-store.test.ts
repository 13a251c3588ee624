// @module-tag rig
import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { describeBlobStore } from './blob-store-suite.ts';
import { parseMediaLocation, type S3Location } from './media-location.ts';
import { createS3BlobStore } from './s3-blob-store.ts';
import { S3Objects } from './s3-objects.ts';
import { startS3Server, type S3Server } from './testing/s3-server.ts';

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.close());

let prefixes = 0;
const locationOf = (place: string): S3Location => {
  const location = parseMediaLocation(place);
  if (location === null) throw new Error('That is the folder.');
  return location;
};
/** Milliseconds, for a store that never answers. */
const QUICK = { connectionTimeout: 1000, socketTimeout: 500, requestTimeout: 500 };

async function opened({
  prefix = `p${(prefixes += 1)}`,
  options = '',
  getTime = Date.now,
  limits = {},
} = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-copies-'));
  const location = locationOf(server.place(prefix, options));
  const objects = new S3Objects({ location, limits, tries: 3 });
  const store = createS3BlobStore({ objects, folder, cacheBytes: location.cacheBytes, getTime });
  const close = async () => {
    objects.close();
    await rm(folder, { recursive: true, force: true });
  };
  return { store, objects, folder, prefix, close };
}

describeBlobStore('blobs in a bucket', async () => {
  let offset = 0;
  const { store, close } = await opened({ getTime: () => Date.now() + offset });
  return { store, advance: (milliseconds) => (offset += milliseconds), close };
});

describe('blobs in a bucket', () => {
  let bench: Awaited<ReturnType<typeof opened>>;
  let store: BlobStore;
  beforeEach(async () => {
    bench = await opened();
    ({ store } = bench);
  });
  afterEach(async () => {
    server.faults(null);
    await bench.close();
  });

  /** The same bucket, as another computer sees it. */
  const elsewhere = () => opened({ prefix: bench.prefix });
  const all = async (source: BlobStore, hash: string) => buffer(source.read(hash));

  test('are there for another computer, whole, in part and as files', async () => {
    const bytes = randomBytes(300_000);
    const { hash } = await store.write(bytes);
    const other = await elsewhere();
    expect(await other.store.size(hash)).toBe(300_000);
    expect((await all(other.store, hash)).equals(bytes)).toBe(true);
    const part = await buffer(other.store.read(hash, { start: 100, end: 4099 }));
    expect(part.equals(bytes.subarray(100, 4100))).toBe(true);
    expect(existsSync(other.store.pathOf(hash))).toBe(false);
    await Promise.all([other.store.makeLocal([hash, hash]), other.store.makeLocal([hash])]);
    expect(existsSync(other.store.pathOf(hash))).toBe(true);
    await other.close();
  });

  test('are sent in pieces where they are large, and come back as they were', async () => {
    const bytes = randomBytes(20 * 1024 ** 2);
    const { hash } = await store.write(Readable.from([bytes]));
    expect(server.requests.filter((line) => line.includes('partNumber=')).length).toBeGreaterThanOrEqual(3);
    const other = await elsewhere();
    expect(
      createHash('sha256')
        .update(await all(other.store, hash))
        .digest('hex'),
    ).toBe(hash);
    await other.close();
  });

  test('of which a piece fails are given up there, and nothing stays', async () => {
    server.faults((_method, url) =>
      url.includes('partNumber=2') ? { kind: 'refuse', status: 500, code: 'InternalError' } : null,
    );
    const before = server.requests.length;
    await expect(store.write(randomBytes(20 * 1024 ** 2))).rejects.toThrow('The store fails');
    expect(server.requests.slice(before).some((line) => /^DELETE .*uploadId=/.test(line))).toBe(true);
    server.faults(null);
    const hashes: string[] = [];
    for await (const hash of store.list()) hashes.push(hash);
    expect(hashes).toEqual([]);
  });

  test('are asked for again where an answer is cut short, from there on', async () => {
    const bytes = randomBytes(2_000_000);
    const { hash } = await store.write(bytes);
    const other = await elsewhere();
    let cuts = 0;
    server.faults((method) => (method === 'GET' && cuts++ < 2 ? { kind: 'cut', afterBytes: 500_000 } : null));
    const before = server.requests.length;
    expect((await all(other.store, hash)).equals(bytes)).toBe(true);
    expect(server.requests.length - before).toBe(3);
    server.faults((method) => (method === 'GET' ? { kind: 'cut', afterBytes: 10 } : null));
    await expect(all(other.store, hash)).rejects.toThrow('cannot be reached');
    await expect(other.store.makeLocal([hash])).rejects.toThrow('cannot be reached');
    expect(existsSync(other.store.pathOf(hash))).toBe(false);
    await other.close();
  });

  test('are tried again where the store is busy, and said to be busy where it stays so', async () => {
    let refusals = 0;
    server.faults(() => (refusals++ < 2 ? { kind: 'refuse', status: 503, code: 'SlowDown' } : null));
    const { hash } = await store.write(Buffer.from('at the third try'));
    server.faults(() => ({ kind: 'refuse', status: 503, code: 'SlowDown' }));
    await expect(store.write(Buffer.from('never'))).rejects.toThrow('The store is busy');
    server.faults(null);
    expect(await store.has(hash)).toBe(true);
  });

  test('whose store does not answer are given up after a time', async () => {
    const impatient = await opened({ limits: QUICK });
    server.faults(() => ({ kind: 'hold' }));
    await expect(impatient.store.write(Buffer.from('silence'))).rejects.toThrow('cannot be reached');
    await impatient.close();
  });

  test('that changed in the store are not taken for what they were', async () => {
    const { hash } = await store.write(Buffer.from('as it was'));
    await bench.objects.uploadBytes(`blobs/${hash.slice(0, 2)}/${hash}`, Buffer.from('as it is!'));
    const other = await elsewhere();
    await expect(all(other.store, hash)).rejects.toThrow('other bytes');
    await expect(other.store.makeLocal([hash])).rejects.toThrow('other bytes');
    expect(existsSync(other.store.pathOf(hash))).toBe(false);
    await other.close();
  });

  test('are set aside in the store and come back', async () => {
    const { hash } = await store.write(Buffer.from('unknown'));
    const root = join(bench.folder, 'aside');
    await store.quarantine([hash], [], join(root, 'of-a-day'));
    expect(await store.has(hash)).toBe(false);
    expect(await store.listQuarantined(root)).toEqual([{ folder: join(root, 'of-a-day'), hashes: [hash] }]);
    await store.restore(hash, join(root, 'of-a-day'));
    expect(await store.has(hash)).toBe(true);
    expect((await all(store, hash)).toString()).toBe('unknown');
  });

  test('that an earlier process has begun to send are given up, of this prefix alone', async () => {
    const upload = (key: string) =>
      `<Upload><Key>${key}</Key><UploadId>${key.slice(0, 2)}-id</UploadId></Upload>`;
    const body = `<?xml version="1.0"?><ListMultipartUploadsResult>${upload(`${bench.prefix}/blobs/aa/x`)}${upload('zz/blobs/aa/x')}</ListMultipartUploadsResult>`;
    server.faults((method, url) =>
      method === 'DELETE' || url.includes('uploads') ? { kind: 'answer', body } : null,
    );
    const before = server.requests.length;
    expect(await bench.objects.abortUnfinished()).toBe(1);
    const removed = server.requests.slice(before).filter((line) => line.startsWith('DELETE'));
    expect(removed.map((line) => line.replace(/\?.*/, ''))).toEqual([
      `DELETE /media/${bench.prefix}/blobs/aa/x`,
    ]);
  });

  test('are listed page by page', async () => {
    const { hash } = await store.write(Buffer.from('on the last page'));
    const [first, second] = ['1'.repeat(64), '2'.repeat(64)] as const;
    const page = (key: string, token: string) =>
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken><Contents><Key>${bench.prefix}/blobs/${key.slice(0, 2)}/${key}</Key></Contents></ListBucketResult>`;
    server.faults((_method, url) => {
      if (url.includes('continuation-token=to-third')) return null;
      const body = url.includes('continuation-token=to-second')
        ? page(second, 'to-third')
        : page(first, 'to-second');
      return url.includes('list-type=2') ? { kind: 'answer', body } : null;
    });
    const hashes: string[] = [];
    // The server itself has no page with such a name: it gives all it has.
    const listing = (async () => {
      for await (const each of store.list()) hashes.push(each);
    })();
    await listing.catch(() => undefined);
    expect(hashes.slice(0, 2)).toEqual([first, second]);
    expect(server.requests.at(-1)).toContain('continuation-token=to-third');
    server.faults(null);
    expect(await store.has(hash)).toBe(true);
  });

  test('say what is wrong with the place at once', async () => {
    const problemOf = async (place: string) => {
      const objects = new S3Objects({ location: locationOf(place), limits: QUICK, tries: 1 });
      return objects.probe().then(
        () => '',
        (error: Error) => error.message,
      );
    };
    const { endpoint } = server;
    expect(await problemOf(`s3://nowhere?endpoint=${endpoint}`)).toContain('There is no bucket “nowhere”');
    expect(await problemOf('s3://media?endpoint=http://127.0.0.1:9')).toContain('cannot be reached');
    const { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret } = process.env;
    process.env['AWS_ACCESS_KEY_ID'] = 'ANOTHERKEY';
    const unknown = await problemOf(server.place());
    Object.assign(process.env, { AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: 'a-wrong-secret' });
    const wrong = await opened();
    const refused = await wrong.store.write(Buffer.from('x')).catch((error: Error) => error.message);
    await wrong.close();
    process.env['AWS_SECRET_ACCESS_KEY'] = secret;
    for (const problem of [unknown, refused]) {
      expect(problem).toContain('The keys are refused');
      expect(problem).not.toMatch(/ANOTHERKEY|a-wrong-secret|S3RVER/);
    }
  });
});
