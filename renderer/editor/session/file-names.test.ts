import { expect, it, vi } from 'vitest';
import type { FileRecord } from '#shared/desk/index.ts';
import { FileNames } from './file-names.ts';

const named = (filename: string): FileRecord => ({
  fileId: 'file_1',
  connectionId: 'local',
  projectId: 'p',
  filename,
  contentType: 'image/png',
  sizeBytes: 1,
  origin: 'upload',
  createdAt: '2026-01-01T00:00:00Z',
});

/** Names whose readings a test answers one by one. */
function open() {
  const answers: ((files: FileRecord[]) => void)[] = [];
  const names = new FileNames({ listFiles: () => new Promise((resolve) => answers.push(resolve)) });
  const listener = vi.fn<() => void>();
  names.subscribe(listener);
  return { names, answers, listener };
}

it('wakes once for many files, and only where one is called otherwise', () => {
  const { names, listener } = open();
  names.add([named('Apple.png'), { ...named('Pear.png'), fileId: 'file_2' }]);
  expect(listener).toHaveBeenCalledTimes(1);
  names.add([named('Apple.png')]);
  names.set('file_1', 'Apple.png');
  expect(listener).toHaveBeenCalledTimes(1);
  names.set('file_1', 'Quince.png');
  expect(listener).toHaveBeenCalledTimes(2);
  expect([names.get('file_1'), names.get('file_2'), names.get('file_3')]).toEqual([
    'Quince.png',
    'Pear.png',
    undefined,
  ]);
});

it('readings of one moment are one, and a later one is another', async () => {
  const { names, answers } = open();
  const both = [names.read(), names.read()];
  expect(answers).toHaveLength(1);
  answers[0]!([named('Apple.png')]);
  expect(await Promise.all(both)).toEqual([[named('Apple.png')], [named('Apple.png')]]);
  const later = names.read();
  expect(answers).toHaveLength(2);
  answers[1]!([named('Pear.png')]);
  await later;
  expect(names.get('file_1')).toBe('Pear.png');
});

it('an answer that a later one overtook changes no name', async () => {
  const { names, answers } = open();
  const first = names.read();
  await Promise.resolve();
  const second = names.read();
  answers[1]!([named('New.png')]);
  await second;
  answers[0]!([named('Old.png')]);
  await first;
  expect(names.get('file_1')).toBe('New.png');
});
