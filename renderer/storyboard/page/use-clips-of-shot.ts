import { useEffect, useRef } from 'react';
import { clipExt } from '#shared/timeline/ext.ts';
import { browserClock } from '#renderer/desk/browser-clock.ts';
import { mediaDocuments } from '#renderer/documents/index.ts';
import { dismissToast, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { BoardLinks } from '../model/board-links.ts';

const t = words.storyboard.clipsOfShot;
/** A read that takes longer is left to the page of the timeline, which shows that it loads. */
const MAX_WAIT_MS = 2000;
const NOT_ON_TIMELINE = 'shot-not-on-timeline';

/**
 * Whether the timeline has a clip of a shot, as it is in this window, with what is not yet saved.
 * @param shotId what the shot is called on a timeline.
 * @returns true too where the timeline cannot be read, or not soon: its page says why.
 */
async function hasClips(connectionId: string, projectId: string, shotId: string): Promise<boolean> {
  const { session, leave } = mediaDocuments.timeline.open(connectionId, projectId);
  let endWait = (): void => undefined;
  const timeout = new Promise<null>((resolve) => {
    endWait = browserClock.after(MAX_WAIT_MS, () => resolve(null));
  });
  try {
    const document = (await Promise.race([session, timeout]))?.getState().document;
    return document?.timeline.clips.some((clip) => clipExt(clip).shotId === shotId) ?? true;
  } catch {
    return true;
  } finally {
    endWait();
    leave();
  }
}

/**
 * Leads to the clips of a shot, and stays on the board with a sentence where the timeline has none.
 * @param onMakeTimeline opens what brings shots to the timeline.
 */
export function useClipsOfShot(
  { connectionId, projectId }: { connectionId: string; projectId: string },
  { toTimeline }: Pick<BoardLinks, 'toTimeline'>,
  onMakeTimeline: () => void,
): (shotId: string) => void {
  /** The newest request; an older one, and one of a board that was left, leads nowhere. */
  const request = useRef(0);
  useEffect(
    () => () => {
      request.current += 1;
      dismissToast(NOT_ON_TIMELINE);
    },
    [],
  );
  return (shotId) => {
    const id = (request.current += 1);
    dismissToast(NOT_ON_TIMELINE);
    void hasClips(connectionId, projectId, shotId).then((has) => {
      if (request.current !== id) return;
      if (has) return toTimeline(shotId);
      return showToast({
        id: NOT_ON_TIMELINE,
        title: words.timelineCommands.useClips.shotNotTimeline,
        description: t.bringOver,
        action: {
          label: words.storyboard.boardToolbar.timeline,
          run: () => {
            dismissToast(NOT_ON_TIMELINE);
            onMakeTimeline();
          },
        },
      });
    });
  };
}
