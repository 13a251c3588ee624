import type { RefObject } from 'react';
import { frameAt } from '#shared/timeline/compose.ts';
import { timecodeOfFrame } from '#shared/timeline/timecode.ts';
import { useCommands } from '#renderer/commands/index.ts';
import { saveBlob, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { FilmRange } from './film-range.ts';
import type { Playhead } from './playhead.ts';
import type { OpenPlayer } from './use-player.ts';

const t = words.player.useMonitorCommands;

interface Options {
  open: OpenPlayer | null;
  playhead: Playhead;
  root: RefObject<HTMLElement | null>;
  /** Seconds. */
  end: number;
  frameRate: number;
  range: FilmRange | null;
  setRange: (range: FilmRange | null) => void;
  toggleMuted: () => void;
  toggleLoop: () => void;
  onExport: () => void;
  onLoudness: () => void;
}

/** What the monitor does when it is asked to. */
export function useMonitorCommands(options: Options): void {
  const { open, playhead, end, frameRate, range, setRange } = options;
  /** Where the frame begins that is shown. */
  const frameTime = (offset = 0): number =>
    (frameAt(playhead.getState().time, frameRate) + offset) / frameRate;
  useCommands('monitor', {
    'film.play': () => open?.player.toggle(),
    'film.back': () => open?.player.shuttle(-1),
    'film.stop': () => playhead.pause(),
    'film.forward': () => open?.player.shuttle(1),
    'film.previous-frame': () => open?.player.step(-1),
    'film.next-frame': () => open?.player.step(1),
    'film.second-back': () => open?.player.step(-Math.round(frameRate)),
    'film.second-on': () => open?.player.step(Math.round(frameRate)),
    'film.mark-in': () => {
      const from = frameTime();
      setRange({ from, to: range && range.to > from ? range.to : Math.max(end, frameTime(1)) });
    },
    'film.mark-out': () => {
      // The frame that is shown belongs to the range.
      const to = frameTime(1);
      setRange({ from: range && range.from < to ? range.from : 0, to });
    },
    'film.clear-range': () => setRange(null),
    'film.loop': options.toggleLoop,
    'film.mute': options.toggleMuted,
    'film.fullscreen': () => void toggleFullscreen(options.root.current),
    'film.loudness': options.onLoudness,
    'film.export': options.onExport,
    'film.save-still': () => void saveFrame(options, frameTime()),
  });
}

async function toggleFullscreen(element: HTMLElement | null): Promise<void> {
  if (document.fullscreenElement) await document.exitFullscreen();
  // A browser may refuse it; the film is played where it is then.
  else await element?.requestFullscreen().catch(() => undefined);
}

async function saveFrame({ open, frameRate }: Options, time: number): Promise<void> {
  if (!open) return;
  try {
    const picture = await open.worker.request('still', { time });
    const name = t.png(timecodeOfFrame(frameAt(time, frameRate), frameRate).replaceAll(/[:;]/g, '-'));
    saveBlob(picture, name);
    showToast({ kind: 'ok', title: t.saved(name) });
  } catch {
    showToast({
      kind: 'error',
      title: t.pictureNotSaved,
      description: t.couldNotGoAnother,
    });
  }
}
