import { useEffect, useRef, type ReactElement } from 'react';
import css from './monitor.module.css';

/** The quietest that is shown, in decibels below the loudest that a file can hold. */
const FLOOR = -48;
/** Decibels that a bar falls from one picture of the screen to the next. */
const FALL = 0.8;

/** From 0 to 1: how long the bar of a level is. */
function meterLength(peak: number): number {
  const decibels = peak > 0 ? 20 * Math.log10(peak) : -Infinity;
  return Math.max(0, Math.min(1, 1 - decibels / FLOOR));
}

/** How loud the film is on both sides, while it plays. */
export function LevelMeter({
  levels,
  active,
}: {
  levels: () => { left: number; right: number };
  active: boolean;
}): ReactElement {
  const bars = useRef<(HTMLSpanElement | null)[]>([]);
  useEffect(() => {
    if (!active) return undefined;
    const lengths = [0, 0];
    let request = 0;
    const draw = (): void => {
      const { left, right } = levels();
      for (const [side, peak] of [left, right].entries()) {
        const length = Math.max(meterLength(peak), (lengths[side] ?? 0) - FALL / -FLOOR);
        lengths[side] = length;
        const bar = bars.current[side];
        if (!bar) continue;
        bar.style.transform = `scaleX(${length})`;
        bar.dataset['over'] = peak >= 1 ? 'yes' : 'no';
      }
      request = requestAnimationFrame(draw);
    };
    request = requestAnimationFrame(draw);
    return () => cancelAnimationFrame(request);
  }, [levels, active]);

  return (
    <span className={css['meter']} aria-hidden data-active={active ? '' : undefined}>
      {['left', 'right'].map((side, index) => (
        <span key={side} className={css['meterTrack']}>
          <span
            ref={(element) => {
              bars.current[index] = element;
            }}
            className={css['meterBar']}
          />
        </span>
      ))}
    </span>
  );
}
