import { useEffect, useState, type ReactElement } from 'react';
import { formatExactTime, formatRelativeTime } from './format.ts';

/** `5 minutes ago`, kept current; the exact time on hover. Nothing when there is no such time. */
export function RelativeTime({ at }: { at: string | null | undefined }): ReactElement | null {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const time = at ? Date.parse(at) : Number.NaN;
  if (!at || Number.isNaN(time)) return null;
  return (
    <time dateTime={at} title={formatExactTime(time)}>
      {formatRelativeTime(time, Math.max(now, time))}
    </time>
  );
}
