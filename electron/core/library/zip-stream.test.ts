import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { zipStream, type ZipMember } from './zip-stream.ts';

async function membersIn(zip: ReadableStream<Uint8Array>): Promise<Record<string, string>> {
  const path = join(temporaryFolder(), 'saved.zip');
  writeFileSync(path, Buffer.from(await new Response(zip).arrayBuffer()));
  const archive = await openPromise(path);
  const found: Record<string, string> = {};
  for await (const entry of archive.eachEntry()) {
    found[entry.fileName] = await text(await archive.openReadStreamPromise(entry));
  }
  return found;
}

const member = (name: string, open: ZipMember['open']): ZipMember => ({ name, open });

test('a ZIP holds what could be read, and a text about what could not', async () => {
  const opened: string[] = [];
  const zip = zipStream(
    [
      member('one.txt', async () => {
        opened.push('one');
        return Readable.from([Buffer.from('first '), Buffer.from('part')]);
      }),
      member('gone.png', async () => {
        throw new Error('It was deleted.');
      }),
      member('two.json', async () => Buffer.from('{}')),
    ],
    (error) => (error instanceof Error ? error.message : ''),
  );
  expect(await membersIn(zip)).toEqual({
    'one.txt': 'first part',
    'two.json': '{}',
    'Not included.txt': 'gone.png: It was deleted.\r\n',
  });
  expect(opened).toEqual(['one']);
});

test('a reader that leaves stops what is being fetched', async () => {
  const { promise: aborted, resolve } = Promise.withResolvers<string>();
  const zip = zipStream(
    [
      member('endless', async (signal) => {
        signal.addEventListener('abort', () => resolve('aborted'));
        return new Readable({ read: () => undefined });
      }),
    ],
    () => '',
  );
  const reader = zip.getReader();
  await reader.read();
  await reader.cancel();
  expect(await aborted).toBe('aborted');
});
