import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MAX_MASK_DRAFTS } from '#shared/desk/index.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { launcherOf, startTestCore, type TestCore } from '../testing/test-core.ts';

const launchService = launcherOf('http://127.0.0.1:9');
const ADDRESS = '/desk/mask-drafts/local/prj_1/mask%201/mask';
const png = (letter: string) => `iVBORw0KGgo${letter.repeat(20)}`;
const draftOf = async (desk: TestCore, path = ADDRESS) =>
  ((await desk.read('GET', path)) as { draft: { png: string } | null }).draft?.png ?? null;

test('a mask that was drawn is there after a restart, until it is removed', async () => {
  const folder = temporaryFolder();
  const first = await startTestCore({ folder, launchService });
  expect(await draftOf(first)).toBeNull();
  await first.ask('PUT', ADDRESS, { png: png('a') });
  await first.ask('PUT', ADDRESS, { png: png('b') });
  await first.core.close();
  const second = await startTestCore({ folder, launchService });
  expect(await draftOf(second)).toBe(png('b'));
  expect(await draftOf(second, `${ADDRESS}2`)).toBeNull();
  await second.ask('DELETE', ADDRESS);
  expect(await draftOf(second)).toBeNull();
});

test('what is no PNG is refused, what is damaged is kept aside, and there is an end to their number', async () => {
  const folder = temporaryFolder();
  const desk = await startTestCore({ folder, launchService });
  expect((await desk.ask('PUT', ADDRESS, { png: 'R0lGODlh' })).ok).toBe(false);
  for (let index = 0; index < MAX_MASK_DRAFTS + 3; index += 1)
    await desk.ask('PUT', `/desk/mask-drafts/local/prj_1/node_${index}/mask`, { png: png('c') });
  const directory = join(folder, 'desk', 'mask-drafts');
  expect(readdirSync(directory).filter((name) => name.endsWith('.json'))).toHaveLength(MAX_MASK_DRAFTS);
  expect(await draftOf(desk, `/desk/mask-drafts/local/prj_1/node_${MAX_MASK_DRAFTS + 2}/mask`)).toBe(
    png('c'),
  );
  for (const name of readdirSync(directory)) writeFileSync(join(directory, name), '{"png":');
  expect(await draftOf(desk, `/desk/mask-drafts/local/prj_1/node_${MAX_MASK_DRAFTS + 2}/mask`)).toBeNull();
  expect(readdirSync(directory).some((name) => name.includes('.broken-'))).toBe(true);
});
