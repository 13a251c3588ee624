import type { ReactElement } from 'react';
import { formatSeconds, formatTimecode, rulerStep } from './timecode.ts';
import css from './timeline.module.css';

/** Round times over the tracks; only those near the view. */
export function TimelineRuler({
  width,
  scale,
  frameRate,
  from,
  to,
}: {
  width: number;
  /** Pixels a second. */
  scale: number;
  frameRate: number;
  /** Seconds that are in or near the view. */
  from: number;
  to: number;
}): ReactElement {
  const { step, parts } = rulerStep(scale, frameRate);
  const first = Math.max(0, Math.floor(from / step));
  const last = Math.min(Math.ceil(to / step), first + 400);
  const marks = [];
  for (let index = first; index <= last; index += 1) {
    const time = index * step;
    if (time * scale > width) break;
    marks.push(
      <span
        key={index}
        className={css['mark']}
        style={{ left: time * scale, width: step * scale }}
        data-parts={parts}
      >
        <span className={css['markText']}>
          {step < 1
            ? formatTimecode(time, frameRate)
            : time === 0
              ? '0:00'
              : time < 9.95
                ? `0:0${time}`
                : formatSeconds(time)}
        </span>
      </span>,
    );
  }
  return (
    <div className={css['ruler']} style={{ width }} aria-hidden>
      {marks}
    </div>
  );
}
