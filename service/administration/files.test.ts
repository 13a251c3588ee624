import { afterAll, beforeAll, expect, it } from 'vitest';
import { TestService } from '#service/acceptance/harness.ts';
import { insertFile } from '#service/files/rows.ts';
import { fileHandlers } from './file-handlers.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

const signal = new AbortController().signal;
let service: TestService;
beforeAll(async () => {
  service = await TestService.open('in-process');
});
afterAll(() => service.close());

it('finds the newest file of each name in the account of a project, and leaves out what there is not', async () => {
  const project = await service.createProject();
  const { accountId } = service;
  const media = {
    accountId,
    blob: '0'.repeat(64),
    contentType: 'video/mp4',
    sizeBytes: 1,
    origin: 'upload',
  } as const;
  await insertFile(service.context, { ...media, filename: 'shot-1.mp4' });
  const newer = await insertFile(service.context, { ...media, filename: 'shot-1.mp4' });
  const find = (projectId: string) =>
    fileHandlers(service.context).findFiles({
      params: { projectId },
      body: { names: ['shot-1.mp4', 'nobody.mp4', 'shot-1.mp4'] },
      signal,
    });
  expect((await find(project.id)).files.map(({ fileId }) => fileId)).toEqual([newer.id]);
  await expect(find('proj_gone')).rejects.toThrow('no longer exists');
});

it('names the projects that hold a file on canvas, storyboard or timeline, each once', async () => {
  const project = await service.createProject();
  const file = await insertFile(service.context, {
    accountId: service.accountId,
    blob: '1'.repeat(64),
    contentType: 'video/mp4',
    sizeBytes: 1,
    origin: 'upload',
    filename: 'used.mp4',
  });
  for (const place of ['node:photo:file', 'storyboard', 'timeline']) {
    connectionOf(service.context.db)
      .prepare('INSERT INTO file_references (file_id, project_id, place) VALUES (?, ?, ?)')
      .run(file.id, project.id, place);
  }
  const ask = (fileId: string) =>
    fileHandlers(service.context).getFileUsers({ params: { fileId }, body: undefined, signal });
  expect(await ask(file.id)).toMatchObject({ projects: [{ projectId: project.id }], templates: [] });
  expect(await ask('file_gone.mp4')).toEqual({ projects: [], templates: [] });
});

it('says of many files at once which are held by projects, templates and runs that go on', async () => {
  const project = await service.createProject();
  const add = async (filename: string) =>
    (
      await insertFile(service.context, {
        accountId: service.accountId,
        blob: '4'.repeat(64),
        contentType: 'image/png',
        sizeBytes: 1,
        origin: 'upload',
        filename,
      })
    ).id;
  const [used, free] = [await add('used.png'), await add('free.png')];
  const database = connectionOf(service.context.db);
  database
    .prepare('INSERT INTO file_references (file_id, project_id, place) VALUES (?, ?, ?)')
    .run(used, project.id, 'timeline');
  const ask = async () =>
    (
      await fileHandlers(service.context).listFileReferences({
        params: {},
        body: { fileIds: [used, free, 'file_gone.png'] },
        signal,
      })
    ).files;
  expect(await ask()).toEqual([{ fileId: used, by: ['project'] }]);
  database.prepare('UPDATE projects SET deleted_at = ? WHERE id = ?').run('2026-01-01', project.id);
  expect(await ask()).toEqual([]);
});

it('tells files of equal bytes from others, and leaves out what there is not', async () => {
  const { accountId } = service;
  const add = async (filename: string, blob: string) =>
    (
      await insertFile(service.context, {
        accountId,
        blob,
        contentType: 'image/png',
        sizeBytes: 1,
        origin: 'run',
        filename,
      })
    ).id;
  const [one, again, other] = [
    await add('a.png', '2'.repeat(64)),
    await add('b.png', '2'.repeat(64)),
    await add('c.png', '3'.repeat(64)),
  ];
  const { files } = await fileHandlers(service.context).listFileHashes({
    params: {},
    body: { fileIds: [one, again, other, 'file_gone.png'] },
    signal,
  });
  expect(files.map(({ fileId }) => fileId)).toEqual([one, again, other]);
  expect(files[0]?.hash).toBe(files[1]?.hash);
  expect(files[0]?.hash).not.toBe(files[2]?.hash);
});
