import type { ReactElement } from 'react';
import type { TimelineTrack } from '#shared/timeline/document.ts';
import {
  changeTrack,
  setTrackTextStyle,
  type TimelineEdit,
  type TrackChange,
} from '#shared/timeline/edits/index.ts';
import { trackExt, trackKind } from '#shared/timeline/ext.ts';
import { fullTextStyle } from '#shared/timeline/text-style.ts';
import { NumberField, pane, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { MAX_ROW_HEIGHT, MIN_ROW_HEIGHT } from '../model/layout.ts';
import { TextStyleFields } from './text-style-fields.tsx';
import css from './clip-inspector.module.css';

const t = words.timelineInspector.trackDetails;

/** The name, volume and height of the chosen track, and how its captions look, while no clip is chosen. */
export function TrackDetails({
  track,
  change,
}: {
  track: TimelineTrack;
  change: (name: string, edit: TimelineEdit, gesture?: string) => void;
}): ReactElement {
  const set = (step: string, fields: TrackChange) =>
    change(step, changeTrack(track.id, fields), `${step} ${track.id}`);
  return (
    <aside {...pane} className={css['inspector']} aria-label={words.format.track}>
      <header className={css['names']}>
        <span className={css['name']} dir="auto">
          {track.name || track.id}
        </span>
        <span className={css['medium']}>{words.format.track}</span>
      </header>
      <div className={css['section']}>
        <TextField
          label={words.format.trackName}
          size="small"
          value={track.name}
          maxLength={200}
          onValueChange={(name) => set(t.renameTrack, { name })}
        />
        <NumberField
          label={words.format.trackVolume}
          size="small"
          errorSide="panel"
          value={Math.round(track.volume * 10_000) / 100}
          min={0}
          max={10_000}
          step={1}
          onValueChange={(next) => next !== null && set(words.format.stepTrackVolume, { volume: next / 100 })}
        />
        <NumberField
          label={words.format.trackHeight}
          size="small"
          errorSide="panel"
          value={track.height}
          min={MIN_ROW_HEIGHT}
          max={MAX_ROW_HEIGHT}
          step={4}
          onValueChange={(next) => next !== null && set(words.clips.setTrackHeight, { height: next })}
        />
      </div>
      {trackKind(track, []) === 'captions' ? (
        <section className={css['section']} aria-label={words.textStyle.title}>
          <TextStyleFields
            style={fullTextStyle(true, undefined, trackExt(track).textStyle)}
            gestureId={track.id}
            onChange={(fields, gesture) =>
              change(words.textStyle.stepTrack, setTrackTextStyle(track.id, fields), gesture)
            }
          />
          <p className={css['hint']}>{words.textStyle.trackHint}</p>
        </section>
      ) : null}
    </aside>
  );
}
