import { AudioLines, Film, Image as ImageIcon, Lock, Type, VolumeX } from 'lucide-react';
import type { KeyboardEvent, ReactElement, RefObject } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { TimelineClip } from '#shared/timeline/document.ts';
import { useMediaUrl } from '#renderer/desk/index.ts';
import type { TrackRow } from './layout.ts';
import { formatSeconds, formatTimecode } from './timecode.ts';
import css from './timeline.module.css';

export interface TimelineRowProps {
  row: TrackRow;
  scale: number;
  from: number;
  to: number;
  connectionId: string;
  library: ReadonlyMap<string, FileRecord>;
  frameRate: number;
  currentId: string | null;
  tabStop: string | null;
  onCurrent: (id: string) => void;
  onClipKeyDown: (event: KeyboardEvent, clip: TimelineClip) => void;
  clipElements: RefObject<Map<string, HTMLButtonElement>>;
}

/** A track: its head, and the clips that are near the view. */
export function TimelineRow({
  row,
  scale,
  from,
  to,
  tabStop,
  currentId,
  ...rest
}: TimelineRowProps): ReactElement {
  const { track, clips, top, height, kind } = row;
  const name = track.name || track.id;
  const muted = kind === 'sound' ? track.mutedAudio : track.mutedVideo;
  return (
    <div className={css['row']} style={{ top, height }}>
      <div className={css['head']}>
        <span className={css['headName']} dir="auto" title={name}>
          {name}
        </span>
        {muted ? <VolumeX role="img" aria-label={kind === 'sound' ? 'Muted' : 'Hidden'} /> : null}
        {track.locked ? <Lock role="img" aria-label="Locked" /> : null}
      </div>
      <ul className={css['lane']} aria-label={name} data-muted={muted ? '' : undefined}>
        {drawnClips(clips, { scale, from, to }, (clip) => clip.id === currentId || clip.id === tabStop).map(
          (clip) => (
            <Clip
              key={clip.id}
              clip={clip}
              scale={scale}
              tabStop={clip.id === tabStop}
              current={clip.id === currentId}
              {...rest}
            />
          ),
        )}
      </ul>
    </div>
  );
}

/** Pixels below which a clip is no more than a mark. */
const MARK = 2;

/**
 * The clips near the view. Of those that lie on one mark at this scale the first is enough: nobody could tell them
 * apart, and a timeline of thousands of clips stays a few hundred elements.
 */
function drawnClips(
  clips: readonly TimelineClip[],
  { scale, from, to }: { scale: number; from: number; to: number },
  isWanted: (clip: TimelineClip) => boolean,
): TimelineClip[] {
  let lastMark = -1;
  return clips.filter((clip) => {
    if (isWanted(clip)) return true;
    if (clip.startTime + clip.duration < from || clip.startTime > to) return false;
    if (clip.duration * scale >= MARK + 1) return true;
    const mark = Math.floor((clip.startTime * scale) / MARK);
    if (mark === lastMark) return false;
    lastMark = mark;
    return true;
  });
}

const icons = { video: Film, image: ImageIcon, audio: AudioLines, text: Type } as const;
const clipWords = { video: 'Video', image: 'Image', audio: 'Sound', text: 'Text' } as const;

function Clip({
  clip,
  scale,
  connectionId,
  library,
  frameRate,
  current,
  tabStop,
  onCurrent,
  onClipKeyDown,
  clipElements,
}: Pick<
  TimelineRowProps,
  'scale' | 'connectionId' | 'library' | 'frameRate' | 'onCurrent' | 'onClipKeyDown' | 'clipElements'
> & {
  clip: TimelineClip;
  current: boolean;
  tabStop: boolean;
}): ReactElement {
  const width = Math.max(clip.duration * scale - 1, 2);
  const file = library.get(clip.filename);
  const media = useMediaUrl(
    connectionId,
    file && width > 24 && file.contentType.startsWith('image/')
      ? { kind: 'file', fileId: file.fileId }
      : null,
    'thumbnail',
  );
  const Icon = icons[clip.type];
  const missing = clip.storageType === 'placeholder';
  const name = clip.name || clip.filename || clipWords[clip.type];
  return (
    <li style={{ left: clip.startTime * scale, width }} className={css['place']}>
      <button
        type="button"
        ref={(element) => {
          if (element) clipElements.current.set(clip.id, element);
          else clipElements.current.delete(clip.id);
        }}
        className={css['clip']}
        data-type={clip.type}
        data-missing={missing ? '' : undefined}
        data-off={clip.opacity === 0 && clip.volume === 0 ? '' : undefined}
        data-current={current ? '' : undefined}
        tabIndex={tabStop ? 0 : -1}
        aria-pressed={current}
        aria-label={`${name}, ${clipWords[clip.type]}${missing ? ', missing' : ''}, from ${formatTimecode(clip.startTime, frameRate)}, ${formatSeconds(clip.duration)}`}
        onClick={() => onCurrent(clip.id)}
        onFocus={() => onCurrent(clip.id)}
        onKeyDown={(event) => onClipKeyDown(event, clip)}
      >
        {media ? (
          <span className={css['picture']} style={{ backgroundImage: `url("${media.url}")` }} />
        ) : null}
        {width > 24 ? (
          <span className={css['label']}>
            <Icon aria-hidden />
            <span className={css['clipName']} dir="auto">
              {name}
            </span>
          </span>
        ) : null}
      </button>
    </li>
  );
}
