import { afterEach, beforeEach, expect, it } from 'vitest';
import { endpoints } from '#shared/api/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { standInForDrafts } from '#renderer/testing/drafts-stand-in.ts';
import { mediaDocuments } from './open-documents.ts';

/** Pages of a project are left and come back to while this window alone has what was done in it. */

const place = ['local', 'leaving_1'] as const;
let desk: DeskStandIn;
let isFull = true;
let isAway = true;
beforeEach(() => {
  desk = standInForDesk();
  standInForDrafts(desk);
  isFull = true;
  isAway = true;
  const document = {
    serviceType: 'timeline',
    version: 1,
    name: 'Before',
    timeline: { tracks: [], clips: [] },
  };
  const summary = { clipCount: 0, trackCount: 0, durationSeconds: 0 };
  const answer = { projectId: place[1], version: 1, document, summary };
  desk.api(endpoints.timelines.get, () => answer);
  desk.api(endpoints.timelines.replace, () => {
    if (isAway) throw new Problem(503, 'LOCAL_SERVICE_DOWN', 'The service is starting.');
    return { ...answer, mode: 'replace' as const, version: 2 };
  });
  desk.desk('writeDocument', () => {
    if (isFull) throw new Problem(507, 'DISK_FULL', 'The disk of this computer is full.');
    return undefined;
  });
});
afterEach(() => desk.restore());

const calls = (name: string) => desk.calls(name).length;

it('what is in this window only stays in it when its page is left, until the disk has it', async () => {
  const before = mediaDocuments.timeline.open(...place);
  const session = await before.session;
  session.change('rename', (document) => ({ ...document, name: 'After' }));
  await expect.poll(() => session.getState().status).toBe('unjournaled');
  before.leave();
  await expect.poll(() => calls('timelines.replace')).toBeGreaterThan(0);
  expect(calls('leaveDocument')).toBe(0);
  const again = mediaDocuments.timeline.open(...place);
  expect((await again.session).getState().document.name).toBe('After');
  again.leave();
  isFull = false;
  await expect.poll(() => calls('leaveDocument'), { timeout: 8000 }).toBe(1);
  expect(desk.calls('writeDocument').at(-1)?.body).toMatchObject({ entries: [{ steps: ['rename'] }] });
});
