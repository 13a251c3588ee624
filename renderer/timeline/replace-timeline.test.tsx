import { afterEach, beforeEach, expect, it } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { mediaDocuments } from '#renderer/documents/index.ts';
import { projectUndo } from '#renderer/model/project-undo.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { replaceTimeline } from './replace-timeline.ts';

let desk: DeskStandIn;
/** A session is open for a while after its use: every test has a project of its own. */
let project = 0;
let stored: Record<string, unknown>;
let version = 3;
const place = () => ({ connectionId: 'local', projectId: `replace_${project}` });

const cut = (...clips: string[]) => ({
  serviceType: 'timeline',
  version: 1,
  name: 'Opening',
  timeline: {
    tracks: [{ id: 'V1' }],
    clips: clips.map((id, index) => ({
      id,
      trackId: 'V1',
      type: 'image',
      startTime: index,
      duration: 1,
      trimStart: 0,
      trimEnd: 1,
    })),
  },
});

beforeEach(() => {
  project += 1;
  stored = cut('old');
  desk = standInForDesk();
  standInForDrafts(desk);
  const answer = () => ({
    projectId: place().projectId,
    version,
    document: stored,
    summary: { clipCount: 1, trackCount: 1, durationSeconds: 1 },
  });
  desk.api(endpoints.timelines.get, answer);
  desk.api(endpoints.timelines.replace, ({ body }) => {
    stored = (body as { document: Record<string, unknown> }).document;
    version += 1;
    return { ...answer(), mode: 'replace' };
  });
});
afterEach(() => desk.restore());

const replace = (document: unknown) =>
  replaceTimeline('local', place().projectId, 'import Opening.otio', document);
const clipsOf = (document: unknown) =>
  (document as ReturnType<typeof cut>).timeline.clips.map(({ id }) => id);

it('stores another timeline, as one step that undo takes back', async () => {
  await expect(replace(cut('new', 'newer'))).resolves.toBe(true);
  expect(clipsOf(stored)).toEqual(['new', 'newer']);
  expect(projectUndo.next(place(), 'graph', 'undo')).toEqual({
    part: 'timeline',
    name: 'import Opening.otio',
  });
  const { session, leave } = mediaDocuments.timeline.open('local', place().projectId);
  const timeline = await session;
  timeline.undo();
  await timeline.flush();
  leave();
  expect(clipsOf(stored)).toEqual(['old']);
});

it('leaves the timeline as it was when the service refuses the other', async () => {
  desk.api(endpoints.timelines.replace, () => {
    throw new Problem(422, 'INVALID_TIMELINE', 'The timeline is too large for this service.');
  });
  await expect(replace(cut('new'))).rejects.toThrow('too large for this service');
  const { session, leave } = mediaDocuments.timeline.open('local', place().projectId);
  expect(clipsOf((await session).getState().document)).toEqual(['old']);
  leave();
});

it('does nothing with what is unsound, or in the place of it', async () => {
  await expect(replace({})).resolves.toBe(false);
  expect(clipsOf(stored)).toEqual(['old']);
  project += 1;
  stored = { serviceType: 'timeline', version: 1, timeline: {} };
  await expect(replace(cut('new'))).resolves.toBe(false);
});
