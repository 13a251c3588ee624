import { useEffect, useMemo, useRef, useState } from 'react';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import { lookAt, playedShots } from './animatic-time.ts';

/** Where an animatic is and how fast it goes, with what buttons and keys do to it. */
export function usePlayback(document: StoryboardDocument, from: number) {
  const shots = useMemo(() => playedShots(document), [document]);
  const length = shots.at(-1)?.end ?? 0;
  const [time, setTime] = useState(shots[from]?.start ?? 0);
  const [speed, setSpeed] = useState(1);
  const isPlaying = speed !== 0;
  useClock(speed, (seconds) => setTime((before) => Math.min(length, Math.max(0, before + seconds))));
  const isAtEnd = (time >= length && speed > 0) || (time <= 0 && speed < 0);
  // Once the end is reached nothing moves any more.
  if (isAtEnd && isPlaying) setSpeed(0);
  const { index, layers } = lookAt(shots, time);
  const shown = shots[index];
  const toggle = () => {
    if (!isPlaying && time >= length) setTime(0);
    setSpeed(isPlaying ? 0 : 1);
  };
  const go = (by: number) => {
    setSpeed(0);
    setTime(shots[Math.min(shots.length - 1, Math.max(0, index + by))]?.start ?? 0);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ' ': toggle,
    k: () => setSpeed(0),
    l: () => setSpeed((now) => (now >= 1 ? Math.min(8, now * 2) : 1)),
    j: () => setSpeed((now) => (now <= -1 ? Math.max(-8, now * 2) : -1)),
    ArrowRight: () => go(1),
    ArrowLeft: () => go(-1),
    Home: () => setTime(0),
    End: () => setTime(length),
  };
  useKeys(keys);
  const seek = (to: number) => {
    setSpeed(0);
    setTime(to);
  };
  return { layers, shown, time, length, speed, isPlaying, toggle, go, seek };
}

export type Playback = ReturnType<typeof usePlayback>;

/** Calls back with the seconds that have passed, as often as the screen is drawn, while the speed is not 0. */
function useClock(speed: number, onPass: (seconds: number) => void): void {
  const latest = useRef(onPass);
  useEffect(() => {
    latest.current = onPass;
  });
  useEffect(() => {
    if (speed === 0) return undefined;
    let last = performance.now();
    let frame = 0;
    const tick = (now: number) => {
      latest.current(((now - last) / 1000) * speed);
      last = now;
      frame = requestAnimationFrame(tick);
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [speed]);
}

/** Answers keys wherever the focus is, while the component is mounted. */
function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const act = latest.current[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act();
    };
    // Before the dialog, which keeps keys to itself.
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, []);
}
