import { useEffect, useState, type ComponentType, type ReactElement, type ReactNode } from 'react';

const renderNull = (): null => null;

/**
 * A component whose code comes when it is first shown, or when its `load` is called before that. In the place of React's
 * `lazy`, whose boundaries show what has come only 300 ms after their fallback, and a fallback even for code that is there.
 * @param load imports the component; again after a time that failed.
 * @param fallback is rendered until it has come. A failure is thrown while rendering, for the error boundary above.
 */
export function lazyComponent<C extends (props: never) => ReactNode>(
  load: () => Promise<C>,
  fallback: () => ReactElement | null = renderNull,
): C & { load: () => Promise<void> } {
  // Its props are those of the component, which alone is named to whoever renders it.
  type LoadedComponent = ComponentType<object>;
  let ready: LoadedComponent | null = null;
  let loading: Promise<void> | null = null;
  const loadCached = (): Promise<void> => {
    loading ??= load().then(
      (component) => {
        ready = component as unknown as LoadedComponent;
        return undefined;
      },
      (error: unknown) => {
        loading = null;
        throw error;
      },
    );
    return loading;
  };
  function Lazy(props: object): ReactElement | null {
    const [Found, setFound] = useState(() => ready);
    const [failure, setFailure] = useState<{ error: unknown } | null>(null);
    useEffect(() => {
      if (Found) return undefined;
      let isMounted = true;
      loadCached().then(
        () => isMounted && setFound(() => ready),
        (error: unknown) => isMounted && setFailure({ error }),
      );
      return () => {
        isMounted = false;
      };
    }, [Found]);
    if (failure) throw failure.error;
    return Found ? <Found {...props} /> : fallback();
  }
  return Object.assign(Lazy, { load: loadCached }) as unknown as C & { load: () => Promise<void> };
}
