import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { launchFileIdIn, launchFilesPath } from '#shared/desk/index.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { refusalOf, startOnService } from '../testing/test-core.ts';
import { createLaunchFiles } from './opened-files.ts';

test('a page reads an opened file by its id, name and bytes', async () => {
  const { desk } = await startOnService();
  const path = join(temporaryFolder(), 'Schnitt für Ü.otio');
  await writeFile(path, '{"OTIO_SCHEMA":"Timeline.1"}');
  const id = launchFileIdIn(desk.core.openFile(path) ?? '');
  const response = await desk.ask('GET', `${launchFilesPath}/${id}`);
  expect(response.status).toBe(200);
  expect(decodeURIComponent(response.headers.get('x-patchbay-file-name') ?? '')).toBe('Schnitt für Ü.otio');
  expect(await response.text()).toBe('{"OTIO_SCHEMA":"Timeline.1"}');
  await rm(path);
  expect(await refusalOf(await desk.ask('GET', `${launchFilesPath}/${id}`))).toMatchObject({ status: 404 });
});

test('an id that was never given, a folder and another kind of file are refused', async () => {
  const { desk } = await startOnService();
  expect(await refusalOf(await desk.ask('GET', `${launchFilesPath}/none`))).toMatchObject({ status: 404 });
  const folder = temporaryFolder();
  expect(desk.core.openFile(join(folder, 'secret.txt'))).toBeNull();
  const files = createLaunchFiles();
  await expect(files.respond(files.add(`${folder}/x.otio`) ?? '')).rejects.toThrow('cannot be read');
});

test('an .otiod folder is read as the .otioz that services know, without what is hidden and links', async () => {
  const { desk } = await startOnService();
  const folder = join(temporaryFolder(), 'Cut one.otiod');
  await mkdir(join(folder, 'media'), { recursive: true });
  const timeline = {
    OTIO_SCHEMA: 'Timeline.1',
    name: 'Cut one',
    tracks: { OTIO_SCHEMA: 'Stack.1', children: [] },
  };
  await writeFile(join(folder, 'content.otio'), JSON.stringify(timeline));
  await writeFile(join(folder, 'media', 'sea.wav'), 'sound');
  await writeFile(join(folder, '.DS_Store'), 'hidden');
  await symlink('/etc/hostname', join(folder, 'media', 'link.txt'));
  const id = launchFileIdIn(desk.core.openFile(folder) ?? '');
  const response = await desk.ask('GET', `${launchFilesPath}/${id}`);
  expect(decodeURIComponent(response.headers.get('x-patchbay-file-name') ?? '')).toBe('Cut one.otioz');
  const zip = Buffer.from(await response.arrayBuffer()).toString('latin1');
  expect(zip.match(/(?:content\.otio|media\/sea\.wav|DS_Store|link\.txt)/g)).toEqual([
    'content.otio',
    'media/sea.wav',
    'content.otio',
    'media/sea.wav',
  ]);
  expect(zip).toContain('sound');
});

test('only the latest are remembered', async () => {
  const files = createLaunchFiles();
  const path = join(temporaryFolder(), 'a.patchbay');
  await writeFile(path, 'zip');
  const ids = Array.from({ length: 65 }, () => files.add(path) ?? '');
  await expect(files.respond(ids[0] ?? '')).rejects.toThrow('Open it again');
  expect(await (await files.respond(ids[64] ?? '')).text()).toBe('zip');
});
