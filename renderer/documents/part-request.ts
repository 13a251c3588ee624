import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * What another page wants to be shown: a shot of the storyboard, the clips of a shot on the timeline, or one clip. Or what it
 * wants to be begun on the storyboard: its first shot, or the timeline that is made of it.
 */
type PartRequested =
  | { kind: 'shot' | 'clips'; connectionId: string; projectId: string; shotId: string }
  | { kind: 'clip'; connectionId: string; projectId: string; clipId: string }
  | { kind: 'first-shot' | 'to-timeline'; connectionId: string; projectId: string };

const partRequest = createStore<{ requested: PartRequested | null }>(() => ({ requested: null }));

const idOf = (requested: PartRequested): string =>
  'clipId' in requested ? requested.clipId : 'shotId' in requested ? requested.shotId : '';

/** Asks the page that is opened next for a part of its document. */
export const askForPart = (asked: PartRequested): void => partRequest.setState({ requested: asked });

/** Shows the part that another page asked for, once. @param show is given what the shot is called on a timeline, or the id of the clip; nothing where something is begun. */
export function usePartRequest(
  { kind, connectionId, projectId }: { kind: PartRequested['kind']; connectionId: string; projectId: string },
  show: (id: string) => void,
): void {
  const requested = useStore(partRequest, (state) => state.requested);
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    if (
      requested?.kind !== kind ||
      requested.connectionId !== connectionId ||
      requested.projectId !== projectId
    )
      return;
    partRequest.setState({ requested: null });
    latest.current(idOf(requested));
  }, [requested, kind, connectionId, projectId]);
}
