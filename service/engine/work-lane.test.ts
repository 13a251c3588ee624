import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { NativeTask, RunningNative } from '#native/pool/native-task.ts';
import type { CrashReason } from '#native/pool/native-child.ts';
import { TaskFolder } from '#native/pool/task-folder.ts';
import type { Json } from '#native/protocol.ts';
import { createFileBlobStore } from '#service/storage/file-blob-store.ts';
import { runInNativeChild } from './work-lane.ts';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'patchbay-lane-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** What a node of this category says whose child was lost. */
async function sentenceFor(reason: CrashReason, category: string, filenames: readonly string[]) {
  const folder = makeFolder();
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

/** Takes over what a child says that it made; the file `made` of it is there. */
async function takeOver(outputs: Json) {
  const root = makeFolder();
  const folder = new TaskFolder(join(root, 'child'));
  folder.create();
  writeFileSync(join(folder.path, 'out', 'made'), 'content');
  const native = {
    run: <T>(task: NativeTask<T>): RunningNative<T> => ({
      result: (async () => {
        const value = await task.collect({ outputs }, folder, new AbortController().signal);
        return { kind: 'succeeded' as const, value };
      })(),
      cancel: () => {},
      end: () => {},
    }),
  };
  const blobs = createFileBlobStore(join(root, 'blobs'));
  const task = {
    lane: 'work' as const,
    nodeType: 'a/b',
    category: 'image',
    runsPrograms: false,
    inputs: {},
    title: 'Blur',
    onProgress: () => {},
    onLog: () => {},
  };
  const result = await runInNativeChild({ native, blobs, timeLimitMs: 60_000 }, task).result;
  return { result, stored: readdirSync(join(root, 'blobs')).filter((name) => name !== 'incoming') };
}

const made = { kind: 'file', blob: 'output:made', filename: 'a', contentType: 'b', sizeBytes: 1 };
const outputsOf = (count: number): Json =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`output${index}`, made]));

it('a file that two outputs name is taken over for both', async () => {
  const { result, stored } = await takeOver(outputsOf(2));
  const file = { kind: 'file', filename: 'a', contentType: 'b', sizeBytes: 7 };
  expect(result).toMatchObject({ kind: 'succeeded', outputs: { output0: file, output1: file } });
  expect(stored).toHaveLength(1);
});

it('thousands of outputs are refused before a file is read', async () => {
  const { result, stored } = await takeOver(outputsOf(2000));
  expect(result).toMatchObject({
    kind: 'failed',
    message: 'Blur could not do its work: its result could not be taken over. Run again.',
  });
  expect(stored).toEqual([]);
});
