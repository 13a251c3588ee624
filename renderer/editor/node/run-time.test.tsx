import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import type { NodeRunState } from '#renderer/model/node-run-state.ts';
import { RunTime } from './run-time.tsx';

const state = (change: Partial<NodeRunState>): NodeRunState => ({
  phase: 'succeeded',
  progress: null,
  message: null,
  outputs: null,
  key: null,
  reusable: null,
  ...change,
});
const START = '2026-01-01T00:00:00.000Z';
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.parse(START) });
});
afterEach(() => {
  vi.useRealTimers();
});

it('counts while a node runs and then says what it took', async () => {
  const { rerender } = await render(<RunTime run={state({ phase: 'running', startedAt: START })} />);
  expect(document.body.textContent?.trim()).toBe('');
  vi.advanceTimersByTime(3000);
  await expect.element(page.getByText('3 s')).toBeVisible();
  await rerender(<RunTime run={state({ durationMs: 3400, startedAt: START })} />);
  await expect.element(page.getByText('3.4 s')).toBeVisible();
  await rerender(<RunTime run={state({ durationMs: 80 })} />);
  await expect.element(page.getByText('3.4 s')).not.toBeInTheDocument();
  await rerender(<RunTime run={state({ phase: 'cached', durationMs: 3400 })} />);
  expect(document.body.textContent?.trim()).toBe('');
});
