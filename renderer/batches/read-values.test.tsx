// @module-tag long
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FileRecord, Upload } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { checkRows } from './cell-values.ts';
import { UNREADABLE_FILES } from '#renderer/testing/unreadable-files.ts';
import { valuesFromFolder, valuesFromText } from './read-values.ts';

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
  const result = await valuesFromText('local', 'Table', text);
  if (!result.ok) throw new Error(result.error);
  return result.filled;
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

/** Uploads that are there at once. */
function acceptUploads(): void {
  const upload = (filename: string): Upload => ({
    id: `up_${filename}`,
    connectionId: 'local',
    projectId: null,
    nodeId: null,
    input: null,
    settled: false,
    filename,
    contentType: 'image/png',
    sizeBytes: 3,
    receivedBytes: 3,
    sentBytes: 3,
    progress: 1,
    problem: null,
    state: 'done',
    fileId: `file_${filename}`,
    error: null,
    retryable: false,
    createdAt: '2026-01-01T00:00:00Z',
  });
  desk.upload(({ query }) => upload(query.get('filename') ?? ''));
  desk.desk('getUpload', ({ params }) => upload((params['uploadId'] ?? '').replace('up_', '')));
  desk.desk('settleUpload', () => upload('any'));
}

it.each(UNREADABLE_FILES)(
  'says of $name in a folder that nothing here reads it',
  async ({ file: make, sentence }) => {
    acceptUploads();
    const photo = new File(['png'], 'fine.png', { type: 'image/png' });
    const { signal } = new AbortController();
    const result = await valuesFromFolder('local', [photo, make()], () => undefined, signal);
    if (!result.ok) throw new Error(result.error);
    expect(result.filled.table.notes).toEqual([sentence]);
    expect(result.filled.table.rows).toHaveLength(2);
  },
);

it('says of many such files in a folder which they are by the first two and their number', async () => {
  acceptUploads();
  const { signal } = new AbortController();
  const photos = UNREADABLE_FILES.map(({ file: make }) => make());
  const result = await valuesFromFolder('local', photos, () => undefined, signal);
  if (!result.ok) throw new Error(result.error);
  expect(result.filled.table.notes).toEqual([
    ...UNREADABLE_FILES.slice(0, 2).map(({ sentence }) => sentence),
    `${UNREADABLE_FILES.length - 2} more files cannot be read here either.`,
  ]);
});

it.each(UNREADABLE_FILES.filter(({ isNamed }) => isNamed))(
  'says of $name in a cell that nothing here reads it',
  async ({ name, sentence, file: make }) => {
    const { type } = make();
    files = [file('file_a', name, '2026-11-28T09:00:00.000Z', { contentType: type })];
    expect((await read(`File\n${name}\n`)).table.notes).toEqual([sentence]);
    expect((await read('File\nother.png\n')).table.notes).toEqual([]);
  },
);
