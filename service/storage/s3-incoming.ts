import { randomBytes } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { BlobStore, StoredBlob } from './blob-store.ts';
import type { S3Objects } from './s3-objects.ts';

/** Parts of uploads, where several services use a bucket: any of them may be asked to put the parts together. */
const INCOMING = 'incoming/';

type Incoming = Pick<BlobStore, 'writeIncoming' | 'discardIncoming' | 'listIncoming' | 'join' | 'adopt'>;

interface IncomingOptions {
  objects: S3Objects;
  /** Of this computer. */
  local: BlobStore;
  folder: string;
  /** The object of a blob. */
  nameOf: (hash: string) => string;
  /** Sends a blob that lies on this computer. */
  send: (blob: StoredBlob) => Promise<StoredBlob>;
}

/** Keeps parts as objects below `incoming/`, and nothing of them on this computer. */
export function incomingInBucket({ objects, local, folder, nameOf, send }: IncomingOptions): Incoming {
  const pathOf = (name: string): string => join(folder, 'incoming', name);

  /** Brings parts here for a moment. */
  const withLocal = async <T>(
    names: readonly string[],
    work: (copies: string[]) => Promise<T>,
  ): Promise<T> => {
    const copies: string[] = [];
    try {
      for (const name of names) {
        const copy = `${name}-${randomBytes(6).toString('hex')}`;
        copies.push(copy);
        await local.writeIncoming(
          copy,
          Readable.from(objects.bytes(INCOMING + name)),
          Number.POSITIVE_INFINITY,
        );
      }
      return await work(copies);
    } finally {
      await local.discardIncoming(copies);
    }
  };

  return {
    async writeIncoming(name, source, limitBytes) {
      try {
        const received = await local.writeIncoming(name, source, limitBytes);
        await objects.uploadFile(INCOMING + name, pathOf(name), (await stat(pathOf(name))).size);
        return received;
      } finally {
        await local.discardIncoming([name]);
      }
    },
    async discardIncoming(names) {
      await local.discardIncoming(names);
      for (const name of names) await objects.remove(INCOMING + name);
    },
    async listIncoming() {
      const names = await local.listIncoming();
      for await (const name of objects.names(INCOMING)) names.push(name.slice(INCOMING.length));
      return names;
    },
    join: (segments) => withLocal(segments, async (copies) => send(await local.join(copies))),
    async adopt(segment, sha256) {
      const sizeBytes = await objects.size(INCOMING + segment);
      if (sizeBytes === null)
        throw Object.assign(new Error(`ENOENT: there is no part ${segment}`), { code: 'ENOENT' });
      if ((await objects.size(nameOf(sha256))) !== sizeBytes)
        await objects.copy(INCOMING + segment, nameOf(sha256));
      return { hash: sha256, sizeBytes };
    },
  };
}
