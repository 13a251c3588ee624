// @module-tag rig
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { OutputSearch } from '#shared/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { libraryPicture } from '#renderer/testing/library-output.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { TimelinePage } from '#renderer/timeline/index.ts';
import { FilmTakes } from './film-takes.tsx';

const PROJECT = 'takes_1';
const graph = {
  nodes: [{ id: 'poster', type: 'image/card', title: 'Poster', position: { x: 0, y: 0 }, inputs: {} }],
  connections: [],
};
const takes = [1, 2].map((number) =>
  libraryPicture(number, { projectId: PROJECT, nodeId: 'poster', filename: `poster-${number}.png` }),
);

let desk: DeskStandIn;
let stored: unknown;
const address = window.location.href;
beforeEach(() => {
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({
    files: takes.map(({ fileId, filename, createdAt }) => ({
      connectionId: 'local',
      fileId: fileId ?? '',
      filename: filename ?? '',
      contentType: 'image/png',
      sizeBytes: 4,
      origin: 'run',
      projectId: PROJECT,
      createdAt,
    })),
  }));
  desk.desk('searchOutputs', ({ body }) => {
    const { fileId, nodeId } = OutputSearch.parse(body);
    const outputs = takes.filter((take) => take.fileId === fileId || take.nodeId === nodeId);
    return { outputs, nextCursor: null, total: outputs.length, unreadRuns: 0 };
  });
  const summary = { clipCount: 1, trackCount: 1, durationSeconds: 4 };
  let version = 1;
  stored = {
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      tracks: [{ id: 'V1', name: 'Picture' }],
      clips: [
        {
          id: 'c1',
          trackId: 'V1',
          type: 'image',
          name: 'Opening',
          filename: 'poster-1.png',
          startTime: 1,
          duration: 3,
          opacity: 0.5,
          ext: { patchbay: { version: 1, fileId: 'file_1' } },
        },
      ],
    },
  };
  desk.api(endpoints.timelines.get, () => ({
    projectId: PROJECT,
    version,
    document: Object(stored),
    summary,
  }));
  desk.api(endpoints.timelines.replace, ({ body, params }) => {
    if (params['project_id'] !== PROJECT) throw new Problem(404, 'NOT_FOUND', 'It is gone.');
    stored = endpoints.timelines.replace.body.parse(body).document;
    version += 1;
    return { projectId: PROJECT, mode: 'replace', version, document: Object(stored), summary };
  });
});
afterEach(() => {
  window.history.replaceState(null, '', address);
  desk.restore();
});

async function show(clip = /^Opening, Image/): Promise<void> {
  await renderPage(
    <FilmTakes connectionId="local">
      <div style={{ width: 1000, height: 600 }}>
        <TimelinePage
          connectionId="local"
          projectId={PROJECT}
          onImport={() => undefined}
          onShowShot={() => undefined}
        />
      </div>
    </FilmTakes>,
  );
  await page.getByRole('button', { name: clip }).click();
}
const made = () => page.getByRole('region', { name: 'Made by' });

it('takes another output of the node that made a clip in its place, its times and looks kept', async () => {
  await show();
  await made()
    .getByRole('button', { name: /^Use the take of/ })
    .click();
  await expect
    .poll(() => stored)
    .toMatchObject({
      timeline: {
        clips: [
          {
            name: 'Opening',
            filename: 'poster-2.png',
            startTime: 1,
            duration: 3,
            opacity: 0.5,
            ext: { patchbay: { fileId: 'file_2' } },
          },
        ],
      },
    });
  await page.getByRole('button', { name: 'Undo: swap the take' }).click();
  await expect.poll(() => stored).toMatchObject({ timeline: { clips: [{ filename: 'poster-1.png' }] } });
});

it('leads from the menu of a clip to its takes', async () => {
  await show();
  await page.getByRole('button', { name: /^Opening, Image/ }).click({ button: 'right' });
  await expect.element(page.getByRole('menuitem', { name: 'Run again…' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Takes' }).click();
  await expect.element(made().getByRole('button', { name: /^Use the take of/ })).toHaveFocus();
});

it('calls a take as the list of files does, and the clip that goes by its file stays what it was', async () => {
  desk.desk('listFiles', () => ({
    files: takes.map(({ fileId, createdAt }) => ({
      connectionId: 'local',
      fileId: fileId ?? '',
      filename: 'Poster.png',
      contentType: 'image/png',
      sizeBytes: 4,
      origin: 'run',
      projectId: PROJECT,
      createdAt,
    })),
  }));
  const named = JSON.stringify(stored)
    .replace('"Opening"', '"Poster.png"')
    .replace('poster-1.png', 'Poster.png');
  stored = JSON.parse(named);
  await show(/^Poster.png, Image/);
  await made()
    .getByRole('button', { name: /^Use the take of/ })
    .click();
  const swapped = { name: 'Poster.png', filename: 'Poster.png', ext: { patchbay: { fileId: 'file_2' } } };
  await expect.poll(() => stored).toMatchObject({ timeline: { clips: [swapped] } });
});

it('sets what made a clip off from the edges of its panel', async () => {
  await show();
  await expect.element(made()).toBeVisible();
  const panel = page.getByRole('complementary', { name: 'Clip' }).element().getBoundingClientRect();
  const part = made().element().getBoundingClientRect();
  expect(part.left - panel.left).toBeGreaterThanOrEqual(8);
  expect(panel.right - part.right).toBeGreaterThanOrEqual(8);
});

it('leads from a clip to the node and the run that made it', async () => {
  await show();
  for (const button of ['Show the node', 'Show the run']) {
    window.history.replaceState(null, '', address);
    await made().getByRole('button', { name: button }).click();
    await expect.poll(() => window.location.pathname).toContain(PROJECT);
  }
});

it('runs what made a clip again with one change', async () => {
  desk.desk('getOutput', () => ({
    output: takes[0]!,
    value: null,
    run: null,
    canOpen: true,
    openProblem: null,
    collectionIds: [],
    inputs: [
      {
        nodeId: 'poster',
        nodeType: 'image/card',
        nodeTitle: 'Poster',
        name: 'text',
        value: { type: 'text', value: 'Harbor' },
      },
    ],
  }));
  desk.desk('getRunSource', () => ({
    connectionId: 'local',
    runId: 'run_1',
    projectId: PROJECT,
    projectVersion: 3,
    graph,
    graphProblem: null,
    isExact: true,
    targetNodeIds: [],
    template: null,
  }));
  desk.desk('getRunSamples', () => ({
    kinds: [],
    accuracy: { runs: 0, duration: null, microcredits: null },
  }));
  desk.api(endpoints.nodeTypes.get, () => ({
    type: 'image/card',
    title: 'Card',
    category: 'image',
    source: 'built-in',
    inputs: [{ name: 'text', type: 'text' }],
    outputs: [],
  }));
  desk.api(endpoints.projects.getDocument, () => ({
    projectId: PROJECT,
    name: 'Sunset',
    version: 3,
    document: { graph },
  }));
  desk.api(endpoints.runs.create, () => ({
    id: 'run_2',
    status: 'accepted',
    createdAt: '2026-01-01T10:00:00.000Z',
    updatedAt: '2026-01-01T10:00:00.000Z',
  }));
  await show();
  await made().getByRole('button', { name: 'Run again…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run again' });
  await expect.element(dialog.getByRole('button', { name: 'Run again as it was' })).toBeEnabled();
  await dialog.getByRole('combobox', { name: 'What changes' }).click();
  await page.getByRole('option', { name: /Text.*Harbor/ }).click();
  await dialog.getByLabelText('New value', { exact: true }).fill('Pier');
  await dialog.getByRole('button', { name: 'Run once' }).click();
  await vi.waitFor(() => expect(desk.calls('runs.create')).toHaveLength(1));
  expect(desk.calls('runs.create')[0]?.body).toMatchObject({
    inputOverrides: { poster: { text: { value: 'Pier' } } },
  });
  await expect.element(dialog).not.toBeInTheDocument();
});
