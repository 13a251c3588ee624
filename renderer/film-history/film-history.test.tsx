// @module-tag rig
import { beforeEach, afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FilmVersion, ProjectVersion } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ProjectHistoryButton } from './film-history.tsx';

const version = (id: string, fields: Partial<FilmVersion> = {}): FilmVersion => ({
  id,
  version: 3,
  reason: 'saved',
  name: null,
  at: '2026-01-01T10:00:00.000Z',
  picture: {
    kind: 'timeline',
    sketch: {
      seconds: 12,
      clips: 2,
      tracks: 1,
      rows: 1,
      bars: [
        { row: 0, from: 0, to: 0.5, type: 'video' },
        { row: 0, from: 0.5, to: 1, type: 'audio' },
      ],
    },
  },
  ...fields,
});

const place = { connectionId: 'con_1', projectId: 'prj_1' };
const graphVersion: ProjectVersion = {
  id: 'g1',
  ...place,
  version: 2,
  reason: 'saved',
  name: 'Before the cut',
  keep: false,
  at: '2026-01-01T11:00:00.000Z',
  nodeCount: 5,
  changes: null,
  sketch: { boxes: [], wires: [] },
  damaged: false,
};

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

async function show(timeline: FilmVersion[], storyboard: FilmVersion[] = [], graph: ProjectVersion[] = []) {
  const onRestore = vi.fn<(kind: string, document: unknown) => void>();
  const onCompare = vi.fn<(title: string, document: unknown) => void>();
  const inGraph = {
    onRestore: vi.fn<(version: ProjectVersion) => void>(),
    onCompare: vi.fn<(version: ProjectVersion) => void>(),
  };
  desk.desk('listFilmVersions', ({ params }) => ({
    versions: params['kind'] === 'timeline' ? timeline : storyboard,
    nextCursor: null,
  }));
  desk.desk('listVersions', () => ({ versions: graph, nextCursor: null, usedBytes: 0, limitBytes: 1 }));
  await renderPage(
    <ProjectHistoryButton
      project={place}
      find={() => null}
      film={{ onRestore, onCompare }}
      graph={inGraph}
    />,
  );
  await page.getByRole('button', { name: 'History of the project' }).click();
  return { onRestore, onCompare, inGraph };
}

it('shows what each version holds, and brings one back', async () => {
  const document = { serviceType: 'timeline' };
  const first = version('v1', { name: 'Rough cut' });
  desk.desk('getFilmVersion', () => ({ version: first, document }));
  const { onRestore } = await show([version('v2'), first]);
  await expect.element(page.getByText('Rough cut')).toBeVisible();
  await expect
    .element(page.getByRole('list', { name: 'Versions' }).getByText('Timeline', { exact: true }))
    .toBeVisible();
  await page.getByRole('button', { name: /^Bring back Rough cut, 2 clips/ }).click();
  await vi.waitFor(() => expect(onRestore).toHaveBeenCalledWith('timeline', document));
  await expect.element(page.getByText('Rough cut')).not.toBeInTheDocument();
});

it('says what was done up to each version, and compares one with the timeline as it is now', async () => {
  const document = { serviceType: 'timeline' };
  const trims = version('v2', { steps: ['trim clip', 'move clip', 'trim clip'] });
  desk.desk('getFilmVersion', () => ({ version: trims, document }));
  const { onCompare } = await show([trims, version('v1', { steps: ['move 3 clips'] })]);
  await expect.element(page.getByText('Move 3 clips', { exact: true })).toBeVisible();
  const several = page.getByText('Trim clip, move clip', { exact: true });
  await expect.element(several).toHaveAttribute('title', 'Trim clip, move clip');
  await page.getByRole('button', { name: /^Compare Trim clip, move clip/ }).click();
  await vi.waitFor(() => expect(onCompare).toHaveBeenCalledWith('Trim clip, move clip', document));
});

it('says what will be here when there is nothing yet', async () => {
  await show([]);
  await expect.element(page.getByText(/Each stretch of work on the project is saved here/)).toBeVisible();
});

it('names a version', async () => {
  desk.desk('nameFilmVersion', () => version('v1', { name: 'Client cut' }));
  await show([version('v1')]);
  await page.getByRole('button', { name: 'More for Timeline, version 3' }).click();
  await page.getByRole('menuitem', { name: 'Name…' }).click();
  await page.getByRole('textbox', { name: 'Name of the version' }).fill('Client cut');
  await userEvent.keyboard('{Enter}');
  await vi.waitFor(() => expect(desk.calls('nameFilmVersion')).toHaveLength(1));
});

it('has the versions of graph, storyboard and timeline in one list, and shows those of one', async () => {
  const board = version('b1', {
    at: '2026-01-01T12:00:00.000Z',
    picture: { kind: 'storyboard', sketch: { scenes: 1, shots: 3, seconds: 9, frames: [] } },
  });
  const { inGraph } = await show([version('v1')], [board], [graphVersion]);
  const rows = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
  await expect
    .poll(() => rows.elements().map((row) => row.textContent))
    .toEqual([
      expect.stringContaining('Storyboard'),
      expect.stringContaining('Before the cut'),
      expect.stringContaining('Timeline'),
    ]);
  await page.getByRole('combobox', { name: 'Versions of' }).click();
  await page.getByRole('option', { name: 'Graph' }).click();
  await expect.poll(() => rows.elements().length).toBe(1);
  await page.getByRole('button', { name: 'Bring back Before the cut, 5 nodes' }).click();
  expect(inGraph.onRestore).toHaveBeenCalledWith(graphVersion);
});
