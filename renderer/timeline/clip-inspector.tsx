import { Diamond, Plus, Trash2 } from 'lucide-react';
import { useContext, useState, useSyncExternalStore, type ReactElement, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { FileRecord } from '#shared/desk/index.ts';
import { wordsOfClip } from '#shared/timeline/captions.ts';
import type { TimelineClip, TimelineDocument } from '#shared/timeline/document.ts';
import {
  changeClips,
  endOf,
  moveClips,
  removeKeyframe,
  setFade,
  setKeyframe,
  setValue,
  setWords,
  slipClips,
  swapMedium,
  trimClips,
  type TimelineEdit,
} from '#shared/timeline/edits/index.ts';
import {
  clipExt,
  keyedValueAt,
  keyframesOf,
  mediumOf,
  timelineExt,
  type KeyedProperty,
} from '#shared/timeline/ext.ts';
import { CommandTextButton } from '#renderer/commands/index.ts';
import type { Playhead } from '#renderer/player/index.ts';
import { formatBytes, IconButton, NumberField, plural, TextArea, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ClipOriginContext } from './clip-origin.ts';
import type { EditStore } from './edit-store.ts';
import { MarkerDetails } from './marker-details.tsx';
import { TimeField } from './time-field.tsx';
import { formatTimecode } from './timecode.ts';
import { newId } from './use-timeline-pointer.ts';
import css from './clip-inspector.module.css';

type Change = (name: string, edit: TimelineEdit, gesture?: string) => void;

interface InspectorProps {
  document: TimelineDocument;
  library: ReadonlyMap<string, FileRecord>;
  store: EditStore;
  playhead: Playhead;
  /** Null: it is only looked at. */
  change: Change | null;
}

/** What there is to know and to set of the clips that are selected. */
export function ClipInspector({ document, library, store, playhead, change }: InspectorProps): ReactElement {
  const selected = useStore(store, (state) => state.selected);
  const currentId = useStore(store, (state) => state.currentId);
  const markerId = useStore(store, (state) => state.markerId);
  const marker = timelineExt(document).markers?.find(({ id }) => id === markerId);
  const clips = document.timeline.clips.filter(({ id }) => selected.has(id));
  if (marker && change) {
    const close = () => store.setState({ markerId: null });
    return (
      <MarkerDetails
        marker={marker}
        frameRate={document.timeline.frameRate}
        change={change}
        onClose={close}
      />
    );
  }
  const clip = clips.find(({ id }) => id === currentId) ?? clips[0];
  if (!clip) {
    return (
      <aside className={css['inspector']} aria-label="Clip">
        <p className={css['hint']}>{words.clips.chooseOne}</p>
      </aside>
    );
  }
  const track = document.timeline.tracks.find(({ id }) => id === clip.trackId);
  const editable = track?.locked ? null : change;
  return (
    <aside className={css['inspector']} aria-label="Clip">
      <header className={css['names']} aria-live="polite">
        <span className={css['name']} dir="auto">
          {clips.length > 1 ? plural(clips.length, 'clip') : clip.name || clip.filename || 'Clip'}
        </span>
        <Medium clip={clip} file={mediumOf(clip, library) ?? null} />
      </header>
      {clipExt(clip).shotId === undefined ? null : (
        <span>
          <CommandTextButton id="timeline.show-shot" />
        </span>
      )}
      <Origin clip={clip} file={mediumOf(clip, library)} change={editable} />
      <Times
        key={`times ${clip.id}`}
        clip={clip}
        document={document}
        store={store}
        change={editable}
        trackName={track?.name || clip.trackId}
      />
      {editable ? (
        <Values
          key={`values ${clip.id}`}
          clip={clip}
          ids={clips.map(({ id }) => id)}
          playhead={playhead}
          change={editable}
          frameRate={document.timeline.frameRate}
        />
      ) : null}
    </aside>
  );
}

/** How its medium was made, with other takes to put in its place. */
function Origin({
  clip,
  file,
  change,
}: {
  clip: TimelineClip;
  file: FileRecord | undefined;
  change: Change | null;
}): ReactNode {
  const origin = useContext(ClipOriginContext);
  if (!file) return null;
  const swap = (take: { filename: string; fileId: string }) =>
    change?.('swap the take', swapMedium([clip.id], take));
  return origin({ clip, file, swap: change ? swap : null });
}

function Medium({ clip, file }: { clip: TimelineClip; file: FileRecord | null }): ReactElement {
  const missing = clip.storageType === 'placeholder';
  const { missing: gone, missingNamed, noFile } = words.clips;
  const text = missing ? (clip.filename ? missingNamed(clip.filename) : gone) : clip.filename || noFile;
  return (
    <span className={css['medium']} data-missing={missing ? '' : undefined} dir="auto">
      {text}
      {file ? ` · ${formatBytes(file.sizeBytes)}` : ''}
    </span>
  );
}

/** Where a clip lies and which part of its medium it shows, as timecode and frames. */
function Times({
  clip,
  document,
  store,
  change,
  trackName,
}: {
  clip: TimelineClip;
  document: TimelineDocument;
  store: EditStore;
  change: Change | null;
  trackName: string;
}): ReactElement {
  const { frameRate } = document.timeline;
  const frames = Math.round(clip.duration * frameRate);
  const ids = [clip.id];
  if (!change) {
    const facts: [string, string][] = [
      ['Track', trackName],
      ['In', formatTimecode(clip.startTime, frameRate)],
      ['Out', formatTimecode(endOf(clip), frameRate)],
      ['Length', `${formatTimecode(clip.duration, frameRate)} · ${plural(frames, 'frame')}`],
      ['Source from', formatTimecode(clip.trimStart, frameRate)],
    ];
    return (
      <dl className={css['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    );
  }
  return (
    <div className={css['section']}>
      {clip.type === 'text' ? (
        <Words clip={clip} store={store} change={change} />
      ) : (
        <TextField
          label="Name"
          size="small"
          value={clip.name}
          maxLength={200}
          onValueChange={(name) => change('rename clip', changeClips(ids, { name }), `name ${clip.id}`)}
        />
      )}
      <div className={css['grid']}>
        <TimeField
          label="In"
          seconds={clip.startTime}
          frameRate={frameRate}
          onCommit={(time) => change('move clip', moveClips({ ids, by: time - clip.startTime }, newId))}
        />
        <TimeField
          label="Out"
          seconds={endOf(clip)}
          frameRate={frameRate}
          onCommit={(time) => change('trim clip', trimClips({ ids, edge: 'end', by: time - endOf(clip) }))}
        />
        <TimeField
          label="Length"
          seconds={clip.duration}
          frameRate={frameRate}
          onCommit={(time) => change('trim clip', trimClips({ ids, edge: 'end', by: time - clip.duration }))}
        />
        <TimeField
          label="Source from"
          seconds={clip.trimStart}
          frameRate={frameRate}
          onCommit={(time) => change('slip clip', slipClips(ids, time - clip.trimStart))}
        />
      </div>
      <p className={css['hint']}>
        {plural(frames, 'frame')} on {trackName}
      </p>
    </div>
  );
}

/** What a caption or title shows. Several lines are written here and nowhere else. */
function Words({
  clip,
  store,
  change,
}: {
  clip: TimelineClip;
  store: EditStore;
  change: Change;
}): ReactElement {
  const words = wordsOfClip(clip);
  const isAsked = useStore(store, ({ writingId }) => writingId === clip.id) && words.includes('\n');
  return (
    <TextArea
      key={isAsked ? 'asked' : 'words'}
      label="Words"
      rows={3}
      maxLength={10_000}
      autoFocus={isAsked}
      value={words}
      onBlur={() => isAsked && store.setState({ writingId: null })}
      onValueChange={(next) => change('write words', setWords([clip.id], next), `words ${clip.id}`)}
    />
  );
}

interface Row {
  property: KeyedProperty;
  label: string;
  /** What is shown for 1. */
  factor: number;
  step: number;
  min?: number;
  max?: number;
}

const rows: readonly Row[] = [
  { property: 'opacity', label: 'Opacity %', factor: 100, step: 1, min: 0, max: 100 },
  { property: 'volume', label: 'Volume %', factor: 100, step: 1, min: 0, max: 10_000 },
  { property: 'x', label: 'Position X', factor: 1, step: 1 },
  { property: 'y', label: 'Position Y', factor: 1, step: 1 },
  { property: 'scale', label: 'Scale %', factor: 100, step: 1 },
  { property: 'rotation', label: 'Rotation °', factor: 1, step: 1 },
];

interface ValuesProps {
  clip: TimelineClip;
  ids: readonly string[];
  playhead: Playhead;
  change: Change;
  frameRate: number;
}

/** The values of a clip at the playhead, its fades and keyframes. Numbers drag by their labels. */
function Values(props: ValuesProps): ReactElement {
  const { clip, ids, change, frameRate } = props;
  const { fadeIn = 0, fadeOut = 0 } = clipExt(clip);
  const shown = rows.filter(({ property }) =>
    clip.type === 'audio' ? property === 'volume' : property !== 'volume' || clip.type === 'video',
  );
  return (
    <div className={css['section']}>
      {shown.map((row) => (
        <Value key={row.property} row={row} {...props} />
      ))}
      <div className={css['grid']}>
        <TimeField
          label="Fade in"
          seconds={fadeIn}
          frameRate={frameRate}
          onCommit={(seconds) => change('fade in', setFade(ids, 'fadeIn', seconds))}
        />
        <TimeField
          label="Fade out"
          seconds={fadeOut}
          frameRate={frameRate}
          onCommit={(seconds) => change('fade out', setFade(ids, 'fadeOut', seconds))}
        />
      </div>
    </div>
  );
}

/** One property: its number at the playhead, and its keyframes. */
function Value({ row, clip, ids, playhead, change, frameRate }: ValuesProps & { row: Row }): ReactElement {
  const { property, label, factor, step, min, max } = row;
  const [gesture, setGesture] = useState(0);
  const keyframes = keyframesOf(clip, property);
  // While nothing moves with time, the playhead wakes nobody.
  const isKeyed = keyframes.length > 0;
  const at = useSyncExternalStore(playhead.subscribe, () => (isKeyed ? playhead.getState().time : 0));
  const time = isKeyed ? at : clip.startTime;
  const within = (seconds: number) => Math.max(0, Math.min(clip.duration, seconds - clip.startTime));
  const value = keyedValueAt(clip, property, time);
  const on = keyframes.some((frame) => Math.abs(frame.at - within(time)) <= 0.5 / frameRate);
  const toggle = () => {
    const inside = within(playhead.getState().time);
    if (on) change('remove keyframe', removeKeyframe(clip.id, property, inside));
    else change('set keyframe', setKeyframe(clip.id, property, { at: inside, value, ease: 'linear' }));
  };
  return (
    <div className={css['value']}>
      <NumberField
        label={label}
        size="small"
        value={Math.round(value * factor * 100) / 100}
        min={min}
        max={max}
        step={step}
        onValueChange={(next) => {
          if (next === null) return;
          change(
            `change ${property}`,
            setValue(ids, property, next / factor, playhead.getState().time),
            `${property} ${clip.id} ${gesture}`,
          );
        }}
        onValueCommitted={() => setGesture(gesture + 1)}
      />
      <IconButton
        label={on ? `Remove the keyframe of ${label}` : `Set a keyframe of ${label} at the playhead`}
        aria-pressed={on}
        onClick={toggle}
      >
        {isKeyed ? <Diamond aria-hidden data-on={on ? '' : undefined} /> : <Plus aria-hidden />}
      </IconButton>
      {isKeyed ? (
        <IconButton
          label={`Remove all ${plural(keyframes.length, 'keyframe')} of ${label}`}
          onClick={() => change('remove keyframes', removeKeyframe(clip.id, property, null))}
        >
          <Trash2 aria-hidden />
        </IconButton>
      ) : null}
    </div>
  );
}
