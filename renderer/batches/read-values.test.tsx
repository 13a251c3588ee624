import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FileRecord } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { checkRows } from './cell-values.ts';
import { valuesFromText } from './read-values.ts';

const file = (
  fileId: string,
  filename: string,
  createdAt: string,
  more: Partial<FileRecord> = {},
): FileRecord => ({
  fileId,
  connectionId: 'local',
  projectId: null,
  filename,
  contentType: 'image/png',
  sizeBytes: 4,
  origin: 'upload',
  createdAt,
  ...more,
});

let desk: DeskStandIn;
let files: FileRecord[];
beforeEach(() => {
  desk = standInForDesk();
  desk.desk('listFiles', () => ({ files }));
});
afterEach(() => desk.restore());

const read = async (text: string) => {
  const filling = await valuesFromText('local', 'Table', text);
  if (!filling.ok) throw new Error(filling.error);
  return filling.filled;
};

it('means the newest of several files of one name, and says so where a row names it', async () => {
  files = [
    file('file_red', 'photo.png', '2026-11-28T09:00:00.000Z'),
    file('file_blue', 'photo.png', '2026-11-28T10:00:00.000Z'),
    file('file_a', 'other.png', '2026-11-28T08:00:00.000Z'),
    file('file_b', 'other.png', '2026-11-28T07:00:00.000Z'),
  ];
  const filled = await read('File\nphoto.png\nphoto.png\n');
  expect(filled.files.get('photo.png')).toBe('file_blue');
  expect(filled.table.notes).toEqual(['2 files are called “photo.png”: the newest is used.']);
});

it('finds a file by both names of the same bytes, by its former name and by its id', async () => {
  files = [
    file('file_a', 'first name.png', '2026-11-28T09:00:00.000Z', { sha256: 'a'.repeat(64) }),
    file('file_b', 'second name.png', '2026-11-28T10:00:00.000Z', { sha256: 'a'.repeat(64) }),
    file('file_c', 'Evening.png', '2026-11-28T10:00:00.000Z', { formerName: 'blur-9ea546.image.png' }),
  ];
  const { files: ids, table } = await read('File\nfirst name.png\nsecond name.png\n');
  expect(
    ['first name.png', 'second name.png', 'Evening.png', 'blur-9ea546.image.png', 'file_a'].map((name) =>
      ids.get(name),
    ),
  ).toEqual(['file_a', 'file_b', 'file_c', 'file_c', 'file_a']);
  expect(table.notes).toEqual([]);
});

it('a name with accents is found however they are written: in one piece, or apart as a Mac does', async () => {
  files = [
    file('file_a', 'Crème.png'.normalize('NFD'), '2026-11-28T09:00:00.000Z'),
    file('file_b', 'Brûlée.png'.normalize('NFC'), '2026-11-28T10:00:00.000Z'),
  ];
  const names = ['Crème.png', 'Brûlée.png'].flatMap((name) => [name.normalize('NFC'), name.normalize('NFD')]);
  const { files: ids, table } = await read(`File\n${names.join('\n')}\n`);
  const field = { of: 'node' as const, nodeId: 'a', input: 'file', label: 'File', type: 'image' };
  const { items, skipped } = await checkRows(table, [field], [0], ids, new Map());
  expect(skipped).toBe(0);
  expect(items.map(({ values }) => values[0])).toEqual(
    ['file_a', 'file_a', 'file_b', 'file_b'].map((fileId) => ({ type: 'file', fileId })),
  );
});
