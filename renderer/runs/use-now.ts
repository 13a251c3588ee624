import { useEffect, useState } from 'react';

/** The time in milliseconds, ticking each second while `active`. */
export function useCurrentTime(active: boolean): number {
  const [currentTime, setCurrentTime] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => setCurrentTime(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [active]);
  return currentTime;
}
