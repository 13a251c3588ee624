import type { ReactElement } from 'react';
import { PIN_BASES } from '#shared/graph/pin-type.ts';
import { THUMBNAIL_HEIGHT, THUMBNAIL_WIDTH, type GraphSketch } from '#shared/graph/sketch.ts';

const hueOf = (index: number): string => {
  const base = PIN_BASES[index] ?? 'any';
  return `var(--pin-${base === 'choice' ? 'text' : base})`;
};

/** A graph in small: its nodes and wires where they stand. */
export function GraphDrawing({
  drawing,
  className,
}: {
  drawing: GraphSketch;
  className?: string | undefined;
}): ReactElement {
  return (
    <svg className={className} viewBox={`0 0 ${THUMBNAIL_WIDTH} ${THUMBNAIL_HEIGHT}`} aria-hidden>
      {drawing.wires.map(([x1, y1, x2, y2, hue], index) => {
        const bend = Math.max(2, Math.abs(x2 - x1) / 2);
        return (
          <path
            // A sketch never changes: the place in the list is the identity.
            key={index}
            d={`M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`}
            fill="none"
            stroke={hueOf(hue)}
            strokeWidth="0.7"
            opacity="0.7"
          />
        );
      })}
      {drawing.boxes.map(([x, y, width, height, hue], index) => (
        <rect
          key={index}
          x={x}
          y={y}
          width={width}
          height={height}
          rx={Math.min(1.6, width / 5)}
          fill="var(--node)"
          stroke={hueOf(hue)}
          strokeWidth={width < 4 ? 0.4 : 0.9}
        />
      ))}
    </svg>
  );
}
