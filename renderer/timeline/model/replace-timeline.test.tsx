// @module-tag long
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { mediaDocuments } from '#renderer/documents/index.ts';
import { projectUndo } from '#renderer/model/project-undo.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { replaceTimeline } from './replace-timeline.ts';
import { idsOfClips, storedCut, storeTimeline, type StoredTimeline } from '../testing/stored-timeline.ts';

let desk: DeskStandIn;
/** A session is open for a while after its use: every test has a project of its own. */
let project = 0;
let stored: StoredTimeline;
const place = () => ({ connectionId: 'local', projectId: `replace_${project}` });

beforeEach(() => {
  project += 1;
  stored = { document: storedCut('old'), version: 3 };
  desk = standInForDesk();
  standInForDrafts(desk);
  storeTimeline(desk, stored, () => place().projectId);
});
afterEach(() => desk.restore());

const replace = (document: unknown) =>
  replaceTimeline('local', place().projectId, 'import Opening.otio', document);

it('stores another timeline, as one step that undo takes back', async () => {
  await expect(replace(storedCut('new', 'newer'))).resolves.toBe(true);
  expect(idsOfClips(stored.document)).toEqual(['new', 'newer']);
  expect(projectUndo.next(place(), 'graph', 'undo')).toEqual({
    part: 'timeline',
    name: 'import Opening.otio',
  });
  const { session, leave } = mediaDocuments.timeline.open('local', place().projectId);
  const timeline = await session;
  timeline.undo();
  await timeline.flush();
  leave();
  expect(idsOfClips(stored.document)).toEqual(['old']);
});

it('leaves the timeline as it was when the service refuses the other', async () => {
  desk.api(endpoints.timelines.replace, () => {
    throw new Problem(422, 'INVALID_TIMELINE', 'The timeline is too large for this service.');
  });
  await expect(replace(storedCut('new'))).rejects.toThrow('too large for this service');
  const { session, leave } = mediaDocuments.timeline.open('local', place().projectId);
  expect(idsOfClips((await session).getState().document)).toEqual(['old']);
  leave();
});

it('does nothing with what is unsound, or in the place of it', async () => {
  await expect(replace({})).resolves.toBe(false);
  expect(idsOfClips(stored.document)).toEqual(['old']);
  project += 1;
  stored.document = { serviceType: 'timeline', version: 1, timeline: {} };
  await expect(replace(storedCut('new'))).resolves.toBe(false);
});
