import { useRef, type ReactElement } from 'react';
import type { TimelineDocument } from '#shared/timeline/document.ts';
import { gapAt, withLinked } from '#shared/timeline/edits/index.ts';
import { commandMenu } from '#renderer/commands/index.ts';
import { ContextMenu } from '#renderer/ui/index.ts';
import type { EditStore } from '../model/edit-store.ts';

/** The menu of clips and tracks, at whichever the pointer is over. */
export function ClipMenu({
  store,
  document,
  timeAt,
  editable,
  children,
}: {
  store: EditStore;
  document: TimelineDocument;
  /** The time at a place of the window. */
  timeAt: (clientX: number) => number;
  editable: boolean;
  children: ReactElement;
}): ReactElement {
  const menu = useRef<'timeline-clip' | 'timeline-track'>('timeline-track');
  if (!editable) return children;
  const onContextMenu = (event: { target: EventTarget | null; clientX: number }) => {
    if (!(event.target instanceof Element)) return;
    const clipId = event.target.closest<HTMLElement>('[data-clip]')?.dataset['clip'];
    const trackId = event.target.closest<HTMLElement>('[data-track]')?.dataset['track'];
    menu.current = clipId === undefined ? 'timeline-track' : 'timeline-clip';
    if (trackId !== undefined) store.setState({ trackId });
    if (trackId !== undefined && clipId === undefined) {
      const gap = { trackId, at: timeAt(event.clientX) };
      if (gapAt(document, gap.trackId, gap.at)) store.setState({ gap, selected: new Set() });
    }
    if (clipId !== undefined && !store.getState().selected.has(clipId)) {
      store.setState({ selected: withLinked(document, [clipId]), fromId: clipId });
    }
  };
  return (
    <ContextMenu entries={() => commandMenu(menu.current, { scope: 'timeline' })}>
      <div onContextMenuCapture={onContextMenu}>{children}</div>
    </ContextMenu>
  );
}
