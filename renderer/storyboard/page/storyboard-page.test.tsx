import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { storyboardToTimeline, validateStoryboard } from '#shared/storyboard/index.ts';
import { sendIntent } from '#renderer/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { showToast } from '#renderer/ui/index.ts';
import type { BoardLinks } from '../model/board-links.ts';
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
const go = vi.fn<() => void>();
const links: BoardLinks = { toTimeline: go, toNode: go, toRun: go };
const show = () =>
  renderPage(<StoryboardPage connectionId="local" projectId={`prj_${project}`} links={links} />);
const shots = () => page.getByRole('article', { name: /^Shot/ });
const frames = () => page.getByRole('button', { name: /^Frame of shot/ });
const words = (place: number) => shots().nth(place).getByLabelText('What happens');
const names = () =>
  shots()
    .elements()
    .map((shot) => shot.getAttribute('aria-label'));

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
  for (const [place, name] of [
    'Shot 1.1, 3 s: Kettle',
    'Shot 1.2, 2 s: Cup',
    'Shot 2.1, 3 s: She looks up',
  ].entries())
    await expect.element(shots().nth(place)).toHaveAccessibleName(name);
  await expect.element(page.getByText('A link; not imported')).toBeVisible();
});

it('goes from shot to shot by arrows, into its words by Enter and back by Escape', async () => {
  respondWith([{ id: 'a', shots: [{ id: '1', description: 'Kettle' }, { id: '2' }] }]);
  await show();
  await frames().first().click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(frames().nth(1)).toHaveFocus();
  await userEvent.keyboard('{ArrowLeft}{Enter}');
  await expect.element(words(0)).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(frames().first()).toHaveFocus();
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
  const own = `prj_${project}`;
  desk.api(endpoints.storyboards.replace, ({ body, params }) => {
    // The session of the test before may still have something to save.
    if (params['project_id'] !== own) throw new Problem(404, 'NOT_FOUND', 'It is gone.');
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

it('begins a storyboard by one button, and is written where it stands', async () => {
  const saved = keeping([]);
  await show();
  await page.getByRole('button', { name: 'Start a storyboard' }).click();
  await expect.element(words(0)).toHaveFocus();
  await userEvent.keyboard('Boats come in');
  await page.getByRole('button', { name: 'Add shot to Scene 1' }).click();
  await expect.element(words(1)).toHaveFocus();
  await userEvent.keyboard('Nets');
  await shots().nth(1).getByLabelText('Seconds').fill('2');
  await userEvent.keyboard('{Enter}');
  await expect.element(shots().nth(1)).toHaveAccessibleName('Shot 1.2, 2 s: Nets');
  await shots().nth(1).getByRole('button', { name: 'Notes' }).click();
  await shots().nth(1).getByRole('textbox', { name: 'Notes' }).fill('From above');
  await page.getByLabelText('Name of scene 1').fill('Harbor');
  await expect.element(page.getByText(/^Saved v/)).toBeVisible();
  expect(saved.sequences()).toMatchObject([
    {
      name: 'Harbor',
      shots: [
        { description: 'Boats come in' },
        {
          description: 'Nets',
          durationSeconds: 2,
          ext: { patchbay: { version: 1, notes: 'From above' } },
        },
      ],
    },
  ]);
});

it('selects, moves, copies and deletes shots by keys', async () => {
  const two = ['1', '2', '3'].map((id) => ({ id, description: `Shot ${id}` }));
  keeping([
    { id: 'a', shots: two },
    { id: 'b', shots: [] },
  ]);
  await show();
  await frames().first().click();
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.element(shots().nth(1)).toHaveAccessibleName('Shot 1.2, 3 s: Shot 2, selected');
  await userEvent.keyboard('{Alt>}{ArrowRight}{/Alt}');
  expect(names()).toEqual([
    'Shot 1.1, 3 s: Shot 3',
    'Shot 1.2, 3 s: Shot 1, selected',
    'Shot 1.3, 3 s: Shot 2, selected',
  ]);
  await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(names()).toEqual([
    'Shot 1.1, 3 s: Shot 3',
    'Shot 2.1, 3 s: Shot 1, selected',
    'Shot 2.2, 3 s: Shot 2, selected',
  ]);
  await userEvent.keyboard('{Control>}d{/Control}');
  await expect.element(shots().nth(4)).toBeVisible();
  await userEvent.keyboard('{Delete}');
  expect(names()).toEqual(['Shot 1.1, 3 s: Shot 3', 'Shot 2.1, 3 s: Shot 1', 'Shot 2.2, 3 s: Shot 2']);
});

it('merges and splits shots, and undoes it by keys', async () => {
  keeping([
    {
      id: 'a',
      shots: [
        { id: '1', description: 'Cup' },
        { id: '2', description: 'Tea' },
      ],
    },
  ]);
  await show();
  await frames().first().click();
  await userEvent.keyboard('{Control>}a{/Control}m');
  expect(names()).toHaveLength(1);
  await expect.element(words(0)).toHaveValue('Cup\nTea');
  await userEvent.keyboard('s');
  await expect.element(shots().nth(1)).toHaveAccessibleName(/^Shot 1.2, 3 s/);
  await page.getByRole('button', { name: 'Undo: split a shot' }).click();
  await page.getByRole('button', { name: 'Undo: merge 2 shots' }).click();
  await expect.element(words(1)).toHaveValue('Tea');
  await expect.element(words(0)).toHaveValue('Cup');
});

it('plays the board, with words for shots without a picture', async () => {
  respondWith([
    {
      id: 'a',
      shots: [
        { id: '1', description: 'A kettle sings', durationSeconds: 60 },
        { id: '2', description: 'Steam', durationSeconds: 60 },
      ],
    },
  ]);
  await show();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  const player = page.getByRole('dialog', { name: 'Animatic' });
  await expect.element(player.getByText('A kettle sings').first()).toBeVisible();
  await player.getByRole('button', { name: 'Pause' }).click();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(player.getByText('Steam').first()).toBeVisible();
  await expect.element(player.getByLabelText('Place in the animatic')).toHaveValue('60');
  await userEvent.keyboard('l');
  await expect.element(player.getByRole('button', { name: 'Pause' })).toBeVisible();
  await userEvent.keyboard(' ');
  await expect.element(player.getByRole('button', { name: 'Play' })).toBeVisible();
});

it('says problems at their shot', async () => {
  respondWith([{ id: 'a', shots: [{ id: '1' }, { id: '2', description: 'Fine' }] }]);
  desk.api(endpoints.storyboards.validate, ({ body }) => ({
    document: endpoints.storyboards.validate.body.parse(body).document,
    summary: { mediaCount: 0, sceneCount: 1, shotCount: 2 },
    valid: true,
  }));
  await show();
  await page.getByRole('button', { name: 'Check' }).click();
  await expect.element(shots().first().getByText('The shot has neither a picture nor words.')).toBeVisible();
  expect(desk.calls('storyboards.validate')).toHaveLength(1);
});

it('appends a storyboard from a file, and refuses what is none', async () => {
  keeping([{ id: 'a', name: 'Kitchen', shots: [{ id: '1' }] }]);
  await show();
  await expect.element(page.getByLabelText('Name of scene 1')).toHaveValue('Kitchen');
  const choose = async (content: unknown) => {
    await page.getByRole('button', { name: 'More of the storyboard' }).click();
    await page.getByRole('menuitem', { name: 'Import and append…' }).click();
    const file = new File([JSON.stringify(content)], 'board.json', { type: 'application/json' });
    await userEvent.upload(page.getByLabelText('Storyboard file'), file);
  };
  await choose({ serviceType: 'timeline' });
  await expect.poll(() => document.body.textContent).toContain('The storyboard was not imported');
  await choose({ serviceType: 'storyboard', version: 1, sequences: [{ id: 'a', name: 'Pier', shots: [] }] });
  await expect.element(page.getByLabelText('Name of scene 2')).toHaveValue('Pier');
});

it('keeps what somebody else wrote meanwhile', async () => {
  const saved = keeping([{ id: 'a', shots: [{ id: '1', description: 'Kettle' }] }]);
  await show();
  await expect.element(shots().first()).toBeVisible();
  saved.change((sequences) => [...(sequences as unknown[]), { id: 'b', name: 'Garden', shots: [] }]);
  await words(0).fill('Kettle boils');
  await expect.element(page.getByLabelText('Name of scene 2')).toHaveValue('Garden');
  await expect.element(page.getByText(/^Saved v/)).toBeVisible();
  expect(saved.sequences()).toMatchObject([{ shots: [{ description: 'Kettle boils' }] }, { name: 'Garden' }]);
});

it('takes a step back and makes it again, named on the buttons', async () => {
  keeping([{ id: 'a', name: 'Kitchen', shots: [{ id: '1' }] }]);
  await show();
  const name = page.getByLabelText('Name of scene 1');
  await name.fill('Galley');
  await page.getByRole('button', { name: 'Undo: rename a scene' }).click();
  await expect.element(name).toHaveValue('Kitchen');
  await page.getByRole('button', { name: 'Redo: rename a scene' }).click();
  await expect.element(name).toHaveValue('Galley');
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
  await expect.element(page.getByLabelText('Name of scene 2')).toBeVisible();
});

it('names every problem of a storyboard that is not sound', async () => {
  respondWith([{ id: 'a', shots: [{ id: '1', durationSeconds: -1 }] }]);
  await show();
  await expect.element(page.getByText('This storyboard has 1 problem and cannot be shown')).toBeVisible();
  await expect.element(page.getByText('sequences.0.shots.0.durationSeconds')).toBeVisible();
});

it('makes the timeline, says what cannot come along, and brings over later what the board changed', async () => {
  keeping([
    {
      id: 'a',
      shots: [
        { id: '1', name: 'Kettle', transition: 'wipe', panels: [{ media: 'https://example.com/k.png' }] },
        { id: '2', name: 'Cup', durationSeconds: 2 },
      ],
    },
  ]);
  let stored: unknown = { serviceType: 'timeline', version: 1, timeline: { clips: [], tracks: [] } };
  let version = 1;
  const own = { projectId: `prj_${project}`, summary: { clipCount: 0, trackCount: 0, durationSeconds: 0 } };
  desk.api(endpoints.timelines.get, () => ({ ...own, version, document: Object(stored) }));
  desk.api(endpoints.timelines.replace, ({ body }) => {
    stored = endpoints.timelines.replace.body.parse(body).document;
    version += 1;
    return { ...own, mode: 'replace', version, document: Object(stored) };
  });
  desk.api(endpoints.storyboards.toTimeline, ({ body }) => {
    const { document: board, ...options } = endpoints.storyboards.toTimeline.body.parse(body);
    const checked = validateStoryboard(board);
    if (!checked.ok) throw new Problem(400, 'INVALID_STORYBOARD', 'It is not sound.');
    const made = storyboardToTimeline(checked.document, options, () => undefined);
    if (!made.ok) throw new Problem(400, 'STORYBOARD_NOT_CONVERTIBLE', made.message);
    return {
      document: made.document,
      warnings: made.warnings,
      summary: { clipCount: 2, trackCount: 1, durationSeconds: 5 },
    };
  });
  const view = await show();
  const open = () => page.getByRole('button', { name: 'Timeline…' }).click();
  const dialog = page.getByRole('dialog');
  await open();
  await expect.element(dialog.getByText('2 clips · 5 s')).toBeVisible();
  for (const words of [/A URL is neither fetched/, /Kettle begins with a wipe/])
    await expect.element(dialog.getByText(words)).toBeVisible();
  const way = page.getByRole('button', { name: 'Show it' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  await dialog.getByRole('button', { name: 'Make timeline' }).click();
  await expect.element(way).toBeVisible();
  // One that goes by itself shows that the time is up.
  showToast({ title: 'In passing', timeout: 20_000 });
  await expect.element(page.getByText('In passing').first()).toBeVisible();
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  await expect.element(page.getByText('In passing').first()).not.toBeInTheDocument();
  // The way to what was made does not go by itself.
  await expect.element(way).toBeVisible();
  expect(way.element().closest('[data-ending-style]')).toBeNull();

  await open();
  await expect.element(dialog.getByText('The timeline has everything that is on the board.')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Update timeline' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await shots().nth(1).getByLabelText('Seconds').fill('6');
  await userEvent.keyboard('{Enter}');
  await open();
  await expect.element(dialog.getByText('Cup length 2 s → 6 s')).toBeVisible();
  await dialog.getByRole('button', { name: 'Update timeline' }).click();
  await expect.poll(() => JSON.stringify(stored)).toContain('"duration":6');
  go.mockClear();
  await way.click();
  expect(go.mock.calls).toEqual([[null]]);
  // With the board it is gone: nothing on another page leads back over it.
  await view.unmount();
  await renderPage(<p>Elsewhere</p>);
  await expect.element(page.getByText('Elsewhere')).toBeVisible();
  expect(way.elements()).toEqual([]);
});

it('names a panel and writes what it shows, in one step each', async () => {
  const saved = keeping([
    { id: 'a', shots: [{ id: '1', panels: [{ id: 'p1', media: 'https://example.com/k.png' }] }] },
  ]);
  await show();
  await frames().first().click();
  await page.getByRole('button', { name: 'Panel 1', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Name and words…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Name and words of panel 1' });
  await expect.element(dialog.getByLabelText('Name', { exact: true })).toHaveFocus();
  await userEvent.keyboard('Wide');
  await dialog.getByLabelText('What it shows').fill('From the roof');
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect.element(page.getByRole('button', { name: 'Panel 1: Wide' })).toBeVisible();
  await expect
    .poll(() => saved.sequences())
    .toMatchObject([{ shots: [{ panels: [{ name: 'Wide', description: 'From the roof' }] }] }]);
});

it('begins with its first shot, or with the timeline of it, where another page asked for that', async () => {
  const place = { connectionId: 'local', projectId: `prj_${project}` };
  respondWith([]);
  sendIntent({ kind: 'add-first-shot', ...place });
  await show();
  await expect.element(words(0)).toHaveFocus();
  sendIntent({ kind: 'storyboard-to-timeline', ...place });
  await expect.element(page.getByRole('dialog')).toBeVisible();
});
