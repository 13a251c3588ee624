// @module-tag rig
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import type { FileRecord } from '#shared/desk/index.ts';
import { storyboardToTimeline, validateStoryboard } from '#shared/storyboard/index.ts';
import { DRAG_FILE } from '#renderer/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { nextSaved } from '#renderer/testing/next-saved.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { StoryboardPage } from './storyboard-page.tsx';

const made = (number: number): FileRecord => ({
  connectionId: 'local',
  fileId: `file_${number}`,
  filename: `take-${number}.png`,
  contentType: 'image/png',
  projectId: null,
  sizeBytes: 10,
  origin: 'run',
  createdAt: '2026-01-01T10:00:00Z',
});

let desk: DeskStandIn;
let project = 0;
let stored: Record<string, unknown>;
beforeEach(() => {
  project += 1;
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({ files: [made(1), made(2), made(3)] }));
});
afterEach(() => desk.restore());

const panel = (number: number) => ({ id: `p${number}`, media: { fileId: `file_${number}` } });
const shot = (id: string, more: object = {}) => ({ id, description: id, ...more });
const twoScenes = () => [
  { id: 'a', name: 'Pier', shots: [shot('one'), shot('two'), shot('three')] },
  { id: 'b', name: 'Sea', shots: [shot('four'), shot('five')] },
];

/** Shows a board whose service keeps what it is sent. */
async function show(sequences: unknown[] = twoScenes(), fields: object = {}): Promise<void> {
  const own = `edits_${project}`;
  let version = 1;
  stored = { serviceType: 'storyboard', version: 1, sequences, ...fields };
  const summary = { mediaCount: 0, sceneCount: 0, shotCount: 0 };
  desk.api(endpoints.storyboards.get, () => ({ projectId: own, version, document: stored, summary }));
  desk.api(endpoints.storyboards.replace, ({ body, params }) => {
    // The session of the test before may still have something to save.
    if (params['project_id'] !== own) throw new Problem(404, 'NOT_FOUND', 'It is gone.');
    stored = endpoints.storyboards.replace.body.parse(body).document;
    version += 1;
    return {
      projectId: own,
      mode: 'replace',
      version,
      document: stored,
      summary: {
        ...summary,
        documentMedia: 0,
        extraPanelMedia: 0,
        mediaImported: 0,
        mediaSkipped: 0,
        unresolvedMedia: 0,
        urlMedia: 0,
        warnings: [],
      },
    };
  });
  const go = vi.fn<() => void>();
  await renderPage(
    <div style={{ width: 1100, height: 900 }}>
      <StoryboardPage
        connectionId="local"
        projectId={own}
        links={{ toTimeline: go, toNode: go, toRun: go }}
      />
    </div>,
  );
  await expect.element(shots().first()).toBeVisible();
}

const shots = () => page.getByRole('article', { name: /^Shot/ });
const frame = (number: string) =>
  page.getByRole('button', { name: new RegExp(`^Frame of shot ${number.replace('.', '\\.')}:`) });
/** The words of all shots, scene by scene as they play. */
const order = () =>
  shots()
    .elements()
    .map((one) => /^Shot (\d+)\.\d+, .*?: (\w+)/.exec(one.getAttribute('aria-label') ?? '') ?? [])
    .map(([, scene, words]) => `${scene} ${words}`);
const scenes = () =>
  page
    .getByLabelText(/^Name of scene/)
    .elements()
    .map((field) => (field instanceof HTMLElement && 'value' in field ? field.value : ''));
describe('dragging on the board', () => {
  it('takes a shot to another scene, before the one it is let go on', async () => {
    await show();
    await userEvent.dragAndDrop(frame('1.1'), frame('2.2'), { targetPosition: { x: 8, y: 40 } });
    await expect.poll(order).toEqual(['1 two', '1 three', '2 four', '2 one', '2 five']);
    await page.getByRole('button', { name: 'Undo: move 1 shot' }).click();
    await expect.poll(order).toEqual(['1 one', '1 two', '1 three', '2 four', '2 five']);
  });

  it('takes all selected shots along, also to the end of a scene', async () => {
    await show();
    await frame('1.1').click();
    await frame('1.3').click({ modifiers: ['Control'] });
    await userEvent.dragAndDrop(frame('1.3'), page.getByRole('button', { name: 'Add shot to Sea' }));
    await expect.poll(order).toEqual(['1 two', '2 four', '2 five', '2 one', '2 three']);
    await expect.element(page.getByRole('button', { name: 'Undo: move 2 shots' })).toBeVisible();
    // They are still the ones that are selected.
    await expect.element(frame('2.3')).toHaveAttribute('aria-pressed', 'true');
    await expect.element(frame('2.4')).toHaveAttribute('aria-pressed', 'true');
  });

  it('takes a scene before another by its grip', async () => {
    await show();
    const handle = page.getByTitle('Drag the scene').nth(1);
    await userEvent.dragAndDrop(handle, page.getByLabelText('Name of scene 1'), {
      targetPosition: { x: 20, y: 2 },
    });
    await expect.poll(scenes).toEqual(['Sea', 'Pier']);
    await expect.poll(order).toEqual(['1 four', '1 five', '2 one', '2 two', '2 three']);
  });

  it('takes an output of a run onto the card of a shot, as a panel behind those it has', async () => {
    await show([{ id: 'a', shots: [shot('one', { panels: [panel(1)] })] }]);
    const card = shots().first().element();
    const fire = (type: string): boolean => {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData(DRAG_FILE, JSON.stringify(made(2)));
      return card.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    };
    expect([fire('dragover'), fire('drop')]).toEqual([false, false]);
    await expect
      .poll(() => stored['sequences'])
      .toMatchObject([
        { shots: [{ panels: [{ media: { fileId: 'file_1' } }, { media: { fileId: 'file_2' } }] }] },
      ]);
  });
});

describe('scenes by keys', () => {
  it('are moved and deleted from their menu', async () => {
    await show();
    page.getByRole('button', { name: 'More for Pier' }).element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: 'Move down' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Move up' }).elements()).toEqual([]);
    await page.getByRole('menuitem', { name: 'Move down' }).click();
    await expect.poll(scenes).toEqual(['Sea', 'Pier']);
    await page.getByRole('button', { name: 'More for Pier' }).click();
    await page.getByRole('menuitem', { name: 'Move up' }).click();
    await expect.poll(scenes).toEqual(['Pier', 'Sea']);
    await page.getByRole('button', { name: 'More for Pier' }).click();
    await page.getByRole('menuitem', { name: 'Delete the scene and its 3 shots' }).click();
    await expect.poll(order).toEqual(['1 four', '1 five']);
    await page.getByRole('button', { name: 'Undo: delete a scene' }).click();
    await expect.poll(scenes).toEqual(['Pier', 'Sea']);
  });

  it('say where and when they are', async () => {
    await show();
    await page.getByLabelText('About scene 2').fill('Open water, noon');
    await expect
      .poll(() => stored['sequences'])
      .toMatchObject([{ name: 'Pier' }, { name: 'Sea', description: 'Open water, noon' }]);
  });
});

describe('what holds for the board', () => {
  it('is its name, the shape of its frames and the length of shots without one', async () => {
    await show([{ id: 'a', shots: [shot('one', { panels: [panel(1)] }), shot('two')] }]);
    const ratio = () => {
      const { width, height } = frame('1.1').element().getBoundingClientRect();
      return width / height;
    };
    await expect.poll(ratio).toBeCloseTo(16 / 9, 1);
    await page.getByRole('button', { name: 'Format: 16:9' }).click();
    await page.getByLabelText('Name of the storyboard').fill('Harbor');
    await page.getByRole('combobox', { name: 'Aspect ratio' }).click();
    await page.getByRole('option', { name: '1:1' }).click();
    await page.getByRole('textbox', { name: 'Seconds of a shot without a length' }).fill('4.5');
    await userEvent.keyboard('{Enter}{Escape}');
    await expect.element(shots().nth(1)).toHaveAccessibleName('Shot 1.2, 4.5 s: two');
    await expect.poll(ratio).toBeCloseTo(1, 1);
    await expect
      .poll(() => stored)
      .toMatchObject({ name: 'Harbor', settings: { aspectRatio: '1:1', defaultFrameDuration: 4.5 } });
  });

  it('is how a shot comes in, chosen where it stands', async () => {
    await show();
    await shots().nth(1).getByRole('combobox', { name: 'How it comes in' }).click();
    await page.getByRole('option', { name: /^In: Dissolve/ }).click();
    await expect
      .poll(() => stored['sequences'])
      .toMatchObject([{ shots: [{}, { transition: 'dissolve' }, {}] }, {}]);
    await page.getByRole('button', { name: 'Undo: change a transition' }).click();
    await expect
      .element(shots().nth(1).getByRole('combobox', { name: 'How it comes in' }))
      .toHaveTextContent('In: Cut');
  });
});

describe('a timeline that is made', () => {
  it('has the name, rate and size that are chosen, and the length for shots without one', async () => {
    await show(twoScenes(), { name: 'Harbor', settings: { aspectRatio: '4:3', defaultFrameDuration: 2 } });
    const timeline = { clips: [], tracks: [] };
    const summary = { clipCount: 0, trackCount: 0, durationSeconds: 0 };
    desk.api(endpoints.timelines.get, ({ params }) => ({
      projectId: params['project_id'] ?? '',
      version: 1,
      document: { serviceType: 'timeline', version: 1, timeline },
      summary,
    }));
    const asked: unknown[] = [];
    desk.api(endpoints.storyboards.toTimeline, ({ body }) => {
      const { document: board, ...options } = endpoints.storyboards.toTimeline.body.parse(body);
      asked.push(options);
      const checked = validateStoryboard(board);
      const converted = checked.ok && storyboardToTimeline(checked.document, options, () => undefined);
      if (!converted || !converted.ok)
        throw new Problem(400, 'STORYBOARD_NOT_CONVERTIBLE', 'It is not sound.');
      return { document: converted.document, warnings: converted.warnings, summary };
    });
    await page.getByRole('button', { name: 'Timeline…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Make the timeline' });
    await expect.element(dialog.getByText('5 clips · 10 s')).toBeVisible();
    expect(asked.at(-1)).toMatchObject({ name: 'Harbor', frameRate: 24, defaultDuration: null });
    await dialog.getByLabelText('Name', { exact: true }).fill('Harbor, cut 1');
    for (const [name, option] of [
      ['Frame rate', '50 fps'],
      ['Size', 'HD (720)'],
    ] as const) {
      await dialog.getByRole('combobox', { name }).click();
      await page.getByRole('option', { name: option }).click();
    }
    await dialog.getByRole('textbox', { name: 'Seconds of a shot without a length' }).fill('3');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog.getByText('5 clips · 15 s')).toBeVisible();
    expect(asked.at(-1)).toMatchObject({
      name: 'Harbor, cut 1',
      frameRate: 50,
      defaultDuration: 3,
      projectResolution: { width: 960, height: 720 },
    });
  });
});

describe('panels of a shot', () => {
  it('are put in order, shown in the frame and removed', async () => {
    await show([{ id: 'a', shots: [shot('one', { panels: [panel(1), panel(2), panel(3)] })] }]);
    const choose = async (number: number, entry: string) => {
      await page.getByRole('button', { name: `Panel ${number}`, exact: true }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const panels = () =>
      (stored['sequences'] as { shots: { panels: { id: string }[] }[] }[])[0]?.shots[0]?.panels.map(
        ({ id }) => id,
      );
    await expect.element(frame('1.1')).toHaveAccessibleName(/take-1\.png/);
    await choose(3, 'Move to the left');
    await expect.poll(panels).toEqual(['p1', 'p3', 'p2']);
    await choose(1, 'Move to the right');
    await expect.poll(panels).toEqual(['p3', 'p1', 'p2']);
    await expect.element(frame('1.1')).toHaveAccessibleName(/take-3\.png/);
    await choose(3, 'Show in the frame');
    await expect.poll(panels).toEqual(['p2', 'p3', 'p1']);
    await choose(2, 'Remove the panel');
    await expect.poll(panels).toEqual(['p2', 'p1']);
    await page.getByRole('button', { name: 'Undo: remove a panel' }).click();
    await expect.poll(panels).toEqual(['p2', 'p3', 'p1']);
    await page.getByRole('button', { name: 'Panel 1', exact: true }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Move to the right' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Move to the left' }).elements()).toEqual([]);
  });
});

describe('the file of a storyboard', () => {
  it('is saved, and put in the place of another board', async () => {
    await show(twoScenes(), { name: 'Harbor' });
    const menu = (entry: string) => async () => {
      await page.getByRole('button', { name: 'More of the storyboard' }).click();
      await page.getByRole('menuitem', { name: entry }).click();
    };
    const file = await nextSaved(menu('Export as JSON'));
    expect(file.name).toBe('Harbor.json');
    const read = validateStoryboard(JSON.parse(await file.text()));
    expect(read.ok && read.document.sequences.map(({ name, shots: all }) => [name, all.length])).toEqual([
      ['Pier', 3],
      ['Sea', 2],
    ]);
    await menu('Import and replace…')();
    const other = { serviceType: 'storyboard', version: 1, sequences: [{ id: 'x', name: 'Fog', shots: [] }] };
    await userEvent.upload(
      page.getByLabelText('Storyboard file'),
      new File([JSON.stringify(other)], 'fog.json', { type: 'application/json' }),
    );
    await expect.poll(scenes).toEqual(['Fog']);
    await page.getByRole('button', { name: 'Undo: import a storyboard' }).click();
    await expect.poll(scenes).toEqual(['Pier', 'Sea']);
    await menu('Import and replace…')();
    await userEvent.upload(page.getByLabelText('Storyboard file'), file);
    await expect.poll(scenes).toEqual(['Pier', 'Sea']);
  });
});

describe('a refusal of the service', () => {
  it('stands at its shot until something is changed', async () => {
    await show();
    desk.api(endpoints.storyboards.validate, () => {
      throw new Problem(400, 'INVALID_STORYBOARD', 'sequences.1.shots.0.durationSeconds: Too long.', {
        problems: [
          { path: 'sequences.1.shots.0.durationSeconds', code: 'too_big', message: 'At most an hour.' },
          { path: 'name', code: 'custom', message: 'Give it another name.' },
        ],
        problemCount: 2,
      });
    });
    await page.getByRole('button', { name: 'Check' }).click();
    const said = /The service refuses its durationSeconds: At most an hour\./;
    await expect.element(shots().nth(3).getByText(said)).toBeVisible();
    expect(page.getByText(said).elements()).toHaveLength(1);
    await expect.poll(() => document.body.textContent).toContain('The service does not take this storyboard');
    await shots().nth(3).getByLabelText('Seconds').fill('2');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText(said)).not.toBeInTheDocument();
  });
});
