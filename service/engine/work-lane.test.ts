import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { RunningNative } from '#native/pool/native-pool.ts';
import type { LossReason } from '#native/pool/native-child.ts';
import { createFileBlobStore } from '#service/storage/file-blob-store.ts';
import { runInNativeChild } from './work-lane.ts';

/** What a node of this category says whose child was lost. */
async function sentenceFor(reason: LossReason, category: string, filenames: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-lane-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const lost = { kind: 'lost', reason, detail: '' } as const;
  const native = {
    run: <T>(): RunningNative<T> => ({ result: Promise.resolve(lost), cancel: () => {}, end: () => {} }),
  };
  const inputs = filenames.map((filename, index) => [
    `file${index}`,
    {
      kind: 'file' as const,
      blob: String(index).repeat(64),
      filename,
      contentType: 'image/svg+xml',
      sizeBytes: 1,
    },
  ]);
  const { result } = runInNativeChild(
    { native, blobs: createFileBlobStore(folder), timeLimitMs: 60_000 },
    {
      lane: 'work',
      nodeType: 'a/b',
      category,
      runsPrograms: false,
      inputs: Object.fromEntries(inputs),
      title: 'Blur',
      onProgress: () => {},
      onLog: () => {},
    },
  );
  const ended = await result;
  return ended.kind === 'failed' ? ended.message : ended.kind;
}

it('a file that takes too long is named, with what to do about it', async () => {
  expect(await sentenceFor('step-timed-out', 'image', ['bomb.svg'])).toBe(
    'bomb.svg could not be read: it takes too long. Save the picture again in another format, or choose another one, and run again.',
  );
  expect(await sentenceFor('step-timed-out', 'other', ['bomb.svg'])).toBe(
    'bomb.svg could not be read: it takes too long. Save the file again in another format, or choose another one, and run again.',
  );
  expect(await sentenceFor('step-timed-out', 'image', ['a.svg', 'b.svg'])).toContain(
    'This picture could not be read',
  );
});

it('a process that was ended again and again before it began is told as that', async () => {
  expect(await sentenceFor('not-started', 'image', ['big.jpg'])).toBe(
    'The process for Blur ended before it could begin, three times. Run again in a minute; restart Patchbay if it happens again.',
  );
});
