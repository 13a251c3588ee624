import { useCallback, useContext, type ReactElement, type ReactNode } from 'react';
import { useStore } from 'zustand';
import type { FileRecord } from '#shared/desk/index.ts';
import type { TimelineClip, TimelineDocument, TimelineTrack } from '#shared/timeline/document.ts';
import { longestDissolve, swapMedium, type TimelineEdit } from '#shared/timeline/edits/index.ts';
import { clipExt, mediumOf, timelineExt, trackKind } from '#shared/timeline/ext.ts';
import { isMacPlatform } from '#renderer/keys/index.ts';
import { CommandTextButton } from '#renderer/commands/index.ts';
import { isEmptyShot, isPlaceholder } from '#shared/timeline/relink.ts';
import type { Playhead } from '#renderer/player/index.ts';
import { formatBytes, pane, displayFileName } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ClipOriginContext } from '../model/clip-origin.ts';
import { ClipTextStyle } from './clip-text-style.tsx';
import { ClipTimes } from './clip-times.tsx';
import { ClipValues } from './clip-values.tsx';
import type { EditStore } from '../model/edit-store.ts';
import { MarkerDetails } from './marker-details.tsx';
import { TimelineFormatFields } from './timeline-format.tsx';
import { TrackDetails } from './track-details.tsx';
import css from './clip-inspector.module.css';

const t = words.timelineInspector.clipInspector;

type Change = (name: string, edit: TimelineEdit, gesture?: string) => void;

interface InspectorProps {
  document: TimelineDocument;
  library: ReadonlyMap<string, FileRecord>;
  store: EditStore;
  playhead: Playhead;
  /** Null: it is only looked at. */
  change: Change | null;
  /** Takes the newest edit back. */
  undo: () => void;
}

/** What there is to know and to set of the clips that are selected. */
export function ClipInspector({
  document,
  library,
  store,
  playhead,
  change,
  undo,
}: InspectorProps): ReactElement {
  const selected = useStore(store, (state) => state.selected);
  const currentId = useStore(store, (state) => state.fromId);
  const trackId = useStore(store, (state) => state.trackId);
  const markerId = useStore(store, (state) => state.markerId);
  const marker = timelineExt(document).markers?.find(({ id }) => id === markerId);
  const clips = document.timeline.clips.filter(({ id }) => selected.has(id));
  if (marker && change) {
    const close = () => store.setState({ markerId: null });
    return (
      <MarkerDetails
        key={marker.id}
        store={store}
        marker={marker}
        frameRate={document.timeline.frameRate}
        change={change}
        onClose={close}
      />
    );
  }
  const clip = clips.find(({ id }) => id === currentId) ?? clips[0];
  const selectedTrack = document.timeline.tracks.find(({ id }) => id === trackId);
  if (!clip && selectedTrack && change) {
    return <TrackDetails key={selectedTrack.id} track={selectedTrack} change={change} />;
  }
  if (!clip) return <EmptyInspector document={document} change={change} />;
  const track = document.timeline.tracks.find(({ id }) => id === clip.trackId);
  const editable = track?.locked ? null : change;
  return (
    <aside {...pane} className={css['inspector']} aria-label={t.clip} data-timeline-keys>
      <Names
        clip={clip}
        count={clips.length}
        track={track}
        file={mediumOf(clip, library)}
        editable={change !== null}
      />
      <div className={css['origin']}>
        {clipExt(clip).shotId === undefined ? null : (
          <span>
            <CommandTextButton id="timeline.show-shot" />
          </span>
        )}
        <Origin {...{ clip, library, store }} file={mediumOf(clip, library)} change={editable} />
      </div>
      <ClipTimes
        key={`times ${clip.id}`}
        clip={clip}
        document={document}
        store={store}
        change={editable}
        undo={undo}
        trackName={track?.name || clip.trackId}
      />
      {editable && clip.type === 'text' ? (
        <ClipTextStyle key={`look ${clip.id}`} clips={clips} clip={clip} track={track} change={editable} />
      ) : null}
      {editable ? (
        <ClipValues
          key={`values ${clip.id}`}
          clip={clip}
          ids={clips.map(({ id }) => id)}
          playhead={playhead}
          change={editable}
          frameRate={document.timeline.frameRate}
          longest={longestDissolve(document, clip)}
        />
      ) : null}
    </aside>
  );
}

/** While nothing is chosen: what holds for the whole timeline. In small windows the tracks have its place. */
function EmptyInspector({ document, change }: Pick<InspectorProps, 'document' | 'change'>): ReactElement {
  return (
    <aside
      {...pane}
      className={css['inspector']}
      aria-label={words.format.settings}
      data-empty
      data-timeline-keys
    >
      {change ? (
        <>
          <header className={css['names']}>
            <span className={css['name']} dir="auto">
              {document.name || words.format.untitled}
            </span>
            <span className={css['medium']}>{words.format.settings}</span>
          </header>
          <div className={css['section']}>
            <TimelineFormatFields document={document} change={change} />
          </div>
        </>
      ) : null}
      <p className={css['hint']}>{words.clips.chooseOne(isMacPlatform() ? '⌘' : words.keys.hotkeys.mod)}</p>
    </aside>
  );
}

/** What it is called, and its file; where that is missing, the way to find it. */
function Names({
  clip,
  count,
  track,
  file,
  editable,
}: {
  clip: TimelineClip;
  /** How many are selected. */
  count: number;
  track: TimelineTrack | undefined;
  file: FileRecord | undefined;
  editable: boolean;
}): ReactElement {
  const isCaption = track !== undefined && trackKind(track, []) === 'captions';
  return (
    <header className={css['names']} aria-live="polite">
      <span className={css['name']} dir="auto">
        {count > 1 ? words.counts.clips(count) : clip.name || displayFileName(clip.filename) || t.clip}
      </span>
      {clip.type === 'text' ? (
        <span className={css['medium']}>{isCaption ? t.caption : t.title}</span>
      ) : (
        <Medium clip={clip} file={file ?? null} />
      )}
      {isPlaceholder(clip) && editable ? (
        <span className={css['find']}>
          <CommandTextButton id="timeline.find-file" />
        </span>
      ) : null}
    </header>
  );
}

/** How its medium was made, with other takes to put in its place. */
function Origin({
  clip,
  file,
  library,
  store,
  change,
}: {
  clip: TimelineClip;
  file: FileRecord | undefined;
  library: ReadonlyMap<string, FileRecord>;
  store: EditStore;
  change: Change | null;
}): ReactNode {
  const origin = useContext(ClipOriginContext);
  const request = useStore(store, ({ originRequest }) => originRequest);
  const clearRequest = useCallback(() => store.setState({ originRequest: null }), [store]);
  if (!file) return null;
  const swap = ({ filename, fileId }: { filename: string; fileId: string }) => {
    // Files have the name that all lists say; a run calls what it made after the node that wrote it.
    const currentName = library.get(fileId)?.filename ?? filename;
    change?.(t.swapUse, swapMedium([clip.id], { filename: currentName, fileId }));
  };
  return origin({
    clip,
    file,
    requested: request,
    onRequestHandled: clearRequest,
    swap: change ? swap : null,
  });
}

function Medium({ clip, file }: { clip: TimelineClip; file: FileRecord | null }): ReactElement {
  const missing = isPlaceholder(clip);
  const { missing: missingText, missingNamed, noFile, shotWithoutPicture } = words.clips;
  const text = missing
    ? clip.filename
      ? missingNamed(displayFileName(clip.filename))
      : isEmptyShot(clip)
        ? shotWithoutPicture
        : missingText
    : displayFileName(clip.filename) || noFile;
  return (
    <span className={css['medium']} data-missing={missing ? '' : undefined} dir="auto">
      {text}
      {file ? ` · ${formatBytes(file.sizeBytes)}` : ''}
    </span>
  );
}
