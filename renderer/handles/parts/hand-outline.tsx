import type { ReactElement } from 'react';
import type { Point, Size } from '#shared/geometry/plane.ts';
import type { Outline } from '../model/hand.ts';
import { onScreen, type Placement } from './handle-button.tsx';
import css from './handles.module.css';

/** The lines of a hand over the picture, and the dimmed part that does not stay. */
export function HandOutline({
  outline: { clip, polygons, lines },
  picture: { width, height },
  placement,
  hasLines,
}: {
  outline: Outline;
  picture: Size;
  placement: Placement;
  /** Whether lines within it are drawn. */
  hasLines: boolean;
}): ReactElement {
  const points = (all: readonly Point[]): string =>
    all
      .map((point) => onScreen(point, placement))
      .map(({ x, y }) => `${x},${y}`)
      .join(' ');
  const all = [
    { x: 0, y: 0 },
    { x: width, y: 0 },
    { x: width, y: height },
    { x: 0, y: height },
  ];
  return (
    <svg className={css['lines']} aria-hidden>
      {clip ? (
        <path
          className={css['dimmed']}
          fillRule="evenodd"
          d={`M${points(all).replaceAll(' ', 'L')}Z M${points(clip).replaceAll(' ', 'L')}Z`}
        />
      ) : null}
      {polygons.map((polygon, index) => (
        <g key={index}>
          <polygon className={css['under']} points={points(polygon)} />
          <polygon className={css['line']} points={points(polygon)} />
        </g>
      ))}
      {hasLines
        ? lines.map((line, index) => (
            <g key={index}>
              <polyline className={css['under']} points={points(line)} />
              <polyline className={css['thin']} points={points(line)} />
            </g>
          ))
        : null}
    </svg>
  );
}
