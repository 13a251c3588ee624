import React from 'react';
import { flushSync } from 'react-dom';

/**
 * What a test renders is there when `render` has resolved. React as people get it has no `act`, with which
 * `vitest-browser-react` waits for that; to be imported before it.
 */
Object.assign(React, {
  async act(work: () => Promise<void>): Promise<void> {
    let done: Promise<void> | undefined;
    flushSync(() => {
      done = work();
    });
    await done;
  },
});
