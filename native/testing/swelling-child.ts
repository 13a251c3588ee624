import { runNativeChild } from '../child/program.ts';
import { DERIVE_PICTURE } from '../pictures/picture-task.ts';

/** A decoder that takes memory without end, whatever the picture is. For tests. */
await runNativeChild({
  handlers: {
    [DERIVE_PICTURE]: async () => {
      const held: Buffer[] = [];
      for (;;) {
        held.push(Buffer.alloc(32 * 1024 * 1024, 1));
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  },
});
