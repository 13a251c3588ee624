import { expect, test } from 'vitest';
import { MACHINE_NAME } from '#shared/graph/index.ts';
import { openTestDatabase } from '../testing/test-database.ts';
import { createTestLog } from '../testing/test-log.ts';
import { openTestOutputs } from '../testing/test-outputs.ts';
import { createFileLibrary } from './file-library.ts';

function openLibrary() {
  const database = openTestDatabase();
  return { database, files: createFileLibrary(database) };
}

const output = (fileId: string, filename = 'blur.png') => ({
  type: 'file' as const,
  fileId,
  filename,
  contentType: 'image/png',
  sizeBytes: 4,
});
const made = (outputs: Record<string, ReturnType<typeof output>>) => ({
  projectId: 'prj_1',
  updatedAt: '2026-11-28T10:00:00.000Z',
  outputs,
});
const uploaded = (fileId: string, filename: string) => ({
  fileId,
  filename,
  contentType: 'image/png',
  sizeBytes: 4,
  createdAt: '2026-11-28T09:00:00.000Z',
  updatedAt: '2026-11-28T09:00:00.000Z',
});

test('files that runs made go by what their outputs are called, never by keys', () => {
  const { files } = openLibrary();
  files.noteOutputs('local', made({ 'blur-9ea546.image': output('file_a'), Poster: output('file_b') }));
  expect(
    files
      .list('local', null)
      .map(({ filename }) => filename)
      .toSorted(),
  ).toEqual(['Blur.png', 'Poster.png']);
});

test('the title of the node is the name once its run is recorded, and documents find it under both names', () => {
  const { database, files } = openLibrary();
  files.noteOutputs('local', made({ 'blur-9ea546.image': output('file_a') }));
  openTestOutputs({ database, nameOf: () => null, log: createTestLog() }).record(
    {
      connectionId: 'local',
      runId: 'run_1',
      projectId: 'prj_1',
      projectVersion: 1,
      templateId: null,
      createdAt: '2026-11-28T10:00:00.000Z',
    },
    [
      {
        key: 'blur-9ea546.image',
        title: 'Evening sky',
        kind: 'image',
        nodeId: 'blur-9ea546',
        nodeType: 'image/blur',
        contentType: 'image/png',
        filename: 'blur.png',
        fileId: 'file_a',
        sizeBytes: 4,
        excerpt: null,
        value: null,
        inputs: [],
        stack: 's',
      },
    ],
  );
  expect(files.get('local', 'file_a')).toMatchObject({
    filename: 'Evening sky.png',
    formerName: 'Blur.png',
  });
});

test('files that runs made with equal bytes are known as equal once that was found', () => {
  const { database, files } = openLibrary();
  const outputs = openTestOutputs({ database, nameOf: () => null, log: createTestLog() });
  for (const number of [1, 2]) {
    files.noteOutputs('local', made({ Poster: output(`file_${number}`) }));
    outputs.record(
      {
        connectionId: 'local',
        runId: `run_${number}`,
        projectId: 'prj_1',
        projectVersion: 1,
        templateId: null,
        createdAt: '2026-11-28T10:00:00.000Z',
        hashes: new Map([[`file_${number}`, 'same']]),
      },
      [
        {
          key: 'Poster',
          title: 'Poster',
          kind: 'image',
          nodeId: null,
          nodeType: null,
          contentType: 'image/png',
          filename: 'x.png',
          fileId: `file_${number}`,
          sizeBytes: 4,
          excerpt: null,
          value: null,
          inputs: [],
          stack: 's',
        },
      ],
    );
  }
  expect(files.list('local', null).map(({ sha256 }) => sha256)).toEqual(['same', 'same']);
});

test('results of a grid or table are of its project, and bear the words of their cell or the number of their row', () => {
  const { database, files } = openLibrary();
  const outputs = openTestOutputs({ database, nameOf: () => null, log: createTestLog() });
  const batch = database.prepare(
    `INSERT INTO batches (id, connection_id, kind, name, origin, fields, layout, limits, state, created_at, updated_at)
     VALUES (?, 'local', ?, 'All', '{}', '[]', ?, '{}', 'done', '', '')`,
  );
  const item = database.prepare(
    `INSERT INTO batch_items (batch_id, item, place, item_values, state, run_id) VALUES (?, ?, ?, '[]', 'done', ?)`,
  );
  const axes = [
    { field: 0, labels: ['red', 'sky/blue'] },
    { field: 1, labels: ['3', '4'] },
  ];
  batch.run('grid', 'grid', JSON.stringify({ axes, columns: 0, rows: 1, pages: null }));
  batch.run('table', 'table', null);
  batch.run('broken', 'grid', '{"axes":');
  item.run('grid', 0, '[1,0]', 'run_1');
  item.run('grid', 1, '[0,1]', 'run_2');
  item.run('table', 11, '[]', 'run_3');
  item.run('broken', 0, '[0]', 'run_4');
  for (const number of [1, 2, 3, 4, 5]) {
    // Of a graph that is not saved the service knows no project.
    files.noteOutputs('local', { ...made({ Poster: output(`file_${number}`) }), projectId: null });
    outputs.record(
      {
        connectionId: 'local',
        runId: `run_${number}`,
        projectId: number === 5 ? 'prj_2' : 'prj_1',
        projectVersion: null,
        templateId: null,
        createdAt: `2026-11-28T10:00:0${number}.000Z`,
      },
      [
        {
          key: 'Poster',
          title: 'Poster',
          kind: 'image',
          nodeId: null,
          nodeType: null,
          contentType: 'image/png',
          filename: 'x.png',
          fileId: `file_${number}`,
          sizeBytes: 4,
          excerpt: null,
          value: null,
          inputs: [],
          stack: 's',
        },
      ],
    );
  }
  files.change('local', 'file_2', { name: 'Best.png' });
  const listed = files.list('local', 'prj_1').toSorted((a, b) => a.fileId.localeCompare(b.fileId));
  expect(listed.map(({ filename, projectId }) => [filename, projectId])).toEqual([
    ['Poster, sky-blue, 3.png', 'prj_1'],
    ['Best.png', 'prj_1'],
    ['Poster, 12.png', 'prj_1'],
    ['Poster.png', 'prj_1'],
  ]);
  expect(files.get('local', 'file_5')).toMatchObject({ filename: 'Poster.png', projectId: 'prj_2' });
  // Each is found by the name that people see.
  for (const { filename, fileId } of listed.slice(0, 3))
    expect([filename, files.findByName('local', filename)?.fileId]).toEqual([filename, fileId]);
  expect(files.findByName('local', 'Poster, 13.png')).toBeNull();
});

test('files that an earlier version named by their keys are shown by their titles', () => {
  const { database, files } = openLibrary();
  database.exec(`INSERT INTO files (connection_id, file_id, filename, content_type, size_bytes, origin, created_at)
    VALUES ('local', 'file_old', 'invert-008cba.image.png', 'image/png', 4, 'run', '2026-11-20T10:00:00.000Z')`);
  const [old] = files.list('local', null);
  expect(old).toMatchObject({ filename: 'Invert.png', formerName: 'invert-008cba.image.png' });
  expect(old?.filename).not.toMatch(MACHINE_NAME);
  for (const name of ['invert-008cba.image.png', 'Invert.png'])
    expect(files.findByName('local', name)?.fileId).toBe('file_old');
});

test('a file that is given a name has it in every list, is found by both, and gets its own back', () => {
  const { files } = openLibrary();
  files.noteUpload('local', 'prj_1', uploaded('file_a', 'IMG_202.jpg'), null);
  const renamed = files.change('local', 'file_a', { name: 'Harbour.jpg', tags: ['film', 'day 1'] });
  expect(renamed).toMatchObject({
    filename: 'Harbour.jpg',
    formerName: 'IMG_202.jpg',
    tags: ['film', 'day 1'],
  });
  expect(files.list('local', 'prj_1')).toEqual([renamed]);
  expect(files.findByName('local', 'Harbour.jpg')).toEqual(renamed);
  expect(files.findByName('local', 'IMG_202.jpg')).toEqual(renamed);
  expect(files.change('local', 'file_a', { tags: [] })).not.toHaveProperty('tags');
  const back = files.change('local', 'file_a', { name: null });
  expect(back.filename).toBe('IMG_202.jpg');
  expect(back).not.toHaveProperty('formerName');
});

test('a file that is gone cannot be named, and leaves no name for another', () => {
  const { files } = openLibrary();
  expect(() => files.change('local', 'file_none', { name: 'x' })).toThrow('not listed any more');
  files.noteUpload('local', null, uploaded('file_a', 'a.png'), null);
  files.change('local', 'file_a', { name: 'b.png' });
  files.clear('local', 'file_a');
  files.noteUpload('local', null, uploaded('file_a', 'c.png'), null);
  expect(files.get('local', 'file_a')?.filename).toBe('c.png');
});

test('the same bytes under two names are two files', () => {
  const { files } = openLibrary();
  const hashes = { sha256: 'a'.repeat(64), headSha256: null };
  files.noteUpload('local', null, uploaded('file_a', 'first name.png'), hashes);
  const content = { sha256: hashes.sha256, sizeBytes: 4, contentType: 'image/png' };
  expect(files.findByContent('local', { ...content, filename: 'first name.png' })?.fileId).toBe('file_a');
  expect(files.findByContent('local', { ...content, filename: 'second name.png' })).toBeNull();
});

test('a file is found by its name whether its accents are apart, as a Mac writes them, or not', () => {
  const { files } = openLibrary();
  const [apart, together] = ['Crème.png'.normalize('NFD'), 'Brûlée.png'.normalize('NFC')];
  files.noteUpload('local', null, uploaded('file_a', apart), null);
  files.noteUpload('local', null, uploaded('file_b', together), null);
  expect(files.findByName('local', apart.normalize('NFC'))?.fileId).toBe('file_a');
  expect(files.findByName('local', together.normalize('NFD'))?.fileId).toBe('file_b');
  expect(files.findByName('local', 'Creme.png')).toBeNull();
});
