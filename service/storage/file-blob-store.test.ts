import { createHash } from 'node:crypto';
import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { describeBlobStore } from './blob-store-suite.ts';
import { createFileBlobStore } from './file-blob-store.ts';

describeBlobStore('blobs as files', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'patchbay-blobs-'));
  let time = 1_000_000;
  return {
    store: createFileBlobStore(directory, () => time),
    advance: (milliseconds) => {
      time += milliseconds;
    },
    close: () => rm(directory, { recursive: true, force: true }),
  };
});

it('what one thread wrote a moment ago is safe from the others', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'patchbay-blobs-'));
  try {
    const [engine, worker] = [createFileBlobStore(directory), createFileBlobStore(directory)];
    const { hash } = await worker.write(Buffer.from('of a worker'));
    expect(await engine.delete(hash)).toBe(false);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});

it('an upload of the bytes of a preview that a power cut took half of is stored whole', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'patchbay-blobs-'));
  try {
    const store = createFileBlobStore(directory);
    const bytes = Buffer.from('a picture that was not synced');
    const { hash } = await store.write(bytes, { transient: true });
    expect(hash).toBe(createHash('sha256').update(bytes).digest('hex'));
    await truncate(store.pathOf(hash), 4);
    await store.writeIncoming('part', Readable.from([bytes]), 100);
    expect(await store.adopt('part', hash)).toEqual({ hash, sizeBytes: bytes.length });
    expect((await buffer(store.read(hash))).equals(bytes)).toBe(true);
    expect(await store.listIncoming()).toEqual(['part']);
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
});
