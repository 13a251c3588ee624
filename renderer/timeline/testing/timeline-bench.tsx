import { useSyncExternalStore, type ReactElement } from 'react';
import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { FileRecord } from '#shared/desk/index.ts';
import { TimelineDocument } from '#shared/timeline/document.ts';
import { createPlayhead } from '#renderer/player/index.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { TimelineView } from '../page/timeline-view.tsx';
import { createMemorySession, type MemorySession } from './memory-session.ts';

export const clip = (id: string, trackId: string, startTime: number, duration: number, change = {}) => ({
  id,
  trackId,
  name: id,
  storageType: 'placeholder',
  startTime,
  duration,
  trimStart: 2,
  trimEnd: 2,
  ...change,
});

export const timeline = (clips: object[], fields = {}) =>
  TimelineDocument.parse({
    serviceType: 'timeline',
    version: 1,
    timeline: {
      frameRate: 25,
      tracks: [
        { id: 'V1', name: 'Picture' },
        { id: 'V2', name: 'Titles' },
      ],
      clips,
      ...fields,
    },
  });

const two = () => [clip('first', 'V1', 0, 5), clip('second', 'V1', 10, 10)];

export const take: FileRecord = {
  fileId: 'file_take',
  connectionId: 'local',
  projectId: null,
  filename: 'take.mp4',
  contentType: 'video/mp4',
  sizeBytes: 9,
  origin: 'run',
  createdAt: '2026-11-20T10:00:00.000Z',
};
/** What a run that transcribes makes. */
const talk: FileRecord = {
  ...take,
  fileId: 'file_talk',
  filename: 'talk.srt',
  contentType: 'application/x-subrip',
};
const library = new Map([
  [talk.fileId, talk],
  [take.filename, take],
  [take.fileId, take],
]);

function Shown({
  session,
  playhead,
  monitor,
}: {
  session: MemorySession;
  playhead: Playhead;
  monitor: ReactElement | null;
}): ReactElement {
  const { document } = useSyncExternalStore(session.subscribe, session.getState);
  return (
    <div style={{ width: 1000, height: monitor ? 800 : 480 }}>
      <TimelineView
        connectionId="local"
        projectId="p1"
        document={document}
        library={library}
        session={session}
        playhead={playhead}
        monitor={monitor}
      />
    </div>
  );
}
type Playhead = ReturnType<typeof createPlayhead>;

/** @param monitor what stands over the tracks; nothing by default. */
export async function show(document = timeline(two()), monitor: ReactElement | null = null) {
  const session = createMemorySession(document);
  const playhead = createPlayhead();
  const shown = await renderPage(<Shown session={session} playhead={playhead} monitor={monitor} />);
  await expect.element(page.getByRole('list', { name: 'Picture' })).toBeVisible();
  return { session, playhead, leave: async (): Promise<void> => shown.unmount() };
}

export const button = (name: RegExp) => page.getByRole('button', { name });
export const boxOf = (name: RegExp) => button(name).element().getBoundingClientRect();
export const clipOf = (session: MemorySession, id: string) =>
  session.getState().document.timeline.clips.find((one) => one.id === id);

/** Presses at a point, moves in steps and lets go. */
export function drag(from: { x: number; y: number }, to: { x: number; y: number }, keys: object = {}): void {
  const target = document.elementFromPoint(from.x, from.y);
  const at = (x: number, y: number) => ({
    bubbles: true,
    cancelable: true,
    pointerId: 1,
    button: 0,
    clientX: x,
    clientY: y,
    ...keys,
  });
  target?.dispatchEvent(new PointerEvent('pointerdown', at(from.x, from.y)));
  for (const part of [0.3, 0.7, 1]) {
    window.dispatchEvent(
      new PointerEvent('pointermove', at(from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part)),
    );
  }
}
export const drop = () => window.dispatchEvent(new PointerEvent('pointerup', { pointerId: 1 }));
export const middle = (box: DOMRect) => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 });
