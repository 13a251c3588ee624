import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { EditorNotices } from './editor-notices.tsx';

it('tells of edits brought back and of each warning once, until dismissed', async () => {
  const warning = 'A value that is no file of this account was left out.';
  await renderPage(
    <EditorNotices
      session={{
        recovered: 2,
        warnings: [warning, warning],
        cachedAt: null,
        ports: { connectionId: 'local' },
      }}
    />,
  );
  const notices = page.getByRole('list', { name: 'Notices about this project' });
  // What stands beside the canvas is found by its landmark.
  await expect.element(page.getByRole('region', { name: 'Notices' })).toBeVisible();
  await expect.element(page.getByText(/2 edits from last time were brought back/)).toBeVisible();
  expect(notices.getByText(warning).elements()).toHaveLength(1);
  await page.getByRole('button', { name: 'Dismiss' }).first().click();
  await expect.element(page.getByText(/brought back/)).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await expect.element(notices).not.toBeInTheDocument();
});

it('shows three of thousands of warnings, more when asked, and puts all away at once', async () => {
  const warnings = Array.from({ length: 5000 }, (_v, at) => `Value ${at} was left out.`);
  await renderPage(
    <EditorNotices session={{ recovered: 0, warnings, cachedAt: null, ports: { connectionId: 'local' } }} />,
  );
  const notices = page.getByRole('list', { name: 'Notices about this project' });
  await expect.element(notices.getByText('4,997 more notices')).toBeVisible();
  expect(notices.getByRole('listitem').elements()).toHaveLength(4);
  await notices.getByRole('button', { name: 'Show more' }).click();
  await expect.element(notices.getByText('4,977 more notices')).toBeVisible();
  expect(notices.getByRole('listitem').elements()).toHaveLength(24);
  await notices.getByRole('button', { name: 'Dismiss all' }).click();
  await expect.element(notices).not.toBeInTheDocument();
});
