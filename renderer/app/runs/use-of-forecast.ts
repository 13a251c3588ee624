import { useRef, useSyncExternalStore } from 'react';
import type { RunForecast } from '#shared/graph/run-forecast.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import type { EditorSession } from '#renderer/editor/index.ts';

/** What tells a run ahead. */
export interface Forecasting {
  outlook: Pick<EditorSession['outlook'], 'get' | 'subscribe'>;
}

/**
 * Something that is made of the forecast of a run; the component wakes when that is another value, and not with each forecast:
 * while somebody types one follows the other, and most of them say the same.
 * @param make pure, and the same function while it makes the same.
 */
export function useDerivedEstimate<T>({ outlook }: Forecasting, make: (estimate: RunForecast) => T): T {
  const cached = useRef<{ forecast: RunForecast; make: typeof make; value: T }>(null);
  return useSyncExternalStore(outlook.subscribe, () => {
    const estimate = outlook.get();
    const last = cached.current;
    if (last?.forecast === estimate && last.make === make) return last.value;
    const result = make(estimate);
    const value = last && jsonEqual(last.value, result) ? last.value : result;
    cached.current = { forecast: estimate, make, value };
    return value;
  });
}
