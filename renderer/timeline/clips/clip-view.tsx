import { AudioLines, Film, Image as ImageIcon, Link, Type } from 'lucide-react';
import { memo, type CSSProperties, type ReactElement, type RefObject } from 'react';
import { useStore } from 'zustand';
import type { FileRecord } from '#shared/desk/index.ts';
import { wordsOfClip } from '#shared/timeline/captions.ts';
import type { TimelineClip } from '#shared/timeline/document.ts';
import { clipExt, mediumOf } from '#shared/timeline/ext.ts';
import { isPlaceholder } from '#shared/timeline/relink.ts';
import { speedOf, speedWords } from '#shared/timeline/speed.ts';
import { fadesOf } from '#shared/timeline/transitions.ts';
import { commands } from '#renderer/commands/index.ts';
import { proxiedKey, shownProxies } from '#renderer/player/index.ts';
import { InlineNameField, displayFileName } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { setWords, type TimelineEdit } from '#shared/timeline/edits/index.ts';
import { ClipPicture } from './clip-picture.tsx';
import { KeyframeMarks } from './keyframe-marks.tsx';
import type { DragPosition, DragPreview, EditStore } from '../model/edit-store.ts';
import { timecodeLabel } from '../model/timecode.ts';
import css from './clip.module.css';

const t = words.timelineClips.clipView;

const icons = { video: Film, image: ImageIcon, audio: AudioLines, text: Type } as const;

/** What all clips of a timeline are drawn with. */
export interface ClipContext {
  store: EditStore;
  connectionId: string;
  library: ReadonlyMap<string, FileRecord>;
  frameRate: number;
  editable: boolean;
  /** Makes an edit that can be taken back; null: the timeline is only looked at. */
  change: ((name: string, edit: TimelineEdit) => void) | null;
  /** Chooses a clip with those linked to it. */
  select: (clipId: string) => void;
  clipElements: RefObject<Map<string, HTMLButtonElement>>;
  /** Where rows begin, in pixels from the first, by track. */
  tops: ReadonlyMap<string, number>;
}

export interface ClipViewProps {
  clip: TimelineClip;
  /** Pixels a second. */
  scale: number;
  /** Pixels of the row. */
  height: number;
  tabStop: boolean;
  around: ClipContext;
}

/** How far what is later on a track is drawn while something before it is dragged. */
const shiftOf = (preview: DragPreview | null, clip: TimelineClip): number =>
  preview?.shifts.reduce(
    (sum, { trackId, from, by }) =>
      sum + (trackId === clip.trackId && clip.startTime >= from - 1e-6 ? by : 0),
    0,
  ) ?? 0;

/** Where a clip is drawn now; wakes for what is dragged alone. */
function useClipPosition(store: EditStore, clip: TimelineClip): DragPosition & { dragged: boolean } {
  const position = useStore(store, ({ preview }) => preview?.positions.get(clip.id) ?? null);
  const shift = useStore(store, ({ preview }) => shiftOf(preview, clip));
  return {
    startTime: (position ?? clip).startTime + shift,
    duration: (position ?? clip).duration,
    trackId: (position ?? clip).trackId,
    dragged: position !== null,
  };
}

/** What a clip is called, and how it is told to those who do not see it. */
function wordsOf(clip: TimelineClip, frameRate: number): { name: string; label: string } {
  const { text } = clipExt(clip);
  const kind = words.clips.kinds[clip.type];
  const name = (clip.type === 'text' && text) || clip.name || displayFileName(clip.filename) || kind;
  const speed = speedOf(clip);
  const speedText =
    speed === 1 ? '' : speed === 0 ? words.clips.spokenStill : words.clips.spokenSpeed(speedWords(speed));
  const label = words.clips.spoken(
    name,
    kind,
    isPlaceholder(clip),
    timecodeLabel(clip.startTime, frameRate),
    timecodeLabel(clip.duration, frameRate),
    speedText,
  );
  return { name, label };
}

/** Whether a clip is played from a small copy of its file now. */
function useIsProxied(
  clip: TimelineClip,
  { connectionId, library }: Pick<ClipContext, 'connectionId' | 'library'>,
): boolean {
  const file = clip.type === 'video' ? mediumOf(clip, library) : undefined;
  const key = file && proxiedKey(connectionId, file.fileId);
  return useStore(shownProxies, ({ files }) => key !== undefined && files.has(key));
}

/** A clip to scale, with its pictures. Wakes for its own place and selection alone. */
export const ClipView = memo(function ClipView({
  clip,
  scale,
  height,
  tabStop,
  around,
}: ClipViewProps): ReactElement {
  const { store, frameRate, editable, clipElements, tops } = around;
  const { startTime, duration, trackId, dragged } = useClipPosition(store, clip);
  const selected = useStore(store, (state) => state.selected.has(clip.id));
  const width = Math.max(duration * scale - 1, 2);
  const { name, label } = wordsOf(clip, frameRate);
  const isProxied = useIsProxied(clip, around);
  const down = (tops.get(trackId) ?? 0) - (tops.get(clip.trackId) ?? 0);
  const style: CSSProperties = {
    left: startTime * scale,
    width,
    ...(down === 0 ? {} : { transform: `translateY(${down}px)` }),
  };
  return (
    <li style={style} className={css['place']} data-dragged={dragged ? '' : undefined}>
      <button
        type="button"
        ref={(element) => {
          if (element) clipElements.current.set(clip.id, element);
          else clipElements.current.delete(clip.id);
        }}
        className={css['clip']}
        data-clip={clip.id}
        data-type={clip.type}
        data-missing={isPlaceholder(clip) ? '' : undefined}
        data-off={clip.opacity === 0 && clip.volume === 0 ? '' : undefined}
        data-current={selected ? '' : undefined}
        tabIndex={tabStop ? 0 : -1}
        aria-pressed={selected}
        aria-label={isProxied ? `${label}, ${words.clips.playedFromProxy}` : label}
        onDoubleClick={() => {
          if (clip.type === 'text') store.setState({ editingId: clip.id, newWordsId: null });
        }}
        // By the keyboard; pointers choose when they are pressed.
        onClick={({ detail }) => detail === 0 && around.select(clip.id)}
      >
        <Inside {...{ clip, scale, width, height, around, name, isProxied }} />
        {editable && width > 12 ? (
          <>
            <span className={css['edge']} data-edge="start" />
            <span className={css['edge']} data-edge="end" />
            {width > 48 ? <FadeHandles clip={clip} scale={scale} store={store} /> : null}
          </>
        ) : null}
      </button>
      {editable && clip.type === 'text' ? <Words clip={clip} around={around} /> : null}
      {editable && selected && clipExt(clip).keyframes ? (
        <KeyframeMarks clip={clip} scale={scale} frameRate={frameRate} store={store} />
      ) : null}
    </li>
  );
});

/** The words of a caption or title while they are written in their place; several lines are written in the inspector. */
function Words({ clip, around }: Pick<ClipViewProps, 'clip' | 'around'>): ReactElement | null {
  const { store, change, clipElements } = around;
  const text = wordsOfClip(clip);
  const isEditing = useStore(store, ({ editingId }) => editingId === clip.id);
  const isNew = useStore(store, ({ newWordsId }) => newWordsId === clip.id);
  if (!isEditing || !change || text.includes('\n')) return null;
  const undoAdding = () => {
    // The clip goes; the keys go on working on the tracks.
    clipElements.current.get(clip.id)?.closest<HTMLElement>('[data-key-scope]')?.focus();
    store.setState({ editingId: null, newWordsId: null });
    commands.run('edit.undo');
  };
  return (
    <InlineNameField
      label={t.words}
      name={text.slice(0, 200)}
      className={css['words']}
      onCancel={isNew ? undoAdding : undefined}
      onEnd={(next) => {
        // Ended by a key, the focus is still here: it goes back to the clip.
        const button = clipElements.current.get(clip.id);
        if (button?.parentElement?.contains(document.activeElement)) button.focus({ preventScroll: true });
        store.setState({ editingId: null, newWordsId: null });
        if (next !== null) change(t.writeWords, setWords([clip.id], next));
      }}
    />
  );
}

/** The fades of a clip in seconds, also while one is dragged. */
function useFades(
  clip: TimelineClip,
  store: EditStore,
): { fadeIn: number; fadeOut: number; dissolve: boolean } {
  const dragged = useStore(store, ({ fadeDrag }) => (fadeDrag?.clipId === clip.id ? fadeDrag : null));
  const { fadeIn, fadeOut, dissolve } = fadesOf(clip);
  return { fadeIn, fadeOut, dissolve, ...(dragged && { [dragged.fade]: dragged.seconds }) };
}

/** Beside the edge, which trims, and never past the other one. */
const inset = (pixels: number): string => `min(${pixels + 9}px, calc(100% - 21px))`;

/** Where the fades of a clip are taken hold of; keys set them in the inspector. */
function FadeHandles({
  clip,
  scale,
  store,
}: {
  clip: TimelineClip;
  scale: number;
  store: EditStore;
}): ReactElement {
  const { fadeIn, fadeOut } = useFades(clip, store);
  return (
    <>
      <span className={css['fadeHandle']} data-fade-handle="in" style={{ left: inset(fadeIn * scale) }} />
      <span className={css['fadeHandle']} data-fade-handle="out" style={{ right: inset(fadeOut * scale) }} />
    </>
  );
}

/** What stands in a clip: its pictures, fades and name, as far as there is room. */
function Inside({
  clip,
  scale,
  width,
  height,
  around,
  name,
  isProxied,
}: Omit<ClipViewProps, 'tabStop'> & { width: number; name: string; isProxied: boolean }): ReactElement {
  const { linkId } = clipExt(clip);
  const { fadeIn, fadeOut, dissolve } = useFades(clip, around.store);
  const speed = speedOf(clip);
  const Icon = icons[clip.type];
  return (
    <>
      {width > 32 && !isPlaceholder(clip) ? (
        <ClipPicture
          clip={clip}
          connectionId={around.connectionId}
          file={mediumOf(clip, around.library) ?? null}
          scale={scale}
          width={width}
          height={height - 28}
        />
      ) : null}
      {fadeIn > 0 ? (
        <span
          className={css['fade']}
          data-fade={dissolve ? 'dissolve' : 'in'}
          style={{ width: fadeIn * scale }}
        />
      ) : null}
      {fadeOut > 0 ? (
        <span className={css['fade']} data-fade="out" style={{ width: fadeOut * scale }} />
      ) : null}
      {width > 24 ? (
        <span className={css['label']}>
          <Icon aria-hidden />
          <span className={css['clipName']} dir="auto">
            {name}
          </span>
          {isProxied && width > 80 ? (
            <span className={css['mark']} data-mark={words.clips.proxy} aria-hidden />
          ) : null}
          {speed === 1 ? null : <span className={css['speed']} data-speed={speedWords(speed)} aria-hidden />}
          {linkId === undefined ? null : (
            <Link className={css['linkMark']} aria-label={t.linked} role="img" />
          )}
        </span>
      ) : null}
    </>
  );
}
