import { frameAt } from '#shared/timeline/compose.ts';
import { timecodeOfFrame } from '#shared/timeline/timecode.ts';

/** The timecode of the frame that is shown at a time: every clock of the playhead says this. @param time in seconds */
export const timecodeAt = (time: number, frameRate: number): string =>
  timecodeOfFrame(frameAt(time, frameRate), frameRate);

/** Where somebody is in a film. Times are seconds from its beginning. */
interface PlayheadState {
  time: number;
  playing: boolean;
  /** Changes with every jump, so that a player tells a jump from its own progress. */
  jumps: number;
}

/**
 * The playhead of an open film: a small store of its own, so that sixty moves a second draw nothing anew but the line and the
 * picture.
 */
export interface Playhead {
  getState: () => PlayheadState;
  /** @returns ends the subscription. */
  subscribe: (listener: () => void) => () => void;
  /** Somebody goes to a time; below zero is the beginning. */
  seek: (time: number) => void;
  play: () => void;
  pause: () => void;
  /** The player says how far it has come; that is no jump. */
  advance: (time: number) => void;
}

/** @param time where it stands first, in seconds */
export function createPlayhead(time = 0): Playhead {
  let state: PlayheadState = { time: Math.max(0, time), playing: false, jumps: 0 };
  const listeners = new Set<() => void>();
  const set = (change: Partial<PlayheadState>): void => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seek: (to) => {
      if (Number.isFinite(to)) set({ time: Math.max(0, to), jumps: state.jumps + 1 });
    },
    play: () => {
      if (!state.playing) set({ playing: true });
    },
    pause: () => {
      if (state.playing) set({ playing: false });
    },
    advance: (to) => {
      if (Number.isFinite(to) && to !== state.time) set({ time: Math.max(0, to) });
    },
  };
}
