import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { BlobSizeExceeded, type BlobStore } from './blob-store.ts';

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

export interface StoreUnderTest {
  store: BlobStore;
  /** Moves the store's clock on. */
  advance: (milliseconds: number) => void;
  close: () => Promise<void>;
}

/** What every blob store has to do; run it on each implementation. */
export function describeBlobStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`blob store: ${name}`, () => {
    const withStore = async (work: (store: BlobStore, advance: (ms: number) => void) => Promise<void>) => {
      const { store, advance, close } = await open();
      try {
        await work(store, advance);
      } finally {
        await close();
      }
    };
    const listHashes = async (store: BlobStore): Promise<string[]> => {
      const hashes: string[] = [];
      for await (const hash of store.list()) hashes.push(hash);
      return hashes;
    };

    it('names bytes by their hash and gives them back whole or in part', () =>
      withStore(async (store) => {
        const stored = await store.write(Buffer.from('hello world'));
        expect(stored).toEqual({ hash: sha256('hello world'), sizeBytes: 11 });
        expect(await store.has(stored.hash)).toBe(true);
        expect(await store.size(stored.hash)).toBe(11);
        expect((await buffer(store.read(stored.hash))).toString()).toBe('hello world');
        expect((await buffer(store.read(stored.hash, { start: 6, end: 8 }))).toString()).toBe('wor');
        expect((await readFile(store.pathOf(stored.hash))).toString()).toBe('hello world');
      }));

    it('stores streams, large ones too, and the same bytes once', () =>
      withStore(async (store) => {
        const chunk = Buffer.alloc(70_000, 7);
        const source = () => Readable.from(Array.from({ length: 60 }, () => chunk));
        const first = await store.write(source());
        const second = await store.write(source());
        expect(first).toEqual({ hash: sha256(Buffer.alloc(4_200_000, 7)), sizeBytes: 4_200_000 });
        expect(second).toEqual(first);
        expect(await listHashes(store)).toEqual([first.hash]);
        expect(await store.listIncoming()).toEqual([]);
      }));

    it.each([
      ['bytes', (text: string) => Buffer.from(text)],
      ['a stream', (text: string) => Readable.from([Buffer.from(text)])],
    ])('stores what passes beside what stays, once, and never in the place of it: %s', (_kind, of) =>
      withStore(async (store, advance) => {
        const staying = await store.write(Buffer.from('a picture'));
        advance(20 * 60_000);
        const identity = async () => (await stat(store.pathOf(staying.hash))).ino;
        const before = await identity();
        expect(await store.write(of('a picture'), { transient: true })).toEqual(staying);
        expect(await identity()).toBe(before);
        // It was asked for again, so it counts as fresh.
        expect(await store.delete(staying.hash)).toBe(false);
        const transientBlob = await store.write(of('a preview'), { transient: true });
        expect(transientBlob).toEqual({ hash: sha256('a preview'), sizeBytes: 9 });
        expect((await buffer(store.read(transientBlob.hash))).toString()).toBe('a preview');
        expect((await listHashes(store)).toSorted()).toEqual([staying.hash, transientBlob.hash].toSorted());
        expect(await store.listIncoming()).toEqual([]);
      }),
    );

    it('keeps nothing of a source that fails or is aborted', () =>
      withStore(async (store) => {
        const failing = Readable.from(
          (function* source() {
            yield Buffer.from('some');
            throw new Error('cut off');
          })(),
        );
        await expect(store.write(failing)).rejects.toThrow('cut off');
        const { signal } = { signal: AbortSignal.abort(new Error('gone')) };
        await expect(store.write(Readable.from([Buffer.from('x')]), { signal })).rejects.toThrow('gone');
        expect(await listHashes(store)).toEqual([]);
        expect(await store.listIncoming()).toEqual([]);
      }));

    it('joins incoming parts in order, and adopts a single one', () =>
      withStore(async (store) => {
        const writeSegment = (name: string, content: string) =>
          store.writeIncoming(name, Readable.from([Buffer.from(content)]), 100);
        expect(await writeSegment('b', 'world')).toEqual({ sizeBytes: 5, sha256: sha256('world') });
        await writeSegment('a', 'hello ');
        expect(await store.join(['a', 'b'])).toEqual({ hash: sha256('hello world'), sizeBytes: 11 });
        expect(await store.adopt('b', sha256('world'))).toEqual({ hash: sha256('world'), sizeBytes: 5 });
        // Adopting what is there already changes nothing.
        await store.adopt('b', sha256('world'));
        expect((await store.listIncoming()).sort()).toEqual(['a', 'b']);
        await store.discardIncoming(['a', 'b', 'never']);
        expect(await store.listIncoming()).toEqual([]);
        expect((await buffer(store.read(sha256('world')))).toString()).toBe('world');
      }));

    it('refuses more bytes than allowed and keeps none of them', () =>
      withStore(async (store) => {
        await expect(store.writeIncoming('a', Readable.from([Buffer.alloc(11)]), 10)).rejects.toThrow(
          BlobSizeExceeded,
        );
        expect(await store.listIncoming()).toEqual([]);
      }));

    it('deletes, but not what was written a moment ago', () =>
      withStore(async (store, advance) => {
        const { hash } = await store.write(Buffer.from('fresh'));
        expect(await store.delete(hash)).toBe(false);
        expect(await store.has(hash)).toBe(true);
        advance(11 * 60_000);
        expect(await store.delete(hash)).toBe(true);
        expect(await store.has(hash)).toBe(false);
        expect(await store.delete(hash)).toBe(true);
        await expect(store.size(hash)).rejects.toThrow('ENOENT');
      }));

    it('does not delete old bytes that somebody wrote again a moment ago', () =>
      withStore(async (store, advance) => {
        const { hash } = await store.write(Buffer.from('again'));
        advance(11 * 60_000);
        await store.write(Buffer.from('again'));
        expect(await store.delete(hash)).toBe(false);
        advance(11 * 60_000);
        const { sha256: name } = await store.writeIncoming('a', Readable.from([Buffer.from('again')]), 10);
        await store.adopt('a', name);
        expect(await store.delete(hash)).toBe(false);
        expect(await store.has(hash)).toBe(true);
      }));

    it('takes no name that leads elsewhere', () =>
      withStore(async (store) => {
        expect(() => store.pathOf('../../etc/passwd')).toThrow('hex');
        await expect(store.writeIncoming('../x', Readable.from([]), 1)).rejects.toThrow('name');
      }));
  });
}
