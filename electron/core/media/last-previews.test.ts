import { randomBytes } from 'node:crypto';
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LastPreviews, type LastPreview } from '#shared/desk/index.ts';
import { file, startMediaService, urlOf, type ServedFile } from '../testing/media-service.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { launcherOf, startTestCore, type TestCore } from '../testing/test-core.ts';

const bytes = randomBytes(20_000);
const jpeg = (content = bytes): ServedFile => ({
  filename: 'a.jpg',
  contentType: 'image/jpeg',
  bytes: content,
});

/** The preview of a node that made one picture. */
const preview = (nodeId: string, fileId: string, more: Partial<LastPreview> = {}): LastPreview => ({
  nodeId,
  key: `key of ${nodeId}`,
  side: 640,
  runId: 'run_1',
  outputs: {
    image: { type: 'file', fileId, filename: 'a.jpg', contentType: 'image/jpeg', sizeBytes: 20_000 },
  },
  ...more,
});

async function start(files: Record<string, ServedFile>) {
  const service = await startMediaService(files);
  const folder = temporaryFolder();
  const make = () => startTestCore({ folder, launchService: launcherOf(service.origin) });
  return { service, media: join(folder, 'desk', 'media'), make };
}

const pathOf = (projectId = 'prj_1') => `/desk/last-previews/local/${projectId}`;
const stored = async (desk: TestCore, projectId?: string): Promise<LastPreview[]> =>
  LastPreviews.parse(await desk.read('GET', pathOf(projectId))).previews;
const nodesOf = async (desk: TestCore): Promise<string[]> => (await stored(desk)).map(({ nodeId }) => nodeId);
const keep = (desk: TestCore, ...previews: LastPreview[]) => desk.read('PUT', pathOf(), { previews });

test('the last previews of a project are there after a restart, with pictures that the service has thrown away', async () => {
  const files: Record<string, ServedFile> = { 'one.jpg': jpeg(), 'two.jpg': jpeg() };
  const { service, make } = await start(files);
  const before = await make();
  const words = preview('words', '', { outputs: { text: { type: 'string', value: 'Dawn' } } });
  await keep(before, preview('blur', 'one.jpg'), preview('tint', 'two.jpg'), words);
  await expect.poll(() => nodesOf(before)).toEqual(['blur', 'tint', 'words']);
  await before.core.close();
  delete files['one.jpg'];
  const after = await make();
  expect(await stored(after)).toEqual([preview('blur', 'one.jpg'), preview('tint', 'two.jpg'), words]);
  const asked = service.fetched();
  const picture = await after.core.media(new Request((await urlOf(after, file('one.jpg'))).url));
  expect(Buffer.from(await picture.arrayBuffer()).equals(bytes)).toBe(true);
  expect(service.fetched()).toBe(asked);
  expect(await stored(after, 'prj_2')).toEqual([]);
});

test('one whose picture is damaged on the disk is left out, and foreign files beside it are cleared away', async () => {
  const { media, make } = await start({ 'one.jpg': jpeg(), 'two.jpg': jpeg(randomBytes(9000)) });
  const before = await make();
  await keep(before, preview('blur', 'one.jpg'), preview('tint', 'two.jpg'));
  await expect.poll(() => nodesOf(before)).toEqual(['blur', 'tint']);
  await before.core.close();
  const [first = ''] = readdirSync(media);
  truncateSync(join(media, first), 10);
  writeFileSync(join(media, 'holiday.jpg'), 'not a picture of ours');
  const after = await make();
  expect(await nodesOf(after)).toHaveLength(1);
  await expect.poll(() => readdirSync(media)).not.toContain('holiday.jpg');
});

test('newer previews take the place of older ones, whose pictures leave the disk', async () => {
  const { media, make } = await start({ 'one.jpg': jpeg(), 'two.jpg': jpeg() });
  const desk = await make();
  await keep(desk, preview('blur', 'one.jpg'));
  await expect.poll(() => nodesOf(desk)).toEqual(['blur']);
  await keep(desk, preview('tint', 'two.jpg'));
  await expect.poll(() => nodesOf(desk)).toEqual(['tint']);
  await expect.poll(() => readdirSync(media).length).toBe(1);
});

test('what is too large, or gone at the service, is left out, and the rest is stored', async () => {
  const large = randomBytes(2 * 1024 * 1024 + 1);
  const { make } = await start({ 'one.jpg': jpeg(), 'large.jpg': jpeg(large) });
  const desk = await make();
  const essay = preview('essay', '', { outputs: { text: { type: 'string', value: 'w'.repeat(20_000) } } });
  await keep(
    desk,
    preview('film', 'large.jpg'),
    preview('gone', 'gone.jpg'),
    essay,
    preview('blur', 'one.jpg'),
  );
  await expect.poll(() => nodesOf(desk)).toEqual(['blur']);
});
