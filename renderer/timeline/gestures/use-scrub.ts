import { useCallback, useLayoutEffect, useRef, type PointerEvent } from 'react';
import type { Playhead } from '#renderer/player/index.ts';

/** The ruler moves the playhead, frame by frame, for as long as the pointer is down. */
export function useScrub(playhead: Playhead, timeAt: (clientX: number) => number, frameRate: number) {
  const latest = useRef(timeAt);
  useLayoutEffect(() => {
    latest.current = timeAt;
  });
  return useCallback(
    (event: PointerEvent) => {
      if (event.button !== 0) return;
      const ruler = event.currentTarget;
      const seek = (clientX: number) =>
        playhead.seek(Math.round(latest.current(clientX) * frameRate) / frameRate);
      ruler.setPointerCapture(event.pointerId);
      seek(event.clientX);
      const abort = new AbortController();
      ruler.addEventListener(
        'pointermove',
        (moveEvent) => moveEvent instanceof globalThis.PointerEvent && seek(moveEvent.clientX),
        { signal: abort.signal },
      );
      for (const end of ['pointerup', 'pointercancel'] as const) {
        ruler.addEventListener(end, () => abort.abort(), { signal: abort.signal });
      }
    },
    [playhead, frameRate],
  );
}
