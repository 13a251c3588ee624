import { useCallback, useSyncExternalStore, type ReactElement } from 'react';
import { frameAt } from '#shared/timeline/compose.ts';
import { Slider } from '#renderer/ui/index.ts';
import type { Playhead } from './playhead.ts';
import css from './monitor.module.css';

const two = (value: number): string => String(value).padStart(2, '0');

/** `0:01:02:12`: hours, minutes, seconds, frames at the whole rate. */
export function timecodeOf(frame: number, frameRate: number): string {
  const base = Math.max(1, Math.round(frameRate));
  const seconds = Math.floor(frame / base);
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}:${two(frame % base)}`;
}

/** Where the playhead is, as timecode and as a place on a bar; drawn anew with each frame, alone. */
export function Position({
  playhead,
  frameRate,
  end,
}: {
  playhead: Playhead;
  frameRate: number;
  /** Seconds. */
  end: number;
}): ReactElement {
  const frame = useSyncExternalStore(
    playhead.subscribe,
    useCallback(() => frameAt(playhead.getState().time, frameRate), [playhead, frameRate]),
  );
  const last = Math.max(1, Math.round(end * frameRate) - 1);
  return (
    <>
      <span className={css['timecode']}>{timecodeOf(frame, frameRate)}</span>
      <Slider
        className={css['position']}
        label="Position in the film"
        valueText={timecodeOf(frame, frameRate)}
        min={0}
        max={last}
        step={1}
        value={Math.min(frame, last)}
        onValueChange={(at) => playhead.seek(at / frameRate)}
      />
      <span className={css['length']}>{timecodeOf(Math.round(end * frameRate), frameRate)}</span>
    </>
  );
}
