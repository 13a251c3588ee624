import type { PointerEventHandler, ReactElement } from 'react';
import { Bookmark } from 'lucide-react';
import type { Marker } from '#shared/timeline/ext.ts';
import { words } from '#renderer/words/index.ts';
import { markerColor } from './marker-colors.ts';
import { formatTimecode, rulerStep, spokenTimecode } from './timecode.ts';
import css from './timeline.module.css';

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
        <span className={css['markText']}>{formatTimecode(time, frameRate)}</span>
      </span>,
    );
  }
  return (
    <div className={css['ruler']} style={{ width }} onPointerDown={onPointerDown}>
      <div aria-hidden>{marks}</div>
      {markers
        .filter(({ time, duration }) => time + duration >= from && time <= to)
        .map((marker) => (
          <button
            key={marker.id}
            type="button"
            className={css['marker']}
            style={{ left: marker.time * scale, color: markerColor(marker.color) }}
            aria-label={markerLabel(marker, frameRate)}
            title={marker.name || marker.words || words.clips.marker}
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => onMarker(marker.id)}
          >
            <Bookmark aria-hidden />
          </button>
        ))}
    </div>
  );
}

/** Where it is and what it says. */
function markerLabel({ name, words: said, time }: Marker, frameRate: number): string {
  const at = spokenTimecode(time, frameRate);
  const saying = [name, said].filter(Boolean).join(': ');
  return saying === '' ? words.clips.markerAt(at) : words.clips.markerSaying(saying, at);
}
