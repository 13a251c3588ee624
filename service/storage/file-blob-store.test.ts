import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
