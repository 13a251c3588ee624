import { createHash } from 'node:crypto';
import type { NativePool } from '#native/pool/native-pool.ts';
import type { NativeResult } from '#native/pool/native-task.ts';
import { InvalidOutput, type TaskFolder } from '#native/pool/task-folder.ts';
import type { Json } from '#native/protocol.ts';
import { diskFull } from '#service/nodes/disk-full.ts';
import {
  filesIn,
  isFileValue,
  isListValue,
  isMissing,
  isStoredList,
  LIST_KIND,
  type FileValue,
  type ListItem,
  type NodeDefinition,
  type NodeValue,
} from '#service/nodes/definition.ts';
import type { BlobStore, StoredBlob } from '#service/storage/blob-store.ts';
import { MediaStoreProblem } from '#service/storage/media-location.ts';
import { isDiskFull } from '#service/storage/storage-errors.ts';
import { readItem } from './list-items.ts';
import { fileNotOwned } from './node-failure.ts';
import { NODES_LANE } from './native-pool.ts';
import { EXECUTE_NODE, pendingName, type NodeTaskInput } from './node-task.ts';
import type { RunningTask, Task } from './task.ts';
import type { TaskResult } from './worker-protocol.ts';

export interface WorkTask extends RunningTask {
  /** Ends the node and its child at once. */
  end: () => void;
}

export interface WorkLaneOptions {
  native: Pick<NativePool, 'run'>;
  blobs: BlobStore;
  /** How long one node may take, milliseconds. */
  timeLimitMs: number;
}

/** Bytes of all files that a node makes, and how many outputs it may name. */
const MAX_OUTPUT_BYTES = 16 * 1024 ** 3;
const MAX_OUTPUTS = 1000;
const MAX_NAME_LENGTH = 1024;

/** Starts a node in a native child. What it made is in the blob store when the result comes. */
export function runInNativeChild(options: WorkLaneOptions, task: Task): WorkTask {
  const { native, blobs, timeLimitMs } = options;
  const inputs: NodeTaskInput['inputs'] = {};
  const inputFiles = new Map<string, FileValue>();
  for (const [name, value] of Object.entries(task.inputs)) {
    if (value === undefined) continue;
    inputs[name] = value;
    for (const file of filesIn(value)) if (isHash(file.blob)) inputFiles.set(file.blob, file);
  }
  const input: NodeTaskInput = {
    nodeType: task.nodeType,
    inputs,
    ...(typeof task.scale === 'number' && { scale: task.scale }),
  };
  const running = native.run<Record<string, NodeValue>>({
    name: EXECUTE_NODE,
    input: input as unknown as Json,
    kind: task.runsPrograms ? 'program' : 'decoder',
    lane: NODES_LANE,
    files: [...inputFiles.keys()].map((blob) => ({ name: blob, path: blobs.pathOf(blob) })),
    timeLimitMs,
    fingerprint: createHash('sha256').update(JSON.stringify(input)).digest('hex'),
    onProgress: (fraction, message) => task.onProgress(fraction, message),
    onLog: (message) => task.onLog(message),
    collect: (value, folder, signal) =>
      importOutputs({ blobs, inputFiles, folder, signal, transient: typeof task.scale === 'number' }, value),
  });
  return {
    result: running.result.then(
      (result) => resultOf(task, result, timeLimitMs),
      (error: unknown) => failureOfCollecting(task, error),
    ),
    cancel: running.cancel,
    end: running.end,
  };
}

const isHash = (blob: string): boolean => /^[0-9a-f]{64}$/.test(blob);

interface OutputSource {
  blobs: BlobStore;
  /** Inputs of the task, by their blobs. */
  inputFiles: ReadonlyMap<string, FileValue>;
  folder: TaskFolder;
  signal: AbortSignal;
  /** What is made at preview size is made again soon. */
  transient: boolean;
}

/** Moves files that the child made into the blob store; the child's word counts for their names only. */
async function importOutputs(source: OutputSource, value: Json): Promise<Record<string, NodeValue>> {
  const outputs = objectOf(objectOf(value)['outputs']) as Record<string, NodeValue>;
  if (Object.keys(outputs).length > MAX_OUTPUTS) throw new InvalidOutput('There are too many results.');
  const imported: Record<string, NodeValue> = {};
  const stored = new Map<string, StoredBlob>();
  for (const [name, output] of Object.entries(outputs)) {
    Object.defineProperty(imported, name, {
      value: await importValue(source, output, stored),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  }
  return imported;
}

/** A value as the child names it, with its files in the store; of a list only what a list may hold. */
async function importValue(
  source: OutputSource,
  value: NodeValue,
  stored: Map<string, StoredBlob>,
): Promise<NodeValue> {
  if (isFileValue(value)) return await importFile(source, value, stored);
  if (isStoredList(value)) {
    const { file, count } = value;
    if (!Number.isSafeInteger(count) || count < 0) throw new InvalidOutput('A list has no length.');
    return { kind: LIST_KIND, file: await importFile(source, file, stored), count };
  }
  if (!isListValue(value)) return value;
  const items: ListItem[] = [];
  for (const item of value.items) {
    const read = readItem(item);
    items.push(isMissing(read) ? read : { ...read, value: await importValue(source, read.value, stored) });
  }
  return { kind: LIST_KIND, items };
}

/** @param stored files taken over before; one that several outputs name is read once. */
async function importFile(
  { blobs, inputFiles, folder, signal, transient }: OutputSource,
  output: FileValue,
  stored: Map<string, StoredBlob>,
): Promise<FileValue> {
  const { filename, contentType } = output;
  if (!isName(filename) || !isName(contentType) || typeof output.blob !== 'string') throw fileNotOwned();
  const name = pendingName(output.blob);
  if (name === null) {
    const original = inputFiles.get(output.blob);
    if (original === undefined) throw fileNotOwned();
    return { ...original, filename, contentType };
  }
  let blob = stored.get(name);
  if (blob === undefined) {
    const remainingBytes = [...stored.values()].reduce(
      (left, { sizeBytes }) => left - sizeBytes,
      MAX_OUTPUT_BYTES,
    );
    const inlineBytes = transient ? folder.readOutputBytes(name, remainingBytes) : null;
    // Hashed from the bytes that are stored, whatever happens to the original meanwhile.
    blob =
      inlineBytes === null
        ? await folder.readOutput(name, remainingBytes, (bytes) => blobs.write(bytes, { signal, transient }))
        : await blobs.write(inlineBytes, { signal, transient });
    stored.set(name, blob);
  }
  return { kind: 'file', blob: blob.hash, filename, contentType, sizeBytes: blob.sizeBytes };
}

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= MAX_NAME_LENGTH;

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** As `runInNativeChild`, once what the node reads has been brought to this computer. */
export function runWhenLocal(options: WorkLaneOptions, task: Task): WorkTask {
  const { blobs } = options;
  if (blobs.isLocal) return runInNativeChild(options, task);
  const stop = new AbortController();
  let running: WorkTask | null = null;
  const fetchAndRun = async (): Promise<TaskResult> => {
    const values = Object.values(task.inputs);
    const hashes = values.flatMap(filesIn).flatMap(({ blob }) => (isHash(blob) ? [blob] : []));
    try {
      await blobs.makeLocal(hashes, stop.signal);
    } catch (error) {
      return stop.signal.aborted ? { kind: 'canceled' } : failureOfCollecting(task, error);
    }
    if (stop.signal.aborted) return { kind: 'canceled' };
    running = runInNativeChild(options, task);
    return running.result;
  };
  return {
    result: fetchAndRun(),
    cancel: () => (running === null ? stop.abort() : running.cancel()),
    end: () => (running === null ? stop.abort() : running.end()),
  };
}

function failureOfCollecting(task: Task, error: unknown): TaskResult {
  if (error instanceof MediaStoreProblem) {
    return { kind: 'failed', code: 'MEDIA_STORE_UNAVAILABLE', message: error.message, defect: null };
  }
  if (error instanceof Error && error.name === 'NodeFailure' && 'code' in error) {
    return { kind: 'failed', code: String(error.code), message: error.message, defect: null };
  }
  if (isDiskFull(error)) return { kind: 'failed', ...diskFull(task.title), defect: null };
  const reason =
    (error as NodeJS.ErrnoException).code === 'ENOENT'
      ? 'a file it needs is no longer stored. Upload it again.'
      : error instanceof InvalidOutput
        ? 'its result could not be taken over. Run again.'
        : 'its files could not be read or stored. Run again.';
  const defect = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    kind: 'failed',
    code: 'NODE_DEFECT',
    message: `${task.title} could not do its work: ${reason}`,
    defect,
  };
}

function resultOf(
  task: Task,
  result: NativeResult<Record<string, NodeValue>>,
  timeLimitMs: number,
): TaskResult {
  switch (result.kind) {
    case 'succeeded':
      return { kind: 'succeeded', outputs: result.value };
    case 'failed':
      return result.code === 'DEFECT'
        ? { ...result, code: 'NODE_DEFECT', message: `${task.title} could not do its work. Run again.` }
        : result;
    case 'canceled':
      return result;
    case 'lost':
      return { kind: 'failed', ...crashFailure(task, result.reason, timeLimitMs), defect: result.detail };
    default:
      return result satisfies never;
  }
}

type Reason = Extract<NativeResult<unknown>, { kind: 'lost' }>['reason'];

/** What a node reads, as people call it; null for nodes that read no media. */
const READS: Readonly<Partial<Record<NodeDefinition['category'], string>>> = {
  image: 'picture',
  video: 'video',
  audio: 'sound',
  media: 'file',
  input: 'file',
};

function crashFailure(
  { title, category, inputs }: Task,
  reason: Reason,
  timeLimitMs: number,
): { code: string; message: string } {
  const files = Object.values(inputs).flatMap(filesIn);
  const read = READS[category] ?? (files.length > 0 ? 'file' : undefined);
  const action =
    read === undefined
      ? 'Check its inputs and run again.'
      : `Save the ${read} again in another format, or choose another one, and run again.`;
  switch (reason) {
    case 'crashed':
    case 'misbehaved':
      return {
        code: 'NODE_CRASHED',
        message:
          read === undefined
            ? `${title} stopped unexpectedly while it worked. ${action}`
            : `This ${read} could not be read: the decoder crashed. ${action}`,
      };
    case 'given-up':
      return {
        code: 'NODE_CRASHED',
        message: `${title} ended its process twice with these inputs and is not tried again. ${action}`,
      };
    case 'not-started':
      return {
        code: 'NODE_CRASHED',
        message: `The process for ${title} ended before it could begin, three times. Run again in a minute; restart Patchbay if it happens again.`,
      };
    case 'out-of-memory':
      return {
        code: 'NODE_OUT_OF_MEMORY',
        message: `${title} ran out of memory. Give it smaller inputs and run again.`,
      };
    case 'step-timed-out':
      return {
        code: 'NODE_TIMED_OUT',
        message: `${files.length === 1 ? files[0]!.filename : `This ${read ?? 'file'}`} could not be read: it takes too long. ${action}`,
      };
    case 'timed-out':
      return timedOut(title, timeLimitMs);
    default:
      return reason satisfies never;
  }
}

/** What a node says that took longer than a node may. */
export function timedOut(title: string, timeLimitMs: number): { code: string; message: string } {
  const minutes = Math.max(1, Math.round(timeLimitMs / 60_000));
  return {
    code: 'NODE_TIMED_OUT',
    message: `${title} took longer than ${minutes} ${minutes === 1 ? 'minute' : 'minutes'} and was stopped. Give it less to do and run again.`,
  };
}
