import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { listenForHotkeys } from '#renderer/commands/index.ts';
import { projectUndo } from '#renderer/model/project-undo.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { StoryboardPage } from './storyboard-page.tsx';

let desk: DeskStandIn;
let stop = () => {};
const place = { connectionId: 'local', projectId: 'no_board' };

beforeEach(() => {
  let [version, document] = [
    1,
    { serviceType: 'storyboard', version: 1, sequences: [] } as Record<string, unknown>,
  ];
  stop = listenForHotkeys();
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({ files: [] }));
  const { projectId } = place;
  const counts = { mediaCount: 0, sceneCount: 0, shotCount: 0 };
  desk.api(endpoints.storyboards.get, () => ({ projectId, version, document, summary: counts }));
  desk.api(endpoints.storyboards.replace, ({ body }) => {
    [version, document] = [version + 1, endpoints.storyboards.replace.body.parse(body).document];
    const summary = {
      ...counts,
      documentMedia: 0,
      extraPanelMedia: 0,
      mediaImported: 0,
      mediaSkipped: 0,
      unresolvedMedia: 0,
      urlMedia: 0,
      warnings: [],
    };
    return { projectId, mode: 'replace', version, document, summary };
  });
  projectUndo.enter(place);
});
afterEach(() => {
  stop();
  desk.restore();
});

it('a storyboard that was taken back to nothing is made again with what was written', async () => {
  const nowhere = () => undefined;
  await renderPage(
    <StoryboardPage {...place} links={{ toTimeline: nowhere, toNode: nowhere, toRun: nowhere }} />,
  );
  const none = page.getByText('This project has no storyboard yet');
  const words = page.getByLabelText('What happens');
  await expect.element(page.getByRole('button', { name: 'Redo', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Start a storyboard' }).click();
  await words.fill('Boats come in');
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Control>}zz{/Control}');
  await expect.element(none).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Saved v/ })).toBeVisible();

  await page.getByRole('button', { name: 'Redo: start a storyboard' }).click();
  await expect.element(words).toHaveValue('');
  await page.getByRole('button', { name: 'Redo: write a shot' }).click();
  await expect.element(words).toHaveValue('Boats come in');

  await userEvent.keyboard('{Control>}zz{/Control}');
  await expect.element(none).toBeVisible();
  await userEvent.keyboard('{Control>}{Shift>}zz{/Shift}{/Control}');
  await expect.element(words).toHaveValue('Boats come in');
});
