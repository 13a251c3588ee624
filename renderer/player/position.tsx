import { useCallback, useSyncExternalStore, type ReactElement } from 'react';
import { frameAt } from '#shared/timeline/compose.ts';
import { timecodeOfFrame } from '#shared/timeline/timecode.ts';
import { Slider } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { timecodeAt, type Playhead } from './playhead.ts';
import css from './monitor.module.css';

const t = words.player.position;

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
  const timecode = timecodeAt(frame / frameRate, frameRate);
  const last = Math.max(1, Math.round(end * frameRate) - 1);
  return (
    <>
      <span className={css['timecode']}>{timecode}</span>
      <Slider
        className={css['position']}
        label={t.positionFilm}
        valueText={timecode}
        min={0}
        max={last}
        step={1}
        value={Math.min(frame, last)}
        onValueChange={(at) => playhead.seek(at / frameRate)}
      />
      <span className={css['length']}>{timecodeOfFrame(Math.round(end * frameRate), frameRate)}</span>
    </>
  );
}
