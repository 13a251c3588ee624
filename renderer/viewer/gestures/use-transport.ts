import { useMemo, useRef, useState, type VideoHTMLAttributes } from 'react';

/** Used while the number of frames a second is not known. */
const DEFAULT_RATE = 25;
/** Seconds that one video may run apart from the first before it is set right. */
const MAX_DRIFT = 0.08;

export const speeds = [0.25, 0.5, 1, 1.5, 2] as const;

interface TransportState {
  isPlaying: boolean;
  /** Seconds. */
  time: number;
  duration: number;
  speed: number;
  loops: boolean;
  isMuted: boolean;
  /** 0 to 1. */
  volume: number;
}

export interface Transport extends TransportState {
  toggle: () => void;
  seek: (seconds: number) => void;
  /** Pauses, and goes so many frames on or back. */
  step: (frames: number) => void;
  setSpeed: (speed: number) => void;
  toggleLoop: () => void;
  toggleMuted: () => void;
  /** 0 to 1; anything but 0 is heard again. */
  setVolume: (volume: number) => void;
  /** What an element that it moves needs. The first one leads. */
  mediaProps: (
    index: number,
  ) => Pick<
    VideoHTMLAttributes<HTMLMediaElement>,
    'onPlay' | 'onPause' | 'onTimeUpdate' | 'onSeeked' | 'onDurationChange' | 'onEnded'
  > & { ref: (element: HTMLMediaElement | null) => void };
}

const START: TransportState = {
  isPlaying: false,
  time: 0,
  duration: 0,
  speed: 1,
  loops: false,
  isMuted: false,
  volume: 1,
};

/** Plays one or several videos or sounds in step. @param framesPerSecond of the first; null when it is not known */
export function useTransport(framesPerSecond: number | null): Transport {
  const [state, setState] = useState<TransportState>(START);
  const elements = useRef<(HTMLMediaElement | null)[]>([]);
  const change = (patch: Partial<TransportState>): void => setState((before) => ({ ...before, ...patch }));
  const forEach = (act: (element: HTMLMediaElement) => void): void => {
    for (const element of elements.current) if (element) act(element);
  };
  const refs = useMemo(() => {
    const refCallbacks: ((element: HTMLMediaElement | null) => void)[] = [];
    return (index: number) =>
      (refCallbacks[index] ??= (element) => {
        elements.current[index] = element;
      });
  }, []);
  const seek = (seconds: number): void => {
    const time = Math.max(0, Math.min(state.duration || seconds, seconds));
    forEach((element) => {
      element.currentTime = Math.min(time, Number.isFinite(element.duration) ? element.duration : time);
    });
    change({ time });
  };
  const play = (): void =>
    forEach((element) => {
      // A play that a pause overtakes is no failure.
      element.play().catch(() => undefined);
    });
  const followLeader = (leader: HTMLMediaElement): void => {
    change({ time: leader.currentTime });
    for (const [index, element] of elements.current.entries()) {
      if (index === 0 || !element || leader.paused) continue;
      const target = Math.min(leader.currentTime, element.duration || leader.currentTime);
      if (Math.abs(element.currentTime - target) > MAX_DRIFT) element.currentTime = target;
    }
  };
  return {
    ...state,
    toggle: () => (state.isPlaying ? forEach((element) => element.pause()) : play()),
    seek,
    step: (frames) => {
      forEach((element) => element.pause());
      const rate = framesPerSecond || DEFAULT_RATE;
      // The middle of a frame: at its edge rounding shows the one before.
      const frame = Math.floor((elements.current[0]?.currentTime ?? 0) * rate + 1e-6) + frames;
      seek((Math.max(0, frame) + 0.5) / rate);
    },
    setSpeed: (speed) => {
      forEach((element) => {
        element.playbackRate = speed;
      });
      change({ speed });
    },
    toggleLoop: () => change({ loops: !state.loops }),
    toggleMuted: () => {
      forEach((element) => {
        element.muted = !state.isMuted;
      });
      change({ isMuted: !state.isMuted });
    },
    setVolume: (volume) => {
      forEach((element) => {
        element.volume = volume;
        element.muted = volume === 0;
      });
      change({ volume, isMuted: volume === 0 });
    },
    mediaProps: (index) =>
      index > 0
        ? { ref: refs(index) }
        : {
            ref: refs(0),
            ...leaderEvents(change),
            onTimeUpdate: (event) => followLeader(event.currentTarget),
            onEnded: () => {
              if (!state.loops) return;
              forEach((element) => {
                element.currentTime = 0;
              });
              play();
            },
          },
  };
}

/** What the first element says of itself. */
const leaderEvents = (
  change: (patch: Partial<TransportState>) => void,
): Pick<VideoHTMLAttributes<HTMLMediaElement>, 'onPlay' | 'onPause' | 'onSeeked' | 'onDurationChange'> => ({
  onPlay: () => change({ isPlaying: true }),
  onPause: () => change({ isPlaying: false }),
  onSeeked: (event) => change({ time: event.currentTarget.currentTime }),
  onDurationChange: (event) => {
    const { duration } = event.currentTarget;
    change({ duration: Number.isFinite(duration) ? duration : 0 });
  },
});
