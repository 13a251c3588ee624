import { useSyncExternalStore, type ReactElement } from 'react';
import { formatExactTime, formatRelativeTime } from './format.ts';

const INTERVAL_MS = 30_000;

/** One clock for all times that are shown: a list of hundreds needs no hundred timers. */
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let cachedTime = 0;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(() => {
      cachedTime = Date.now();
      for (const each of listeners) each();
    }, INTERVAL_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function readCurrentTime(): number {
  if (listeners.size === 0 && Date.now() - cachedTime > 1000) cachedTime = Date.now();
  return cachedTime;
}

/** `5 minutes ago`, kept current; the exact time on hover. Nothing when there is no such time. @param isShort `5m ago` */
export function RelativeTime({
  at,
  isShort = false,
}: {
  at: string | null | undefined;
  isShort?: boolean;
}): ReactElement | null {
  const currentTime = useSyncExternalStore(subscribe, readCurrentTime);
  const time = at ? Date.parse(at) : Number.NaN;
  if (!at || Number.isNaN(time)) return null;
  return (
    <time dateTime={at} title={formatExactTime(time)}>
      {formatRelativeTime(time, Math.max(currentTime, time), isShort)}
    </time>
  );
}
