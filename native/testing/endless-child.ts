import { runNativeChild } from '../child/program.ts';
import { DERIVE_PICTURE } from '../pictures/picture-task.ts';

/** A decoder that never comes to an end, whatever the picture is. For tests. */
await runNativeChild({
  handlers: { [DERIVE_PICTURE]: () => new Promise(() => setInterval(() => {}, 1 << 30)) },
});
