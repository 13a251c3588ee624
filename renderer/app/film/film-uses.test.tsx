// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { OutputSearch, type LibraryOutput } from '#shared/desk/index.ts';
import { sendIntent, type FilmUsesSource } from '#renderer/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { libraryPicture } from '#renderer/testing/library-output.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { FilmUses } from './film-uses.tsx';

let desk: DeskStandIn;
/** A session is open for a while after its page: every test has a project of its own. */
let project = 0;
beforeEach(() => {
  project += 1;
  desk = standInForDesk();
  standInForDrafts(desk);
  desk.desk('listFiles', () => ({
    files: ['file_1', 'file_2'].map((fileId) => ({
      connectionId: 'local',
      fileId,
      filename: `${fileId}.png`,
      contentType: 'image/png',
      sizeBytes: 4,
      origin: 'run',
      projectId: null,
      createdAt: '2026-01-01T00:00:00.000Z',
    })),
  }));
  desk.api(endpoints.storyboards.get, () => ({
    projectId: `uses_${project}`,
    version: 1,
    document: {
      serviceType: 'storyboard',
      version: 1,
      sequences: [
        { id: 'a', shots: [{ id: '1', description: 'Boats', panels: [{ media: { fileId: 'file_1' } }] }] },
      ],
    },
    summary: { mediaCount: 1, sceneCount: 1, shotCount: 1 },
  }));
  desk.api(endpoints.timelines.get, () => ({
    projectId: `uses_${project}`,
    version: 1,
    document: {
      serviceType: 'timeline',
      name: 'Film',
      version: 1,
      timeline: {
        frameRate: 25,
        tracks: [{ id: 'V1' }],
        clips: [
          {
            id: 'c1',
            trackId: 'V1',
            type: 'image',
            filename: 'file_2.png',
            name: 'Gulls',
            startTime: 2,
            duration: 1,
            trimStart: 0,
            trimEnd: 1,
          },
        ],
      },
    },
    summary: { clipCount: 1, trackCount: 1, durationSeconds: 3, mediaCount: 1 },
  }));
});
afterEach(() => {
  desk.restore();
});

/** What the library finds, a page of two at a time; one is hidden. */
function answer(outputs: LibraryOutput[]): void {
  desk.desk('searchOutputs', ({ body }) => {
    const { hidden = false, cursor = '0', ...search } = OutputSearch.parse(body);
    const found = outputs.filter(
      (output) =>
        output.hidden === hidden &&
        (search.nodeId === undefined || output.nodeId === search.nodeId) &&
        (search.runId === undefined || output.runId === search.runId),
    );
    const from = Number(cursor);
    const nextCursor = from + 2 < found.length ? String(from + 2) : null;
    return { outputs: found.slice(from, from + 2), nextCursor, total: found.length, unreadRuns: 0 };
  });
}

const ask = async (of: FilmUsesSource, title = 'Card') => {
  await renderPage(<FilmUses />);
  sendIntent({ kind: 'show-film-uses', connectionId: 'local', projectId: `uses_${project}`, title, of });
};
const made = (file: number, nodeId: string, more: Partial<LibraryOutput> = {}) =>
  libraryPicture(file, { projectId: `uses_${project}`, nodeId, runId: 'run_9', ...more });

it('leads from a node to the shots and clips that show what it made, also what was hidden or made long ago', async () => {
  answer([
    made(7, 'card'),
    made(8, 'card'),
    made(2, 'card'),
    made(1, 'card', { hidden: true }),
    made(3, 'else'),
  ]);
  await ask({ nodeIds: ['card'] });
  const dialog = page.getByRole('dialog', { name: '“Card” in the film' });
  await expect.element(dialog.getByRole('button', { name: 'Shot 1.1: Boats' })).toBeVisible();
  await dialog.getByRole('button', { name: /^Gulls at/ }).click();
  expect(location.pathname).toContain(`uses_${project}/timeline`);
  await expect.poll(() => page.getByRole('dialog').elements()).toHaveLength(0);
});

it('says what a run made is not in the film, and how it comes there', async () => {
  answer([made(7, 'card')]);
  await ask({ runId: 'run_9' }, 'The run');
  await expect.element(page.getByText('Not in the film yet')).toBeVisible();
});

it('says when it cannot be known, and looks again', async () => {
  desk.desk('searchOutputs', () => {
    throw new Problem(500, 'INTERNAL', 'The library cannot be read.');
  });
  await ask({ nodeIds: ['card'] });
  await expect.element(page.getByText('The film was not looked through')).toBeVisible();
  answer([made(1, 'card')]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('button', { name: 'Shot 1.1: Boats' })).toBeVisible();
});
