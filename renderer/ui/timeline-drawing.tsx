import type { ReactElement } from 'react';
import type { TimelineSketch } from '#shared/timeline/sketch.ts';

const hues = {
  video: 'var(--pin-video)',
  image: 'var(--pin-image)',
  audio: 'var(--pin-audio)',
  text: 'var(--pin-text)',
} as const;
/** Units of the drawing; a track is at most as high as `ROW`. */
const WIDTH = 96;
const HEIGHT = 54;
const MARGIN = 4;
const ROW = 10;

/** A timeline in small: its clips where they lie. */
export function TimelineDrawing({
  sketch: { rows, bars },
  className,
}: {
  sketch: TimelineSketch;
  className?: string | undefined;
}): ReactElement {
  const height = Math.min(ROW, (HEIGHT - 2 * MARGIN) / Math.max(rows, 1));
  const top = (HEIGHT - rows * height) / 2;
  const length = WIDTH - 2 * MARGIN;
  return (
    <svg className={className} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden>
      {bars.map(({ row, from, to, type }, index) => (
        <rect
          // A sketch never changes: the place in the list is the identity.
          key={index}
          x={MARGIN + from * length}
          y={top + row * height + 0.75}
          width={Math.max(0.75, (to - from) * length - 0.5)}
          height={Math.max(1, height - 1.5)}
          rx={1}
          fill={hues[type]}
        />
      ))}
    </svg>
  );
}

/** The same as a strip along the foot of a picture, as high as its tracks are. */
export function TimelineStrip({
  sketch: { rows, bars },
  className,
}: {
  sketch: TimelineSketch;
  className?: string | undefined;
}): ReactElement {
  return (
    <svg
      className={className}
      viewBox={`0 0 100 ${Math.max(rows, 1)}`}
      preserveAspectRatio="none"
      aria-hidden
    >
      {bars.map(({ row, from, to, type }, index) => (
        <rect
          key={index}
          x={from * 100}
          y={row + 0.1}
          width={Math.max(0.4, (to - from) * 100 - 0.3)}
          height={0.8}
          fill={hues[type]}
        />
      ))}
    </svg>
  );
}
