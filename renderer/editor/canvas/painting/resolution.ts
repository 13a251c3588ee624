/**
 * Calls back whenever a device pixel becomes another size: a window goes to another screen, the page is enlarged.
 * @returns ends it.
 */
export function onResolutionChange(listener: () => void): () => void {
  let query: MediaQueryList;
  const watch = (): void => {
    query = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener('change', changed, { once: true });
  };
  const changed = (): void => {
    watch();
    listener();
  };
  watch();
  return () => query.removeEventListener('change', changed);
}
