import { useEffect, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** What another page wants to be looked at: a shot of the storyboard, or the clips of a shot on the timeline. */
interface PartAsked {
  kind: 'shot' | 'clips';
  connectionId: string;
  projectId: string;
  /** What the shot is called on a timeline. */
  shotId: string;
}

const partRequest = createStore<{ asked: PartAsked | null }>(() => ({ asked: null }));

/** Asks the page that is opened next for a part of its document. */
export const askForPart = (asked: PartAsked): void => partRequest.setState({ asked });

/** Shows the part that another page asked for, once. @param show is given what the shot is called on a timeline. */
export function usePartRequest(
  { kind, connectionId, projectId }: Omit<PartAsked, 'shotId'>,
  show: (shotId: string) => void,
): void {
  const asked = useStore(partRequest, (state) => state.asked);
  const latest = useRef(show);
  useEffect(() => {
    latest.current = show;
  });
  useEffect(() => {
    if (asked?.kind !== kind || asked.connectionId !== connectionId || asked.projectId !== projectId) return;
    partRequest.setState({ asked: null });
    latest.current(asked.shotId);
  }, [asked, kind, connectionId, projectId]);
}
