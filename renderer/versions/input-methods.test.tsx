// @module-tag rig
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { playCompositions } from '#renderer/testing/compositions.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { NameDialog } from './name-dialog.tsx';

it('the words of an input method stay in the name of a version: versions/name-dialog.tsx', async () => {
  const ended: string[] = [];
  await renderPage(
    <NameDialog
      title="Name the version"
      initial="v"
      save={(name) => Promise.resolve(ended.push(name))}
      onClose={() => ended.push('closed')}
    />,
  );
  await page.getByRole('textbox', { name: 'Name' }).click();
  expect(await playCompositions(() => [...ended])).toBe(80);
});
