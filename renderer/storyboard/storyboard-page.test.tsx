import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { StoryboardPage } from './storyboard-page.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  desk.desk('listFiles', () => ({ files: [] }));
});
afterEach(() => desk.restore());

const answerWith = (sequences: unknown[]) =>
  desk.api(endpoints.storyboards.get, () => ({
    projectId: 'prj_1',
    version: 1,
    document: { serviceType: 'storyboard', version: 1, sequences },
    summary: { mediaCount: 0, sceneCount: sequences.length, shotCount: 0 },
  }));
const show = () => renderPage(<StoryboardPage connectionId="local" projectId="prj_1" />);
const shots = () => page.getByRole('button', { name: /^Shot/ });

it('shows scenes and shots in playing order, with the length each plays', async () => {
  answerWith([
    { id: 'b', name: 'Garden', order: 1, shots: [{ id: '1', description: 'She looks up' }] },
    {
      id: 'a',
      name: 'Kitchen',
      order: 0,
      shots: [
        { id: '2', description: 'Cup', order: 5, durationSeconds: 2 },
        { id: '1', description: 'Kettle', order: 1, panels: [{ media: 'https://example.com/k.png' }] },
      ],
    },
  ]);
  await show();
  await expect.element(page.getByText('2 scenes · 3 shots · 8 s · 16:9')).toBeVisible();
  for (const [place, name] of [
    'Shot 1.1 3 s Kettle',
    'Shot 1.2 2 s Cup',
    'Shot 2.1 3 s She looks up',
  ].entries())
    await expect.element(shots().nth(place)).toHaveAccessibleName(name);
  await expect.element(page.getByText('A link; not imported')).toBeVisible();
  await shots().nth(1).click();
  await expect.element(page.getByRole('dialog', { name: 'Shot 1.2' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(shots().nth(1)).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(shots().nth(2)).toHaveFocus();
});

it('teaches how a storyboard comes in when there is none', async () => {
  answerWith([]);
  await show();
  await expect.element(page.getByText('PUT /api/v1/projects/prj_1/storyboard')).toBeVisible();
});

it('names every problem of a storyboard that is not sound', async () => {
  answerWith([{ id: 'a', shots: [{ id: '1', durationSeconds: -1 }] }]);
  await show();
  await expect.element(page.getByText('This storyboard has 1 problem and cannot be shown')).toBeVisible();
  await expect.element(page.getByText('sequences.0.shots.0.durationSeconds')).toBeVisible();
});
