import { useEffect, useState } from 'react';

/** So long work has been safe before it is said. Milliseconds. */
const CALM_MS = 300;

/**
 * The save status that is shown. Bad news is shown at once, and that work is safe once it has been for a moment: with each key that
 * is typed it would go back and forth, and the page would be laid out and painted twice.
 * @param subscribe and `read` stay the same while the document does. @param isSame of what is shown of two statuses.
 */
export function useCalmStatus<S>(
  subscribe: (listener: () => void) => () => void,
  read: () => S,
  { isSafe, isSame }: { isSafe: (status: S) => boolean; isSame: (a: S, b: S) => boolean },
): S {
  const [displayed, setDisplayed] = useState(read);
  useEffect(() => {
    let calm: ReturnType<typeof setTimeout> | undefined;
    const show = (status: S) => setDisplayed((current) => (isSame(current, status) ? current : status));
    const follow = (): void => {
      const status = read();
      clearTimeout(calm);
      if (isSafe(status)) calm = setTimeout(() => show(status), CALM_MS);
      else show(status);
    };
    follow();
    const end = subscribe(follow);
    return () => {
      clearTimeout(calm);
      end();
    };
  }, [subscribe, read, isSafe, isSame]);
  return displayed;
}
