import { RotateCcw } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type ReactElement } from 'react';
import { CURVE_CHANNELS, type CurveChannel, type CurvePoint } from '#shared/tone/curves.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { IconButton } from '#renderer/ui/index.ts';
import { number, words } from '#renderer/words/index.ts';
import {
  addPoint,
  curvePath,
  curvesOf,
  movePoint,
  pointsOf,
  removePoint,
  withPoints,
} from './curve-edits.ts';
import { histogramPath, useHistogram } from './picture-histogram.ts';
import css from './curves-field.module.css';

const t = words.fields.curves;

export interface CurvesFieldProps {
  label: string;
  value: unknown;
  /** The picture whose levels lie behind the curve; null where none is known. */
  picture: { connectionId: string; fileId: string } | null;
  onValueChange: (value: unknown) => void;
  /** A drag over a point is one undo step. */
  onGesture: (phase: 'start' | 'end' | 'cancel') => void;
}

/** Pixels of the page within which a press means a point that is there. */
const CATCH_DISTANCE = 12;

/** Curves of tones, drawn by hand over the histogram of a picture: one channel at a time. */
export function CurvesField({
  label,
  value,
  picture,
  onValueChange,
  onGesture,
}: CurvesFieldProps): ReactElement {
  const curves = curvesOf(value);
  const [channel, setChannel] = useState<CurveChannel>('all');
  const [selected, setSelected] = useState(0);
  const histogram = useHistogram(picture);
  const points = pointsOf(curves, channel);
  const set = (next: readonly CurvePoint[]): void => onValueChange(withPoints(curves, channel, next));
  const point = points[Math.min(selected, points.length - 1)];
  return (
    <div className={css['curves']} role="group" aria-label={label}>
      <div className={css['channels']} role="group" aria-label={t.channel}>
        {CURVE_CHANNELS.map((id) => (
          <button
            key={id}
            type="button"
            className={css['channel']}
            data-channel={id}
            data-changed={curves[id] ? '' : undefined}
            aria-pressed={id === channel}
            onClick={() => {
              setChannel(id);
              setSelected(0);
            }}
          >
            {t.channels[id]}
          </button>
        ))}
        <IconButton
          label={t.reset}
          disabled={curves[channel] === undefined}
          onClick={() => onValueChange(withPoints(curves, channel, pointsOf({}, channel)))}
        >
          <RotateCcw />
        </IconButton>
      </div>
      <CurvePlot
        {...{ label, channel, points, selected, set, onGesture }}
        onSelect={setSelected}
        histogram={histogram?.[channel] ?? null}
      />
      <p className={css['reading']} aria-live="polite">
        {point ? t.point(number(point[0]), number(point[1])) : ''}
      </p>
    </div>
  );
}

interface PlotProps {
  label: string;
  channel: CurveChannel;
  points: readonly CurvePoint[];
  selected: number;
  histogram: readonly number[] | null;
  set: (points: readonly CurvePoint[]) => void;
  onSelect: (index: number) => void;
  onGesture: CurvesFieldProps['onGesture'];
}

function CurvePlot(props: PlotProps): ReactElement {
  const { label, channel, points, selected, histogram } = props;
  const plot = useRef<HTMLDivElement>(null);
  const pointerHandlers = useCurveDrag(props, plot);
  const [level, result] = points[selected] ?? points[0]!;
  return (
    <div
      ref={plot}
      className={css['plot']}
      data-channel={channel}
      role="slider"
      aria-label={t.plot(label, t.channels[channel])}
      aria-valuemin={0}
      aria-valuemax={255}
      aria-valuenow={result}
      aria-valuetext={t.point(number(level), number(result))}
      tabIndex={0}
      onKeyDown={(event) => pressKey(event, props)}
      {...pointerHandlers}
    >
      <svg viewBox="-6 -6 267 267" aria-hidden>
        <rect className={css['ground']} width="255" height="255" />
        <path className={css['grid']} d="M64 0V255M128 0V255M191 0V255M0 64H255M0 128H255M0 191H255" />
        {histogram ? <path className={css['histogram']} d={histogramPath(histogram)} /> : null}
        <path className={css['straight']} d="M0 255L255 0" />
        <path className={css['curve']} d={curvePath(points)} />
        {points.map(([level, result], index) => (
          <circle
            key={index}
            className={css['point']}
            data-selected={index === selected || undefined}
            cx={level}
            cy={255 - result}
            r={index === selected ? 5.5 : 4.5}
          />
        ))}
      </svg>
    </div>
  );
}

/** Keys at the curve: which point, where it lies, one more between two, one less. */
function pressKey(
  event: KeyboardEvent,
  { points, selected, set, onSelect }: Pick<PlotProps, 'points' | 'selected' | 'set' | 'onSelect'>,
): void {
  const current = points[selected];
  if (!current) return;
  const step = event.shiftKey ? 10 : 1;
  const move = (level: number, result: number): void =>
    set(movePoint(points, selected, [current[0] + level, current[1] + result]));
  const select = (by: number): void => onSelect((selected + by + points.length) % points.length);
  const insert = (): void => {
    const next = points[selected + 1] ?? points[selected - 1];
    const added = next && addPoint(points, [(current[0] + next[0]) / 2, (current[1] + next[1]) / 2]);
    if (!added) return;
    set(added.points);
    onSelect(added.index);
  };
  const remove = (): void => {
    set(removePoint(points, selected));
    onSelect(Math.max(0, selected - 1));
  };
  const actions: Record<string, () => void> = {
    ArrowLeft: () => move(-step, 0),
    ArrowRight: () => move(step, 0),
    ArrowUp: () => move(0, step),
    ArrowDown: () => move(0, -step),
    Home: () => select(-1),
    End: () => select(1),
    Enter: insert,
    Delete: remove,
    Backspace: remove,
  };
  const action = actions[pressedKey(event)];
  if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

function useCurveDrag(
  { points, set, onSelect, onGesture }: PlotProps,
  plot: React.RefObject<HTMLDivElement | null>,
) {
  const dragged = useRef<{ pointerId: number; index: number } | null>(null);
  const pointAt = (event: PointerEvent): { at: CurvePoint; perPixel: number } => {
    const box = plot.current?.getBoundingClientRect();
    const perPixel = 267 / (box?.width || 267);
    return {
      at: [
        (event.clientX - (box?.left ?? 0)) * perPixel - 6,
        261 - (event.clientY - (box?.top ?? 0)) * perPixel,
      ],
      perPixel,
    };
  };
  const end = (phase: 'end' | 'cancel'): void => {
    if (!dragged.current) return;
    dragged.current = null;
    onGesture(phase);
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLDivElement>): void => {
      if (event.button !== 0) return;
      const { at, perPixel } = pointAt(event);
      const distances = points.map(([x, y]) => Math.hypot(x - at[0], y - at[1]) / perPixel);
      const nearest = distances.indexOf(Math.min(...distances));
      const isHit = (distances[nearest] ?? Infinity) <= CATCH_DISTANCE;
      const added = isHit ? null : addPoint(points, at);
      if (!isHit && !added) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      event.currentTarget.focus();
      const index = added?.index ?? nearest;
      dragged.current = { pointerId: event.pointerId, index };
      onGesture('start');
      if (added) set(added.points);
      onSelect(index);
    },
    onPointerMove: (event: PointerEvent<HTMLDivElement>): void => {
      if (dragged.current?.pointerId !== event.pointerId) return;
      set(movePoint(points, dragged.current.index, pointAt(event).at));
    },
    onPointerUp: (): void => end('end'),
    onPointerCancel: (): void => end('cancel'),
  };
}
