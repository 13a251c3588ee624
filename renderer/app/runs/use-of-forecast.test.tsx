// @module-tag long
import type { ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { RunForecast } from '#shared/graph/run-forecast.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { renderedBy } from '#renderer/testing/rendered-components.ts';
import { runLabel } from './run-label.ts';
import { useDerivedEstimate, type Forecasting } from './use-of-forecast.ts';

const forecast = (runs: readonly string[]): RunForecast => ({
  runs: new Set(runs),
  optional: new Set(),
  reused: new Set(['reused']),
  paid: new Set(),
  blockers: new Map(),
  targetNodeIds: null,
  isConfirmed: true,
});

function Label({ session }: { session: Forecasting }): ReactElement {
  return <p>{useDerivedEstimate(session, runLabel).full}</p>;
}

it('what is made of a forecast is rendered anew when it is something else, and not with each forecast', async () => {
  let now = forecast(['a']);
  const listeners = new Set<() => void>();
  const come = (next: RunForecast) => (): void => {
    now = next;
    for (const listener of listeners) listener();
  };
  const outlook: Forecasting['outlook'] = {
    get: () => now,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  await renderPage(<Label session={{ outlook }} />);
  await expect.element(page.getByText('Run 1 node')).toBeVisible();
  expect(renderedBy(come(forecast(['b'])))).toEqual([]);
  expect(renderedBy(come(forecast(['a', 'b'])))).toEqual(['Label']);
  await expect.element(page.getByText('Run 2 nodes')).toBeVisible();
});
