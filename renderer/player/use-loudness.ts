import { useCallback, useEffect, useRef, useState } from 'react';
import type { Film } from '#shared/film/film.ts';
import type { Loudness } from './composer/messages.ts';
import type { FilmRange } from './film-range.ts';
import { startFilmWorker } from './film-worker-client.ts';

export type LoudnessState =
  | { kind: 'unknown' }
  /** From 0 to 1. */
  | { kind: 'measuring'; fraction: number }
  | { kind: 'measured'; loudness: Loudness }
  | { kind: 'failed' };

interface Measured {
  film: Film;
  range: FilmRange;
  state: LoudnessState;
}

const unknown: LoudnessState = { kind: 'unknown' };

/**
 * How loud a part of a film is, when it is asked for. What was measured of another film or part counts no more.
 * @returns what is known, and what begins to measure, or ends it while it does.
 */
export function useLoudness(
  film: Film,
  { from, to }: FilmRange,
): { state: LoudnessState; toggle: () => void } {
  const [measured, setMeasured] = useState<Measured | null>(null);
  const running = useRef<AbortController | null>(null);
  const isCurrent =
    measured?.film.timeline === film.timeline && measured.range.from === from && measured.range.to === to;
  const state = isCurrent ? measured.state : unknown;

  useEffect(() => {
    if (!isCurrent) running.current?.abort();
  }, [isCurrent]);
  useEffect(() => () => running.current?.abort(), []);

  const toggle = useCallback(() => {
    running.current?.abort();
    const wasMeasuring = state.kind === 'measuring';
    const report = (next: LoudnessState) => setMeasured({ film, range: { from, to }, state: next });
    if (wasMeasuring) {
      report(unknown);
      return;
    }
    const stop = new AbortController();
    running.current = stop;
    report({ kind: 'measuring', fraction: 0 });
    void measure(film, { from, to }, stop.signal, (progress) =>
      report({ kind: 'measuring', fraction: progress }),
    ).then((found) => {
      if (!stop.signal.aborted) report(found);
      return undefined;
    });
  }, [film, from, to, state.kind]);
  return { state, toggle };
}

/** In a worker of its own, so that the film can be played meanwhile. */
async function measure(
  film: Film,
  range: FilmRange,
  signal: AbortSignal,
  onFraction: (progress: number) => void,
): Promise<LoudnessState> {
  const worker = startFilmWorker();
  try {
    worker.setFilm(film);
    const onProgress = (completed: number, total: number) => {
      if (!signal.aborted) onFraction(completed / total);
    };
    return { kind: 'measured', loudness: await worker.request('loudness', range, { signal, onProgress }) };
  } catch {
    return { kind: 'failed' };
  } finally {
    worker.close();
  }
}
