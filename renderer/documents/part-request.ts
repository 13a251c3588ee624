import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** What another page wants to be looked at: a shot of the storyboard, the clips of a shot on the timeline, or one clip. */
type PartAsked =
  | { kind: 'shot' | 'clips'; connectionId: string; projectId: string; shotId: string }
  | { kind: 'clip'; connectionId: string; projectId: string; clipId: string };

const partRequest = createStore<{ asked: PartAsked | null }>(() => ({ asked: null }));

/** Asks the page that is opened next for a part of its document. */
export const askForPart = (asked: PartAsked): void => partRequest.setState({ asked });

/** Shows the part that another page asked for, once. @param show is given what the shot is called on a timeline, or the id of the clip. */
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
    latest.current(asked.kind === 'clip' ? asked.clipId : asked.shotId);
  }, [asked, kind, connectionId, projectId]);
}
