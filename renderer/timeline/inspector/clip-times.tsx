import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import { wordsOfClip } from '#shared/timeline/captions.ts';
import type { TimelineClip, TimelineDocument } from '#shared/timeline/document.ts';
import {
  changeClips,
  endOf,
  moveClips,
  setWords,
  slipClips,
  trimClips,
  withLinked,
  type TimelineEdit,
} from '#shared/timeline/edits/index.ts';
import { TextArea, TextField } from '#renderer/ui/index.ts';
import { words as texts } from '#renderer/words/index.ts';
import { trimmedIds } from '../gestures/drag.ts';
import type { EditStore } from '../model/edit-store.ts';
import { changed, notifyCut } from '../gestures/step-notices.ts';
import { TimeField } from './time-field.tsx';
import { formatTimecode } from '../model/timecode.ts';
import { newId } from '../gestures/use-timeline-pointer.ts';
import css from './clip-inspector.module.css';

const t = texts.timelineInspector.clipTimes;

type Change = (name: string, edit: TimelineEdit, gesture?: string) => void;

/** Where a clip lies and which part of its medium it shows, as timecode and frames. */
export function ClipTimes({
  clip,
  document,
  store,
  change,
  undo,
  trackName,
}: {
  clip: TimelineClip;
  document: TimelineDocument;
  store: EditStore;
  change: Change | null;
  undo: () => void;
  trackName: string;
}): ReactElement {
  const { frameRate } = document.timeline;
  const frames = Math.round(clip.duration * frameRate);
  const ids = [clip.id];
  // Typed times keep picture and sound in step, as dragging does.
  const linked = () => [clip.id, ...withLinked(document, ids)];
  const setEnd = (by: number): void =>
    change?.(t.trimClip, trimClips({ ids: trimmedIds({ clip, zone: 'end' }, document), edge: 'end', by }));
  const setStart = (by: number): void => {
    const created = changed(change, t.moveClip, moveClips({ ids: linked(), by }, newId));
    if (created) notifyCut({ store, undo }, created, new Set(linked()));
  };
  if (!change) return <InfoRows rows={clipInfo(clip, frameRate, trackName)} />;
  return (
    <div className={css['section']}>
      {clip.type === 'text' ? (
        <Words clip={clip} store={store} change={change} />
      ) : (
        <TextField
          label={t.name}
          size="small"
          value={clip.name}
          maxLength={200}
          onValueChange={(name) => change(t.renameClip, changeClips(ids, { name }), `name ${clip.id}`)}
        />
      )}
      <div className={css['grid']}>
        <TimeField
          label={t.label}
          seconds={clip.startTime}
          frameRate={frameRate}
          onCommit={(time) => setStart(time - clip.startTime)}
        />
        <TimeField
          label={t.outLabel}
          seconds={endOf(clip)}
          frameRate={frameRate}
          onCommit={(time) => setEnd(time - endOf(clip))}
        />
        <TimeField
          label={t.length}
          seconds={clip.duration}
          frameRate={frameRate}
          onCommit={(time) => setEnd(time - clip.duration)}
        />
        {clip.type === 'text' ? null : (
          <TimeField
            label={t.sourceFrom}
            seconds={clip.trimStart}
            frameRate={frameRate}
            onCommit={(time) => change(t.slipClip, slipClips(linked(), time - clip.trimStart))}
          />
        )}
      </div>
      <p className={css['hint']}>{t.label2(frames, trackName)}</p>
    </div>
  );
}

/** What is said of the times of a clip that is only looked at. */
function clipInfo(clip: TimelineClip, frameRate: number, trackName: string): [string, string][] {
  const frames = Math.round(clip.duration * frameRate);
  const details: [string, string][] = [
    [t.track, trackName],
    [t.inPoint, formatTimecode(clip.startTime, frameRate)],
    [t.outPoint, formatTimecode(endOf(clip), frameRate)],
    [t.lengthOf, `${formatTimecode(clip.duration, frameRate)} · ${texts.counts.frames(frames)}`],
  ];
  if (clip.type !== 'text') details.push([t.sourceFrom, formatTimecode(clip.trimStart, frameRate)]);
  return details;
}

function InfoRows({ rows }: { rows: readonly (readonly [string, string])[] }): ReactElement {
  return (
    <dl className={css['facts']}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
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
  const isRequested = useStore(store, ({ editingId }) => editingId === clip.id) && words.includes('\n');
  return (
    <TextArea
      key={isRequested ? 'asked' : 'words'}
      label={t.words}
      rows={3}
      maxLength={10_000}
      autoFocus={isRequested}
      value={words}
      onBlur={() => isRequested && store.setState({ editingId: null })}
      onValueChange={(next) => change(t.writeWords, setWords([clip.id], next), `words ${clip.id}`)}
    />
  );
}
