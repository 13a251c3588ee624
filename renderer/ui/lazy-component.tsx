import { useEffect, useState, type ComponentType, type ReactElement } from 'react';

/** A component whose code comes when it is first shown, or when `load` is called before that. */
type LazyComponent<Props extends object> = ((props: Props) => ReactElement | null) & {
  /** Asks for the code. What is shown after it has come is rendered with it at once. @throws what the import throws. */
  load: () => Promise<void>;
};

const nothing = (): null => null;

/**
 * In the place of React's `lazy`, whose boundaries show what has come only 300 ms after their fallback, and a fallback
 * even for code that is there.
 * @param load imports the component; again after a time that failed.
 * @param waiting is rendered until it has come. A failure is thrown while rendering, for the error boundary above.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: () => ReactElement | null = nothing,
): LazyComponent<Props> {
  let ready: ComponentType<Props> | null = null;
  let loading: Promise<void> | null = null;
  const loadOnce = (): Promise<void> => {
    loading ??= load().then(
      (component) => {
        ready = component;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  function Lazy(props: Props): ReactElement | null {
    const [Shown, setShown] = useState(() => ready);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Shown) return undefined;
      let isMounted = true;
      loadOnce().then(
        () => isMounted && setShown(() => ready),
        (error: unknown) => isMounted && setFailure({ error }),
      );
      return () => {
        isMounted = false;
      };
    }, [Shown]);
    if (failure) throw failure.error;
    return Shown ? <Shown {...props} /> : waiting();
  }
  return Object.assign(Lazy, { load: loadOnce });
}
