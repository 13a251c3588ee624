import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { TimelineBody } from '#shared/timeline/document.ts';
import { timelineEnd } from '#shared/timeline/timeline.ts';
import type { Film } from '#shared/film/film.ts';
import { startFilmWorker } from './film-worker-client.ts';
import type { FilmWorker } from './ports.ts';
import type { Playhead } from './playhead.ts';
import { Player, type PlayerSettings } from './player.ts';
import { openSoundOutput } from './sound-output.ts';

export interface OpenPlayer {
  player: Player;
  worker: FilmWorker;
}

/** Calls back before the screen is drawn next; in a hidden window now and then. */
function nextDraw(draw: () => void): () => void {
  if (document.hidden) {
    const timer = setTimeout(draw, 200);
    return () => clearTimeout(timer);
  }
  const request = requestAnimationFrame(draw);
  return () => cancelAnimationFrame(request);
}

/**
 * Plays a film onto a canvas while the component is mounted.
 * @returns null until it is ready
 */
export function usePlayer(
  canvas: RefObject<HTMLCanvasElement | null>,
  {
    playhead,
    film,
    settings,
    length = 0,
  }: {
    playhead: Playhead;
    film: Film;
    settings: PlayerSettings;
    /** Seconds that it lasts at least, though its clips end before. */
    length?: number;
  },
): OpenPlayer | null {
  const [open, setOpen] = useState<OpenPlayer | null>(null);
  const firstSettings = useRef(settings);

  useEffect(() => {
    const worker = startFilmWorker();
    const show = (picture: ImageBitmap): void => {
      const element = canvas.current;
      if (!element) {
        picture.close();
        return;
      }
      if (element.width !== picture.width) element.width = picture.width;
      if (element.height !== picture.height) element.height = picture.height;
      element.getContext('bitmaprenderer')?.transferFromImageBitmap(picture);
    };
    const player = new Player(
      {
        playhead,
        worker,
        openOutput: openSoundOutput,
        mayOpenOutput: () => navigator.userActivation.hasBeenActive,
        show,
        nextDraw,
      },
      firstSettings.current,
    );
    setOpen({ player, worker });
    return () => {
      player.close();
      worker.close();
      playhead.pause();
      setOpen(null);
    };
  }, [canvas, playhead]);

  useLayoutEffect(() => open?.player.setSettings(settings), [open, settings]);
  useLayoutEffect(
    () => open?.player.setFilm(film, Math.max(length, endOf(film.timeline))),
    [open, film, length],
  );
  return open;
}

/** Seconds at which a film is over; a frame long at least. */
export const endOf = ({ clips, frameRate }: TimelineBody): number =>
  Math.max(timelineEnd(clips), 1 / frameRate);
