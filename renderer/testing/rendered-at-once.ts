import React from 'react';
import { flushSync } from 'react-dom';

/** The next frame was made: effects have run, and what observes sizes has been told them. */
export const framePassed = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => resolve(), { once: true });
      port1.start();
      port2.postMessage(null);
    });
  });

/**
 * What a test renders is there when `render` has resolved, with its effects and its sizes. React as people get it has no
 * `act`, with which `vitest-browser-react` waits for that; to be imported before it.
 */
Object.assign(React, {
  async act(work: () => Promise<void>): Promise<void> {
    let done: Promise<void> | undefined;
    flushSync(() => {
      done = work();
    });
    await done;
    await framePassed();
  },
});
