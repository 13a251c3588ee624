import { expect, test } from 'vitest';
import type { PublicFileDetail } from '#shared/api/index.ts';
import { sendApiError, sendJson, startServer } from '../testing/http-server.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ADMINISTRATION_SECRET_FILE } from '#shared/administration/index.ts';

const fileOf = (fileId: string, filename: string): PublicFileDetail => ({
  fileId,
  filename,
  contentType: 'video/mp4',
  sizeBytes: 9,
  createdAt: '2026-11-20T10:00:00.000Z',
  updatedAt: '2026-11-20T10:00:00.000Z',
  externalId: null,
  externalUserId: null,
  externalWorkspaceId: null,
});

/** A core whose local service has two files that no page here has uploaded. */
async function startWithFiles() {
  const service = await startServer((asked, response) => {
    if (asked.url === '/api/v1/files/file_byid')
      return sendJson(response, 200, fileOf('file_byid', 'one.mp4'));
    if (asked.url.startsWith('/administration/v1/projects/p1/files/find'))
      return sendJson(response, 200, { files: [fileOf('file_byname', 'two.mp4')] });
    return sendApiError(response, 404, 'FILE_NOT_FOUND');
  });
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'service'), { recursive: true });
  writeFileSync(join(folder, 'service', ADMINISTRATION_SECRET_FILE), 'secret\n');
  const desk = await startTestCore({ folder, launchService: launcherOf(service.origin) });
  const asked = () =>
    service.asked.flatMap(({ url }) => (/\/files\//.test(url) ? [url.replace(/^\/\w+\/v1/, '')] : []));
  return { desk, asked };
}

test('files that a document names are found by id and by name, listed from then on and asked for once', async () => {
  const { desk, asked } = await startWithFiles();
  const body = {
    connectionId: 'local',
    projectId: 'p1',
    fileIds: ['file_byid', 'file_gone'],
    names: ['two.mp4', 'nobody.mp4'],
  };
  const found = await desk.read('POST', '/desk/files/find', body);
  expect(found).toMatchObject({
    files: [{ fileId: 'file_byid', filename: 'one.mp4' }, { fileId: 'file_byname' }],
  });
  expect(asked().toSorted()).toEqual(['/files/file_byid', '/files/file_gone', '/projects/p1/files/find']);
  const listed = await desk.read('GET', '/desk/files?connectionId=local&projectId=p1');
  expect(JSON.stringify(listed)).toContain('file_byname');

  await desk.read('POST', '/desk/files/find', { ...body, fileIds: ['file_byid'], names: ['two.mp4'] });
  expect(asked()).toHaveLength(3);
});
