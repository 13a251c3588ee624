import { runNativeChild, type TaskHandler } from '../child/program.ts';
import { DESCRIBE_MEDIA, MEDIA_PROXY, VIDEO_FRAMES, WAVEFORM } from '../media/media-task.ts';

/** A child that fails over any video or sound, in the way that its second argument names. For tests. */
const failures: Record<string, TaskHandler> = {
  crash: async () => {
    process.kill(process.pid, 'SIGKILL');
    return new Promise(() => {});
  },
  swell: async () => {
    const held: Buffer[] = [];
    for (;;) {
      held.push(Buffer.alloc(32 * 1024 * 1024, 1));
      await new Promise((resolve) => setImmediate(resolve));
    }
  },
  /** Says what no file can be. */
  lie: async () => ({ kind: 'video', width: -1, height: 'tall', peaks: [7, 'loud'], sizeBytes: 1 }),
};

const fail = failures[process.argv[3] ?? ''] ?? failures['crash']!;
await runNativeChild({
  handlers: { [DESCRIBE_MEDIA]: fail, [VIDEO_FRAMES]: fail, [WAVEFORM]: fail, [MEDIA_PROXY]: fail },
});
