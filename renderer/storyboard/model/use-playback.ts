import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type RefObject,
} from 'react';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import { createPlayhead, usePlayer } from '#renderer/player/index.ts';
import { layersAt, timedShots } from './animatic-time.ts';

type Film = Parameters<typeof usePlayer>[1]['film'];

/** Pixels of the longer side that videos are drawn with. */
const VIDEO_PIXELS = 1080;

/**
 * Where an animatic is and how fast it goes, with what buttons and keys do to it. Sound is the clock.
 * @param canvas where the videos of the film are drawn.
 */
export function usePlayback(
  document: StoryboardDocument,
  from: number,
  canvas: RefObject<HTMLCanvasElement | null>,
  film: Film,
) {
  const shots = useMemo(() => timedShots(document), [document]);
  const length = shots.at(-1)?.end ?? 0;
  const [playhead] = useState(() => createPlayhead(shots[from]?.start ?? 0));
  const [isMuted, setMuted] = useState(false);
  const [speed, setSpeed] = useState(1);
  const { width, height } = film.timeline.projectResolution;
  const scale = VIDEO_PIXELS / Math.max(width, height);
  const settings = useMemo(
    () => ({
      size: { width: Math.round(width * scale), height: Math.round(height * scale) },
      volume: 1,
      muted: isMuted,
      loop: null,
    }),
    [width, height, scale, isMuted],
  );
  const open = usePlayer(canvas, { playhead, film, settings, length });
  const { time, playing: isPlaying } = useSyncExternalStore(playhead.subscribe, playhead.getState);
  // It plays as soon as it can.
  useEffect(() => {
    if (open) playhead.play();
  }, [open, playhead]);
  const { index, layers } = layersAt(shots, time);
  const current = shots[index];
  const toggle = useCallback(() => {
    setSpeed(1);
    open?.player.toggle();
  }, [open]);
  const shuttle = (direction: 1 | -1) => {
    open?.player.shuttle(direction);
    setSpeed(open?.player.speed ?? direction);
  };
  const seek = (to: number) => {
    playhead.pause();
    playhead.seek(Math.min(length, to));
  };
  const go = (by: number) => seek(shots[Math.min(shots.length - 1, Math.max(0, index + by))]?.start ?? 0);
  const toggleMuted = () => setMuted((before) => !before);
  useKeys({
    ' ': toggle,
    k: () => playhead.pause(),
    l: () => shuttle(1),
    j: () => shuttle(-1),
    m: toggleMuted,
    ArrowRight: () => go(1),
    ArrowLeft: () => go(-1),
    Home: () => seek(0),
    End: () => seek(length),
  });
  return {
    layers,
    shown: current,
    time,
    length,
    speed: isPlaying ? speed : 0,
    isPlaying,
    isMuted,
    toggle,
    toggleMuted,
    go,
    seek,
  };
}

export type Playback = ReturnType<typeof usePlayback>;

/** Answers keys wherever the focus is, while the component is mounted. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act =
        latest.current[pressedKey(event).length === 1 ? pressedKey(event).toLowerCase() : pressedKey(event)];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      // The slider that has the focus would go its own way too.
      event.stopPropagation();
      act();
    };
    // Before the dialog, which keeps keys to itself.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}
