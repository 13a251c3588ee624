import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { StoryboardPage } from './storyboard-page.tsx';

let desk: DeskStandIn;
/** A session is open for a while after its page: every test has a project of its own. */
let project = 0;
beforeEach(() => {
  project += 1;
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({ files: [] }));
});
afterEach(() => desk.restore());

const respondWith = (sequences: unknown[]) =>
  desk.api(endpoints.storyboards.get, () => ({
    projectId: `prj_${project}`,
    version: 1,
    document: { serviceType: 'storyboard', version: 1, sequences },
    summary: { mediaCount: 0, sceneCount: sequences.length, shotCount: 0 },
  }));
const show = () => renderPage(<StoryboardPage connectionId="local" projectId={`prj_${project}`} />);
const shots = () => page.getByRole('button', { name: /^Shot/ });

it('shows scenes and shots in playing order, with the length each plays', async () => {
  respondWith([
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

/** The service as far as storyboards go: keeps what it is sent, and refuses what was made on an older version. */
function keeping(sequences: unknown[]) {
  let [version, document] = [
    4,
    { serviceType: 'storyboard', version: 1, sequences } as Record<string, unknown>,
  ];
  desk.api(endpoints.storyboards.get, () => ({
    projectId: `prj_${project}`,
    version,
    document,
    summary: { mediaCount: 0, sceneCount: 0, shotCount: 0 },
  }));
  desk.api(endpoints.storyboards.replace, ({ body }) => {
    const sent = endpoints.storyboards.replace.body.parse(body);
    if (sent.expectedVersion !== version) throw new Problem(409, 'VERSION_CONFLICT', 'It has moved on.');
    [version, document] = [version + 1, sent.document];
    return {
      projectId: `prj_${project}`,
      mode: 'replace',
      version,
      document,
      summary: {
        documentMedia: 0,
        extraPanelMedia: 0,
        mediaCount: 0,
        mediaImported: 0,
        mediaSkipped: 0,
        sceneCount: 1,
        shotCount: 1,
        unresolvedMedia: 0,
        urlMedia: 0,
        warnings: [],
      },
    };
  });
  return {
    /** Somebody else writes. */
    change: (edit: (sequences: unknown) => unknown) => {
      [version, document] = [version + 1, { ...document, sequences: edit(document['sequences']) }];
    },
    sequences: () => document['sequences'],
  };
}

it('begins a storyboard by one button, and takes words and lengths of shots', async () => {
  const saved = keeping([]);
  await show();
  await page.getByRole('button', { name: 'Start a storyboard' }).click();
  await shots().first().click();
  await page.getByLabelText('What happens').fill('Boats come in');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(shots().first()).toHaveAccessibleName('Shot 1.1 3 s Boats come in');
  await page.getByRole('button', { name: 'Add shot to Scene 1' }).click();
  await page.getByLabelText('What happens').fill('Nets');
  await page.getByLabelText(/^Seconds/).fill('2');
  await page.getByRole('dialog').getByRole('button', { name: 'Add shot' }).click();
  await expect.element(shots().nth(1)).toHaveAccessibleName('Shot 1.2 2 s Nets');
  await expect.element(page.getByText(/^Saved v/)).toBeVisible();
  expect(saved.sequences()).toMatchObject([
    { shots: [{ description: 'Boats come in' }, { description: 'Nets', durationSeconds: 2 }] },
  ]);
  await shots().first().click();
  await page.getByRole('button', { name: 'Delete shot' }).click();
  await expect.element(shots().first()).toHaveAccessibleName('Shot 1.1 2 s Nets');
});

it('keeps what somebody else wrote meanwhile', async () => {
  const saved = keeping([{ id: 'a', shots: [{ id: '1', description: 'Kettle' }] }]);
  await show();
  await shots().first().click();
  saved.change((sequences) => [...(sequences as unknown[]), { id: 'b', name: 'Garden', shots: [] }]);
  await page.getByLabelText('What happens').fill('Kettle boils');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.element(page.getByRole('heading', { name: 'Garden' })).toBeVisible();
  expect(saved.sequences()).toMatchObject([{ shots: [{ description: 'Kettle boils' }] }, { name: 'Garden' }]);
});

it('takes a step back and makes it again, named on the buttons and by keys', async () => {
  keeping([{ id: 'a', name: 'Kitchen', shots: [{ id: '1' }] }]);
  await show();
  await page.getByRole('button', { name: 'Kitchen' }).click();
  await userEvent.keyboard('Galley{Enter}');
  await expect.element(page.getByRole('heading', { name: 'Galley' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo: rename a scene' }).click();
  await expect.element(page.getByRole('heading', { name: 'Kitchen' })).toBeVisible();
  await page.getByRole('button', { name: 'Redo: rename a scene' }).click();
  await expect.element(page.getByRole('heading', { name: 'Galley' })).toBeVisible();
});

it('keeps what the service refuses, and says why', async () => {
  keeping([{ id: 'a', name: 'Kitchen', shots: [{ id: '1' }] }]);
  desk.api(endpoints.storyboards.replace, () => {
    throw new Problem(400, 'INVALID_STORYBOARD', 'sequences.0: It is too long.');
  });
  await show();
  await page.getByRole('button', { name: 'Add scene' }).click();
  await expect
    .element(page.getByRole('button', { name: /^Not saved. sequences.0: It is too long./ }))
    .toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Scene 2' })).toBeVisible();
});

it('names every problem of a storyboard that is not sound', async () => {
  respondWith([{ id: 'a', shots: [{ id: '1', durationSeconds: -1 }] }]);
  await show();
  await expect.element(page.getByText('This storyboard has 1 problem and cannot be shown')).toBeVisible();
  await expect.element(page.getByText('sequences.0.shots.0.durationSeconds')).toBeVisible();
});
