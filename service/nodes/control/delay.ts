import { setTimeout as wait } from 'node:timers/promises';
import { defineNode } from '../define-node.ts';
import { any, number } from '../pins.ts';

/** `4.2 s left`, `29 min 06 s left`. @param left milliseconds. */
export function timeLeft(left: number): string {
  if (left < 59_950) return `${(left / 1000).toFixed(1)} s left`;
  const seconds = Math.round(left / 1000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s left`;
}

/** How often it says how far it is, at most. */
const REPORT_MS = 200;

export const controlDelay = defineNode({
  type: 'control/delay',
  title: 'Delay',
  description: 'Waits, then passes its value on unchanged. Canceling the run ends the wait at once.',
  icon: 'timer',
  tags: ['wait', 'pause', 'sleep', 'timing'],
  cacheable: false,
  waits: true,
  inputs: {
    value: any('Value', { default: null }),
    seconds: number('Seconds', { min: 0, max: 3600, default: 1 }),
  },
  outputs: { value: { label: 'Value', type: 'any' } },
  async run({ value, seconds }, execution) {
    const total = seconds * 1000;
    const start = performance.now();
    for (let left = total; left > 0; left = total - (performance.now() - start)) {
      execution.progress(1 - left / total, timeLeft(left));
      await wait(Math.min(left, Math.max(REPORT_MS, total / 100)), undefined, { signal: execution.signal });
    }
    execution.progress(1, 'Done');
    return { value };
  },
});
