import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openPromise } from 'yauzl';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { createSpool } from './spool.ts';
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

const spool = () => {
  const folder = temporaryFolder();
  return { folder, ...createSpool(() => folder) };
};
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
    spool(),
  );
  expect(await membersIn(zip)).toEqual({
    'one.txt': 'first part',
    'two.json': '{}',
    'Not included.txt': 'gone.png: It was deleted.\r\n',
  });
  expect(opened).toEqual(['one']);
});

test('a reader that leaves stops what is being fetched', async () => {
  const opened = Promise.withResolvers<Readable>();
  const zip = zipStream(
    [
      member('endless', async () => {
        const endless = new Readable({ read: () => undefined });
        opened.resolve(endless);
        return endless;
      }),
    ],
    () => '',
    spool(),
  );
  const reader = zip.getReader();
  const first = reader.read();
  const endless = await opened.promise;
  await reader.cancel();
  await expect.poll(() => endless.destroyed).toBe(true);
  expect((await first).done).toBe(true);
});

test.each([1, 9])(
  'of five files of %d MB the third is cut off: the others come whole, and it is named',
  async (megabytes) => {
    const large = Buffer.alloc(megabytes * 1024 ** 2, 'x');
    const there = spool();
    const whole = (name: string) => member(name, async () => Readable.from([large, Buffer.from(name)]));
    const cut = member('third.png', async () =>
      Readable.from(
        (function* () {
          yield large;
          throw new Error('The connection was lost.');
        })(),
      ),
    );
    const members = [whole('first.png'), whole('second.png'), cut, whole('fourth.png'), whole('fifth.png')];
    const zip = zipStream(members, (error) => (error instanceof Error ? error.message : ''), there);
    const found = await membersIn(zip);
    const names = ['first.png', 'second.png', 'fourth.png', 'fifth.png'];
    expect(Object.keys(found)).toEqual([...names, 'Not included.txt']);
    for (const name of names) expect(found[name] === `${large.toString()}${name}`).toBe(true);
    expect(found['Not included.txt']).toBe('third.png: The connection was lost.\r\n');
    expect(readdirSync(there.folder)).toEqual([]);
  },
);

test('a reader that leaves in the middle of a large file leaves nothing of it on the disk', async () => {
  const there = spool();
  const large = member('large', async () => Readable.from([Buffer.alloc(9 * 1024 ** 2)]));
  const reader = zipStream([large], () => '', there).getReader();
  await reader.read();
  await reader.read();
  await reader.cancel();
  await expect.poll(() => readdirSync(there.folder)).toEqual([]);
});
