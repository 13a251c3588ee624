import { expect, test } from 'vitest';
import { applyChanges, type DocumentChanges } from '#shared/document/changes.ts';
import type { DocumentDraft, DocumentUndo } from '#shared/desk/index.ts';
import { earlierFolder } from '../testing/earlier-folder.ts';
import { launcherOf, startTestCore } from '../testing/test-core.ts';

/** A folder that an earlier build left with unsaved work: every edit of it is found. */

interface Board {
  sequences: { shots: { id: string; durationSeconds: number }[] }[];
}
interface Cut {
  timeline: { clips: { id: string; duration: number }[] };
}

const lengthsOf = (board: Board) =>
  board.sequences.flatMap(({ shots }) => shots.map(({ id, durationSeconds }) => `${id} ${durationSeconds}`));
const durationsOf = (cut: Cut) => cut.timeline.clips.map(({ id, duration }) => `${id} ${duration}`);
const changed = (base: unknown, changes: unknown) => applyChanges(base, changes as DocumentChanges);

async function open() {
  const desk = await startTestCore({
    folder: earlierFolder(),
    launchService: launcherOf('http://127.0.0.1:9'),
  });
  const draftsOf = async (kind: string) =>
    (
      (await desk.read('GET', `/desk/drafts/local/prj_1/${kind}`)) as {
        drafts: DocumentDraft[];
      }
    ).drafts;
  return { desk, draftsOf };
}

test('the draft of a storyboard, with the request that was out', async () => {
  const { draftsOf } = await open();
  const drafts = await draftsOf('storyboard');
  expect(drafts).toMatchObject([{ window: 'one', baseVersion: 4, sent: [{ key: 'key_one' }] }]);
  const [draft] = drafts;
  expect(lengthsOf(draft?.base as Board)).toEqual(['first 1']);
  expect(lengthsOf(changed(draft?.base, draft?.sent[0]?.changes) as Board)).toEqual(['first 2']);
  expect(lengthsOf(changed(draft?.base, draft?.changes) as Board)).toEqual(['first 2', 'second 3']);
});

test('the drafts of a timeline by two windows, each with its own edit', async () => {
  const { draftsOf } = await open();
  const drafts = await draftsOf('timeline');
  expect(drafts.map((draft) => durationsOf(changed(draft.base, draft.changes) as Cut))).toEqual([
    ['left 5', 'right 1'],
    ['left 1', 'right 7'],
  ]);
});

test('steps that can be taken back, a version, an edit of the graph and the settings', async () => {
  const { desk } = await open();
  const { undo } = (await desk.read('GET', '/desk/drafts/local/prj_1/storyboard/undo')) as {
    undo: DocumentUndo;
  };
  expect(undo.done.map(({ name }) => name)).toEqual(['set length', 'add shot']);
  expect(await desk.read('GET', '/desk/versions/local/prj_1?kind=timeline')).toMatchObject({
    versions: [{ name: 'Before the recut' }],
  });
  expect(
    await desk.read('POST', '/desk/journal/local/prj_1/claim', { writer: 'now', take: false }),
  ).toMatchObject({ writing: true, entries: [{ id: 'node_1' }], history: { done: [{ label: 'node_1' }] } });
  expect(await desk.read('GET', '/desk/settings')).toMatchObject({ theme: 'dark' });
});
