import type { PointerEventHandler, ReactElement } from 'react';
import { Bookmark } from 'lucide-react';
import type { Marker } from '#shared/timeline/ext.ts';
import { words } from '#renderer/words/index.ts';
import { markerColor } from '../model/marker-colors.ts';
import { formatTimecode, rulerStep, timecodeLabel } from '../model/timecode.ts';
import css from './timeline-ruler.module.css';

/** Round times over the tracks; only those near the view. */
export function TimelineRuler({
  width,
  scale,
  frameRate,
  from,
  to,
  markers,
  onPointerDown,
  onMarker,
}: {
  width: number;
  /** Pixels a second. */
  scale: number;
  frameRate: number;
  /** Seconds that are in or near the view. */
  from: number;
  to: number;
  markers: readonly Marker[];
  onPointerDown: PointerEventHandler;
  onMarker: (id: string) => void;
}): ReactElement {
  const { step, divisions } = rulerStep(scale, frameRate);
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
        data-parts={divisions}
      >
        <span className={css['markText']}>{formatTimecode(time, frameRate)}</span>
      </span>,
    );
  }
  return (
    <div className={css['ruler']} style={{ width }} onPointerDown={onPointerDown}>
      <div aria-hidden>{marks}</div>
      {markers
        .toSorted((a, b) => a.time - b.time)
        .map((marker, index, all) => ({ marker, space: markerSpace(marker, all[index + 1], scale) }))
        .filter(({ marker: { time, duration } }) => time + duration >= from && time <= to)
        .map(({ marker, space }) => (
          <MarkerFlag
            key={marker.id}
            {...{ marker, space, scale, frameRate }}
            onPress={() => onMarker(marker.id)}
          />
        ))}
    </div>
  );
}

/** The widest a marker gets with its name, and half of a flag, in pixels. */
const MAX_MARKER = 200;
const HALF_FLAG = 12;

/** Pixels for a marker with its name: up to the next one, so that no flag is covered. */
const markerSpace = ({ time }: Marker, next: Marker | undefined, scale: number): number =>
  Math.min(MAX_MARKER, next ? (next.time - time) * scale : Infinity);

/** The flag of a marker, and its name as far as there is room. */
function MarkerFlag({
  marker,
  space,
  scale,
  frameRate,
  onPress,
}: {
  marker: Marker;
  /** Pixels. */
  space: number;
  scale: number;
  frameRate: number;
  onPress: () => void;
}): ReactElement {
  const isNamed = marker.name !== '' && space >= 4 * HALF_FLAG;
  return (
    <button
      type="button"
      className={css['marker']}
      style={{
        left: marker.time * scale,
        color: markerColor(marker.color),
        maxWidth: Math.max(2 * HALF_FLAG, space),
      }}
      aria-label={markerLabel(marker, frameRate)}
      title={marker.name || marker.words || words.clips.marker}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={onPress}
    >
      <Bookmark aria-hidden />
      {isNamed ? (
        <span className={css['markerName']} dir="auto">
          {marker.name}
        </span>
      ) : null}
    </button>
  );
}

/** Where it is and what it says. */
function markerLabel({ name, words: note, time }: Marker, frameRate: number): string {
  const at = timecodeLabel(time, frameRate);
  const label = [name, note].filter(Boolean).join(': ');
  return label === '' ? words.clips.markerAt(at) : words.clips.markerSaying(label, at);
}
