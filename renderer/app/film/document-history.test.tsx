// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import type { MediaVersion } from '#shared/desk/index.ts';
import { mediaDocuments } from '#renderer/documents/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { compareTimeline, restoreDocument } from './document-history.tsx';

const place = { connectionId: 'local', projectId: 'history_1' };
const version: MediaVersion = {
  ...place,
  kind: 'timeline',
  id: 'v1',
  version: 1,
  reason: 'saved',
  name: 'Trim clip',
  keep: false,
  at: '2026-01-01T10:00:00.000Z',
  damaged: false,
  sketch: { seconds: 1, clips: 1, tracks: 1, rows: 0, bars: [] },
};
const stored = (document: Record<string, unknown>) => desk.desk('getVersion', () => ({ version, document }));
const timelineOf = (...ids: string[]) => ({
  serviceType: 'timeline',
  version: 1,
  timeline: {
    frameRate: 25,
    tracks: [{ id: 'V1', name: 'Picture' }],
    clips: ids.map((id, index) => ({ id, trackId: 'V1', type: 'image', startTime: index, duration: 1 })),
  },
});

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  standInForDrafts(desk);
  const summary = { clipCount: 1, trackCount: 1, durationSeconds: 4 };
  const answer = { projectId: place.projectId, version: 1, document: timelineOf('now'), summary };
  desk.api(endpoints.timelines.get, () => answer);
  desk.api(endpoints.timelines.replace, () => ({ ...answer, mode: 'replace' as const, version: 2 }));
  desk.desk('keepVersion', () => ({ version: null }));
});
afterEach(() => desk.restore());

it('keeps the timeline as it is in the history before a version is brought back', async () => {
  const { session, leave } = mediaDocuments.timeline.open(place.connectionId, place.projectId);
  const open = await session;
  stored(timelineOf('old', 'older'));
  await restoreDocument(place, version);
  expect(open.getState().document.timeline.clips.map(({ id }) => id)).toEqual(['old', 'older']);
  await expect.poll(() => desk.calls('keepVersion').length).toBe(1);
  expect(desk.calls('keepVersion')[0]?.body).toMatchObject({
    kind: 'timeline',
    name: 'Before: bring back a version',
    document: { timeline: { clips: [{ id: 'now' }] } },
  });
  // What was done is told with the save, for the history.
  await open.flush();
  const told = desk.calls('timelines.replace')[0]?.headers.get('x-patchbay-saved-steps');
  expect(JSON.parse(decodeURIComponent(told ?? ''))).toEqual(['bring back a version']);
  leave();
});

it('compares a version on the page of the timeline, and says why one cannot be', async () => {
  const paths: string[] = [];
  stored(timelineOf('old'));
  await compareTimeline(place, version, (path) => void paths.push(path));
  expect(paths).toEqual([expect.stringContaining('timeline')]);
  stored({ serviceType: 'timeline' });
  await compareTimeline(place, version, (path) => void paths.push(path));
  expect(paths).toHaveLength(1);
});
