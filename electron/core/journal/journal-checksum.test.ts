import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { entry, ids, journalPlace, reader, step } from '../testing/journal-place.ts';

async function written() {
  const place = journalPlace();
  const journal = place.open();
  for (const id of ['a', 'b', 'c']) {
    await journal.append('local', 'prj_1', {
      writer: 'w',
      entries: [entry(id)],
      history: [{ do: 'push', step: step(`Step ${id}`) }],
    });
  }
  await journal.close();
  return place;
}

/** Offsets of one character in each field of the second entry's line. */
const places = ['"Edit b"', '2026-01-01T00:00:00Z', '"nodeId":"b"', '"baseVersion":1', '"op":"removeNode"'];

test.each(places)(
  'a character changed in %s is noticed: the line is left out, the file stays beside',
  async (field) => {
    const { path, open } = await written();
    const bytes = readFileSync(path);
    const line = bytes.indexOf('"id":"b"');
    const at = bytes.indexOf(field, line - 20) + field.length - 2;
    bytes[at]! ^= 0x01;
    writeFileSync(path, bytes);
    const state = await open().claim('local', 'prj_1', reader);
    expect(state.entries.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(state.notice).toMatch(/was damaged.*set aside next to it/);
    const [aside, ...others] = readdirSync(dirname(path)).filter((name) => name.includes('.broken-'));
    expect(others).toEqual([]);
    expect(readFileSync(`${dirname(path)}/${aside}`).equals(bytes)).toBe(true);
    // What is written from now on is whole.
    expect((await open().claim('local', 'prj_1', reader)).notice).toBeNull();
  },
);

test('every changed character of a line is noticed, or changes nothing', async () => {
  const { path, open } = await written();
  const bytes = readFileSync(path);
  const whole = await open().claim('local', 'prj_1', reader);
  const end = bytes.indexOf('\n');
  for (let at = 0; at < end; at += 3) {
    const changed = Buffer.from(bytes);
    changed[at]! ^= 0x02;
    writeFileSync(path, changed);
    const found = await open().claim('local', 'prj_1', reader);
    const isNoticed = found.notice !== null && !found.entries.some(({ id }) => id === 'a');
    const isSame = JSON.stringify(found.entries) === JSON.stringify(whole.entries);
    expect([at, isNoticed || isSame]).toEqual([at, true]);
  }
});

test('lines of earlier versions, which have no checksum, are read', async () => {
  const { path, open } = journalPlace();
  await open().append('local', 'prj_1', { writer: 'w', entries: [entry('new')], history: [] });
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, `${JSON.stringify({ t: 'entry', entry: entry('old') })}\n${text}`);
  const journal = open();
  expect(await ids(journal)).toEqual(['old', 'new']);
  expect((await journal.claim('local', 'prj_1', reader)).notice).toBeNull();
});
