import { expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../reading/index.ts';
import { newSettings, readSettings } from './settings.ts';

const settings = newSettings({
  writtenBy: '0.1.0',
  project: { name: 'Sunset', version: 3 },
  output: { title: 'Poster', nodeId: 'out' },
  inputOverrides: { sky: { seed: { type: 'number', value: 7 } } },
  isExact: true,
  removed: 0,
  graph: { nodes: [{ id: 'sky', type: 'image/gradient', inputs: {} }], connections: [] },
});
const read = (value: unknown, isOurs = true) => readSettings(Buffer.from(JSON.stringify(value)), isOurs);

test('what was written is read again', () => {
  expect(read(settings)).toEqual({ found: 'settings', settings });
});

test('a newer version, a damaged graph and text say what to do', () => {
  expect(read({ ...settings, version: 2 })).toMatchObject({
    problem: expect.stringContaining('Update Patchbay'),
  });
  expect(read({ ...settings, graph: { nodes: 'none' } })).toMatchObject({
    problem: expect.stringContaining('damaged'),
  });
  expect(readSettings(Buffer.from('not json'), true)).toMatchObject({ found: 'problem' });
  expect(readSettings(Buffer.from([0xff, 0xfe]), true)).toMatchObject({ found: 'problem' });
});

test('JSON of somebody else beside a picture is no problem: there is nothing in it', () => {
  expect(read({ a: 1 }, false)).toEqual({ found: 'nothing' });
  expect(readSettings(Buffer.from('not json'), false)).toEqual({ found: 'nothing' });
  expect(read({ a: 1 }, true)).toMatchObject({ found: 'problem' });
});

test('what is nested too deeply or too large is refused before it is built', () => {
  const deep = '['.repeat(DEFAULT_LIMITS.depth + 2);
  expect(readSettings(Buffer.from(deep), true)).toMatchObject({ problem: expect.stringContaining('levels') });
  expect(readSettings(Buffer.alloc(DEFAULT_LIMITS.bytes + 1, 0x20), true)).toMatchObject({
    problem: expect.stringContaining('larger than'),
  });
});
