import { Pause, Play, SkipBack, SkipForward, Volume2, VolumeX, X } from 'lucide-react';
import { useMemo, useRef, type ReactElement, type Ref } from 'react';
import type { FileRecord } from '#shared/desk/index.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { mediaOfShot, resolveMedia, type FindLibraryFile } from '#shared/storyboard/media.ts';
import { useFilmMedia } from '#renderer/player/index.ts';
import { formatSeconds } from '#renderer/timeline/index.ts';
import { BareDialog, IconButton, Slider } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { AnimaticShot } from '../model/animatic-time.ts';
import { Frame } from './frame.tsx';
import { ratioOf } from '../model/ratio.ts';
import { useFilmOfBoard } from '../model/use-film-of-board.ts';
import { usePlayback, type Playback } from '../model/use-playback.ts';
import css from './animatic.module.css';

const t = words.storyboard.animatic;

/** Plays the board: every shot for as long as it lasts, with its transition; words where there is no picture. */
export function Animatic({
  connectionId,
  projectId,
  document,
  library,
  find,
  from,
  onClose,
}: {
  connectionId: string;
  projectId: string;
  library: ReadonlyMap<string, FileRecord>;
  document: StoryboardDocument;
  find: FindLibraryFile;
  /** The shot to begin with, by its place. */
  from: number;
  onClose: () => void;
}): ReactElement {
  const canvas = useRef<HTMLCanvasElement>(null);
  const play = useRef<HTMLElement>(null);
  const timeline = useFilmOfBoard({ connectionId, projectId, document, find });
  const media = useFilmMedia(connectionId, timeline, library);
  const film = useMemo(() => ({ timeline, media }), [timeline, media]);
  const playback = usePlayback(document, from, canvas, film);
  const { layers, shown } = playback;
  return (
    <BareDialog open onClose={onClose} label={t.animatic} width={1080} initialFocus={play}>
      <div className={css['player']}>
        <div className={css['stage']} style={{ aspectRatio: ratioOf(document.settings.aspectRatio) }}>
          <canvas ref={canvas} className={css['video']} aria-hidden />
          {layers.map(({ shot, opacity }) => (
            <div key={shot.shot.id + shot.start} className={css['layer']} style={{ opacity }}>
              <Picture
                connectionId={connectionId}
                timedShot={shot}
                find={find}
                ratio={document.settings.aspectRatio}
              />
            </div>
          ))}
        </div>
        <Controls playback={playback} play={play} onClose={onClose} />
        <p className={css['caption']} dir="auto">
          <strong>{shown?.number}</strong> {shown?.shot.description || shown?.shot.name || ''}
        </p>
      </div>
    </BareDialog>
  );
}

/** Buttons to walk and play by, and where it is. */
function Controls({
  playback,
  play,
  onClose,
}: {
  playback: Playback;
  play: Ref<HTMLElement>;
  onClose: () => void;
}): ReactElement {
  const { time, length, speed, isPlaying, toggle, go } = playback;
  return (
    <div className={css['controls']}>
      <IconButton label={t.shotBefore} shortcut="←" onClick={() => go(-1)}>
        <SkipBack />
      </IconButton>
      <IconButton
        ref={play}
        label={isPlaying ? t.pause : t.play}
        shortcut="Space"
        tooltipOnHoverOnly
        onClick={toggle}
      >
        {isPlaying ? <Pause /> : <Play />}
      </IconButton>
      <IconButton label={t.nextShot} shortcut="→" onClick={() => go(1)}>
        <SkipForward />
      </IconButton>
      <Slider
        className={css['scrub']}
        label={t.positionAnimatic}
        valueText={t.label(formatSeconds(time), formatSeconds(length))}
        customKeys
        min={0}
        max={length}
        step={0.01}
        value={time}
        onValueChange={(position) => playback.seek(position)}
      />
      <span className={css['time']}>
        {formatSeconds(time, 'always')} / {formatSeconds(length)}
        {Math.abs(speed) > 1 || speed < 0 ? ` · ${speed}×` : ''}
      </span>
      <IconButton
        label={playback.isMuted ? t.soundOn : t.soundDisabled}
        aria-pressed={playback.isMuted}
        shortcut="M"
        onClick={playback.toggleMuted}
      >
        {playback.isMuted ? <VolumeX /> : <Volume2 />}
      </IconButton>
      <IconButton label={words.common.close} onClick={onClose}>
        <X />
      </IconButton>
    </div>
  );
}

/** A shot's picture, or its words in large letters where there is none. */
function Picture({
  connectionId,
  timedShot,
  find,
  ratio,
}: {
  connectionId: string;
  timedShot: AnimaticShot;
  find: FindLibraryFile;
  ratio: string;
}): ReactElement | null {
  const media = mediaOfShot(timedShot.shot, []).map((reference) => resolveMedia(reference, find));
  const picture = media.find((entry) => entry.kind === 'file' && entry.type !== 'audio');
  // Videos are drawn below.
  if (picture?.kind === 'file' && picture.type === 'video') return null;
  if (picture) {
    return <Frame connectionId={connectionId} media={picture} ratio={ratioOf(ratio)} variant="preview" />;
  }
  return (
    <p className={css['card']} dir="auto">
      {timedShot.shot.description || timedShot.shot.name || t.shot(timedShot.number)}
    </p>
  );
}
