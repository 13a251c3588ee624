import { describe, expect, test } from 'vitest';
import type { FileRecord } from '#shared/desk/index.ts';
import { FileList, tagsOf, type FileFilter } from './file-list.ts';

const file = (fileId: string, filename: string, more: Partial<FileRecord> = {}): FileRecord => ({
  fileId,
  connectionId: 'local',
  projectId: 'p',
  filename,
  contentType: 'image/png',
  sizeBytes: 4,
  origin: 'upload',
  createdAt: '2026-11-28T09:00:00.000Z',
  ...more,
});
const all: FileFilter = {
  query: '',
  kind: 'all',
  origin: 'all',
  projectId: null,
  tag: null,
  order: 'newest',
};
const shownFiles = (
  files: readonly FileRecord[],
  { query, ...filter }: FileFilter,
  used: ReadonlySet<string>,
) => new FileList(files).narrow(filter, used).search(query);
const names = (files: readonly FileRecord[], filter: Partial<FileFilter>, used: readonly string[] = []) =>
  shownFiles(files, { ...all, ...filter }, new Set(used)).map((shown) => shown.file.filename);

const files = [
  file('f1', 'Photo 10.png', { createdAt: '2026-11-28T09:00:00.000Z', sizeBytes: 10 }),
  file('f2', 'photo 9.png', {
    createdAt: '2026-11-28T10:00:00.000Z',
    sizeBytes: 30,
    tags: ['Film', 'Day 1'],
  }),
  file('f3', 'Poster.png', { origin: 'run', createdAt: '2026-11-28T11:00:00.000Z', sizeBytes: 20 }),
  file('f4', 'Crème brûlée.wav', { contentType: 'audio/wav', projectId: 'other', tags: ['Film'] }),
];

describe('the list', () => {
  test.each<[Partial<FileFilter>, string[]]>([
    [{}, ['Poster.png', 'photo 9.png', 'Photo 10.png', 'Crème brûlée.wav']],
    [{ order: 'name' }, ['Crème brûlée.wav', 'photo 9.png', 'Photo 10.png', 'Poster.png']],
    [{ order: 'largest' }, ['photo 9.png', 'Poster.png', 'Photo 10.png', 'Crème brûlée.wav']],
    [{ projectId: 'p' }, ['Poster.png', 'photo 9.png', 'Photo 10.png']],
    [{ origin: 'upload', projectId: 'p' }, ['photo 9.png', 'Photo 10.png']],
    [{ origin: 'run' }, ['Poster.png']],
    [{ kind: 'audio' }, ['Crème brûlée.wav']],
    [{ tag: 'Film' }, ['photo 9.png', 'Crème brûlée.wav']],
    [{ query: 'creme' }, ['Crème brûlée.wav']],
    [{ query: 'day 1' }, ['photo 9.png']],
    [{ query: 'postr' }, ['Poster.png']],
  ])('%j', (filter, expected) => expect(names(files, filter)).toEqual(expected));

  test('has what the open project uses also where another one brought it', () => {
    expect(names(files, { projectId: 'p' }, ['f4'])).toContain('Crème brûlée.wav');
  });

  test('equal bytes stand once and are found by each of their names', () => {
    const sha256 = 'a'.repeat(64);
    const equal = [file('f1', 'first name.png', { sha256 }), file('f2', 'second name.png', { sha256 })];
    const [only, ...others] = shownFiles(equal, all, new Set());
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      aliases: ['second name.png'],
      copies: [{ fileId: 'f1' }, { fileId: 'f2' }],
    });
    const found = shownFiles(equal, { ...all, query: 'second' }, new Set());
    expect(found.map((shown) => shown.file.filename)).toEqual(['second name.png']);
    expect(found[0]).toMatchObject({
      aliases: ['first name.png'],
      copies: [{ fileId: 'f2' }, { fileId: 'f1' }],
    });
  });

  test('what runs made without a known content is never taken for equal', () => {
    expect(names([file('f1', 'Poster.png'), file('f2', 'Poster.png')], {})).toHaveLength(2);
  });

  test('tags are listed once each, by name', () => {
    expect(tagsOf(files)).toEqual(['Day 1', 'Film']);
  });
});

/** Many files that count how often their names are read. */
function countedFiles(count: number): { many: FileRecord[]; reads: () => number } {
  let reads = 0;
  const many = Array.from({ length: count }, (_, index) =>
    Object.defineProperty(file(`f${index}`, ''), 'filename', {
      get: () => {
        reads += 1;
        return `Photo ${index}.png`;
      },
    }),
  );
  return { many, reads: () => reads };
}

describe('10,000 files', () => {
  const { query: _, ...latest } = all;

  test('are read once for all that is typed into their search, typing errors too', () => {
    const { many, reads } = countedFiles(10_000);
    const narrowed = new FileList(many).narrow(latest, new Set());
    expect(narrowed.search('')).toHaveLength(10_000);
    expect(reads()).toBe(0);
    for (const query of [
      'p',
      'ph',
      'pho',
      'phot',
      'photo',
      'photo 9',
      'photo 99',
      'photo 9999',
      'phito 9999',
    ])
      narrowed.search(query);
    expect(reads()).toBe(10_000);
    expect(narrowed.search('phito 9999').map((shown) => shown.file.fileId)).toEqual(['f9999']);
  });

  test('are sorted once for each order, whatever they are narrowed by', () => {
    const { many, reads } = countedFiles(1000);
    const list = new FileList(many);
    list.narrow({ ...latest, order: 'name' }, new Set());
    const sorting = reads();
    expect(sorting).toBeGreaterThan(1000);
    for (const projectId of [null, 'p', 'other'])
      list.narrow({ ...latest, order: 'name', projectId }, new Set());
    expect(reads()).toBe(sorting);
  });

  test('what stands for a file is the same from key to key, so that its row is not drawn again', () => {
    const narrowed = new FileList(files).narrow(latest, new Set());
    const [before] = narrowed.search('poster');
    expect(before).toBeDefined();
    expect(narrowed.search('poste')[0]).toBe(before);
    expect(narrowed.search('').includes(before!)).toBe(true);
  });
});
