import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/**
 * What another page wants to be shown: a shot of the storyboard, the clips of a shot on the timeline, or one clip. Or what it
 * wants to be begun on the storyboard: its first shot, or the timeline that is made of it.
 */
type PartAsked =
  | { kind: 'shot' | 'clips'; connectionId: string; projectId: string; shotId: string }
  | { kind: 'clip'; connectionId: string; projectId: string; clipId: string }
  | { kind: 'first-shot' | 'to-timeline'; connectionId: string; projectId: string };

const partRequest = createStore<{ asked: PartAsked | null }>(() => ({ asked: null }));

const idOf = (asked: PartAsked): string =>
  'clipId' in asked ? asked.clipId : 'shotId' in asked ? asked.shotId : '';

/** Asks the page that is opened next for a part of its document. */
export const askForPart = (asked: PartAsked): void => partRequest.setState({ asked });

/** Shows the part that another page asked for, once. @param show is given what the shot is called on a timeline, or the id of the clip; nothing where something is begun. */
export function usePartRequest(
  { kind, connectionId, projectId }: { kind: PartAsked['kind']; connectionId: string; projectId: string },
  show: (id: string) => void,
): void {
  const asked = useStore(partRequest, (state) => state.asked);
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    if (asked?.kind !== kind || asked.connectionId !== connectionId || asked.projectId !== projectId) return;
    partRequest.setState({ asked: null });
    latest.current(idOf(asked));
  }, [asked, kind, connectionId, projectId]);
}
