import { useLayoutEffect, useRef, type ReactElement } from 'react';
import { timecodeAt, type Playhead } from '#renderer/player/index.ts';
import { words } from '#renderer/words/index.ts';
import { HEADS } from '../model/use-timeline-scale.ts';
import css from './playhead-line.module.css';

const t = words.timelineTracks.playheadLine;

/** The line of the playhead. It moves sixty times a second while the film plays, so it is moved past React. */
export function PlayheadLine({ playhead, scale }: { playhead: Playhead; scale: number }): ReactElement {
  const line = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const update = () => {
      if (line.current) {
        line.current.style.transform = `translateX(${HEADS + playhead.getState().time * scale}px)`;
      }
    };
    update();
    return playhead.subscribe(update);
  }, [playhead, scale]);
  return (
    <div ref={line} className={css['playhead']} aria-hidden>
      <span className={css['playheadGrip']} />
    </div>
  );
}

/** The time of the playhead in words. */
export function PlayheadTime({
  playhead,
  frameRate,
}: {
  playhead: Playhead;
  frameRate: number;
}): ReactElement {
  const text = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const write = () => {
      if (text.current) text.current.textContent = timecodeAt(playhead.getState().time, frameRate);
    };
    write();
    return playhead.subscribe(write);
  }, [playhead, frameRate]);
  return <span ref={text} className={css['time']} role="timer" aria-label={t.playhead} />;
}
