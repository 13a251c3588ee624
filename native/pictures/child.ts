import { runNativeChild } from '../child/program.ts';
import { preloadSharp } from '../decoders/sharp.ts';
import { derivePicture } from './derive-picture.ts';
import { DERIVE_PICTURE } from './picture-task.ts';

/** The native child of a process that only needs small pictures. */
await runNativeChild({
  handlers: { [DERIVE_PICTURE]: derivePicture },
  preload: async () => preloadSharp(),
});
