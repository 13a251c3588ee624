import type { NativePool } from '#native/pool/native-pool.ts';
import { areStored } from '#service/engine/node-cache.ts';
import type { Task } from '#service/engine/task.ts';
import { runWhenLocal, type WorkTask } from '#service/engine/work-lane.ts';
import type { TaskResult } from '#service/engine/worker-protocol.ts';
import type { NodeValue } from '#service/nodes/definition.ts';
import type { BlobStore } from '#service/storage/blob-store.ts';
import type { RemoteTask } from '#service/work-queue/remote-task.ts';

/** How long one node may take, milliseconds, unless its type says more. */
const TIME_LIMIT_MS = 30 * 60 * 1000;

interface Reports {
  onProgress(fraction: number, message: string | null): void;
  onLog(message: string): void;
}

/**
 * How an agent executes what it took: in native children, with files of the store.
 * @param options.isShared whether others fetch results from the store: what is soon made again has to reach it too.
 */
export function createTaskRunner({
  native,
  blobs,
  isShared,
}: {
  native: NativePool;
  blobs: BlobStore;
  isShared: boolean;
}): (remote: RemoteTask, reports: Reports) => WorkTask {
  const store: BlobStore = isShared
    ? { ...blobs, write: (source, { signal } = {}) => blobs.write(source, { ...(signal && { signal }) }) }
    : blobs;
  return (remote, reports) => {
    const task = taskOf(remote, reports);
    const stop = new AbortController();
    let running: WorkTask | null = null;
    const begin = async (): Promise<TaskResult> => {
      const missing = await missingFile(store, remote);
      if (missing !== null) return missing;
      if (stop.signal.aborted) return { kind: 'canceled' };
      running = runWhenLocal(
        { native, blobs: store, timeLimitMs: remote.timeLimitMs ?? TIME_LIMIT_MS },
        task,
      );
      return running.result;
    };
    return {
      result: begin(),
      cancel: () => (running === null ? stop.abort() : running.cancel()),
      end: () => (running === null ? stop.abort() : running.end()),
    };
  };
}

const taskOf = (remote: RemoteTask, reports: Reports): Task => ({
  ...reports,
  lane: 'work',
  nodeType: remote.nodeType,
  category: remote.category,
  runsPrograms: remote.runsPrograms,
  timeLimitMs: remote.timeLimitMs ?? undefined,
  inputs: remote.inputs,
  scale: remote.scale,
  title: remote.title,
});

/** What is said of a task whose files cannot all be had; null when they can. */
async function missingFile(blobs: BlobStore, { inputs, title }: RemoteTask): Promise<TaskResult | null> {
  try {
    if (await areStored(blobs, definedOf(inputs))) return null;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: 'failed', code: 'MEDIA_STORE_UNAVAILABLE', message, defect: null };
  }
  const message = `${title} could not do its work: a file it needs is no longer stored. Upload it again.`;
  return { kind: 'failed', code: 'WORKER_LACKS_FILE', message, defect: null };
}

const definedOf = (inputs: RemoteTask['inputs']): Record<string, NodeValue> =>
  Object.fromEntries(
    Object.entries(inputs).filter((entry): entry is [string, NodeValue] => entry[1] !== undefined),
  );
