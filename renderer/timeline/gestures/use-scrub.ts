import type { PointerEvent } from 'react';
import type { Playhead } from '#renderer/player/index.ts';
import { usePointerDrag } from '#renderer/ui/index.ts';

/** The ruler moves the playhead, frame by frame, for as long as the pointer is down. @returns the handler of a press on it. */
export function useScrub(
  playhead: Playhead,
  timeAt: (clientX: number) => number,
  frameRate: number,
): (event: PointerEvent) => void {
  const seek = ({ clientX }: { clientX: number }) =>
    playhead.seek(Math.round(timeAt(clientX) * frameRate) / frameRate);
  const { onPointerDown } = usePointerDrag({
    onPress: (event) => {
      seek(event);
      return true;
    },
    onMove: (_origin, event) => seek(event),
    threshold: 0,
  });
  return onPointerDown;
}
