import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import type { BoardLinks } from '../model/board-links.ts';
import { StoryboardPage } from './storyboard-page.tsx';

let desk: DeskStandIn;
let project = 0;
beforeEach(() => {
  project += 1;
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({ files: [] }));
  desk.api(endpoints.storyboards.get, () => ({
    projectId: `prj_script_${project}`,
    version: 1,
    document: { serviceType: 'storyboard', version: 1, sequences: [] },
    summary: { mediaCount: 0, sceneCount: 0, shotCount: 0 },
  }));
});
afterEach(() => desk.restore());

const go = vi.fn<() => void>();
const links: BoardLinks = { toTimeline: go, toNode: go, toRun: go };
const dialog = () => page.getByRole('dialog', { name: 'Storyboard from a script' });
const script = () => dialog().getByRole('textbox', { name: 'Script', exact: true });

it('becomes scenes and shots that are edited before they are added, as one step of undo', async () => {
  await renderPage(<StoryboardPage connectionId="local" projectId={`prj_script_${project}`} links={links} />);
  await page.getByRole('button', { name: 'From a script…' }).click();
  await script().fill(
    'INT. KITCHEN - DAY\n\nAnna waits.\n\nANNA\nNothing.\n\nEXT. STREET - NIGHT\n\nRain.\n\nA car.',
  );
  await expect.element(dialog().getByRole('status')).toHaveTextContent('2 scenes, 3 shots, about 6 s');
  await dialog().getByRole('checkbox', { name: 'Add shot 2.1' }).click();
  await dialog().getByLabelText('What happens in shot 2.2').fill('A red car.');
  await dialog().getByLabelText('Name of scene 2').fill('Street');
  await dialog().getByRole('button', { name: 'Add 2 shots' }).click();
  const shots = page.getByRole('article', { name: /^Shot/ });
  await expect.element(shots.nth(0)).toHaveAccessibleName('Shot 1.1, 2 s: Anna waits. ANNA: Nothing.');
  await expect.element(shots.nth(1)).toHaveAccessibleName('Shot 2.1, 2 s: A red car.');
  expect(shots.elements()).toHaveLength(2);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect.element(page.getByRole('button', { name: 'From a script…' })).toBeVisible();
});

it('without anything to see says so, and adds nothing', async () => {
  await renderPage(<StoryboardPage connectionId="local" projectId={`prj_script_${project}`} links={links} />);
  await page.getByRole('button', { name: 'From a script…' }).click();
  const add = dialog().getByRole('button', { name: 'Add to the storyboard' });
  await expect.element(add).toHaveAttribute('aria-disabled', 'true');
  await script().fill('INT. KITCHEN - DAY');
  await expect.element(dialog().getByText(/^There is nothing in it that could be seen/)).toBeVisible();
  await expect.element(add).toHaveAttribute('aria-disabled', 'true');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('button', { name: 'From a script…' })).toBeVisible();
});
