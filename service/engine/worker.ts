import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { bytesContainKey, redactOutputs, redactKey } from '#service/nodes/ai/without-key.ts';
import { openBlobStoreAt } from '#service/storage/open-blob-store.ts';
import {
  filesIn,
  NodeFailure,
  type CallUsage,
  type FileValue,
  type NodeDefinition,
  type NodeExecution,
  type NodeValue,
  type ProviderAccess,
} from '#service/nodes/definition.ts';
import { assertReadable, failureOf, fileNotOwned, READ_LIMIT, unknownNodeType } from './node-failure.ts';
import type { FromWorker, ToWorker, WorkerSetup } from './worker-protocol.ts';

/**
 * The worker thread of the engine for nodes that wait for time to pass or for a provider. Decoders cannot be loaded
 * here: everything that reads media runs in native children.
 */

const port = parentPort;
if (port === null) throw new Error('worker.ts runs on a worker thread only.');

const setup = workerData as WorkerSetup;
const blobs = await openBlobStoreAt(setup.media);
const running = new Map<number, AbortController>();
/** Calls that wait to be written down. */
const pending = new Map<number, PromiseWithResolvers<string>>();
/** Addresses of files, and answers, that wait to be written down. */
const pendingFiles = new Map<number, () => void>();
const pendingJobs = new Map<number, () => void>();

const send = (message: FromWorker): void => port.postMessage(message, []);

async function loadDefinitions(): Promise<Map<string, NodeDefinition>> {
  const module: { nodeDefinitions: readonly NodeDefinition[] } =
    setup.nodesModule === null
      ? await import('#service/nodes/index.ts')
      : await import(/* @vite-ignore */ setup.nodesModule);
  return new Map(module.nodeDefinitions.map((definition) => [definition.type, definition]));
}

/** What a node is handed, and a clean-up of whatever it left behind. */
function createExecution(
  { taskId, inputs, provider, paidFile, job }: Extract<ToWorker, { kind: 'execute' }>,
  signal: AbortSignal,
): {
  execution: NodeExecution;
  raw: Set<string>;
  usage: () => CallUsage | null;
  cleanUp: () => Promise<void>;
} {
  const fileBlobs = new Set<string>();
  let usage: CallUsage | null = null;
  let scratchFolder: Promise<string> | null = null;
  const makeScratch = async (): Promise<string> => {
    await mkdir(setup.scratchDirectory, { recursive: true });
    return mkdtemp(join(setup.scratchDirectory, 'node-'));
  };
  const execution: NodeExecution = {
    inputs,
    signal,
    progress: (fraction, message) => {
      const bounded = Number.isFinite(fraction) ? Math.min(1, Math.max(0, fraction)) : 0;
      send({
        kind: 'progress',
        taskId,
        fraction: bounded,
        message: message === undefined ? null : redactKey(provider, message),
      });
    },
    log: (message) => send({ kind: 'log', taskId, message: redactKey(provider, message) }),
    readFile: async (file, limitBytes = READ_LIMIT) => {
      signal.throwIfAborted();
      assertReadable(file, limitBytes);
      const chunks: Buffer[] = [];
      for await (const chunk of blobs.read(file.blob)) {
        signal.throwIfAborted();
        chunks.push(chunk as Buffer);
      }
      return Buffer.concat(chunks);
    },
    pathOf: (file) => blobs.pathOf(file.blob),
    writeFile: async (bytes, filename, contentType): Promise<FileValue> => {
      if (bytesContainKey(provider, bytes)) throw keyInFile(provider);
      const stored = await blobs.write(bytes, { signal });
      fileBlobs.add(stored.hash);
      return { kind: 'file', blob: stored.hash, filename, contentType, sizeBytes: stored.sizeBytes };
    },
    storeFile: async (path, filename, contentType): Promise<FileValue> => {
      const stored = await blobs.write(createReadStream(path), { signal });
      fileBlobs.add(stored.hash);
      await rm(path, { force: true });
      return { kind: 'file', blob: stored.hash, filename, contentType, sizeBytes: stored.sizeBytes };
    },
    withTimeout: (_milliseconds, step) => step(),
    scratch: () => (scratchFolder ??= makeScratch()),
    ...(provider !== null && {
      provider,
      beginCall: () => beginCall(taskId, signal),
      noteFile: (address) => noteFile(taskId, provider, address),
      noteJob: (answer) => noteJob(taskId, provider, answer),
      reportUsage: (next) => {
        usage = next;
      },
    }),
    ...(job !== null && { job }),
    ...(paidFile !== null && { paidFile }),
  };
  const cleanUp = async (): Promise<void> => {
    if (scratchFolder !== null) await rm(await scratchFolder, { recursive: true, force: true });
  };
  return { execution, raw: fileBlobs, usage: () => usage, cleanUp };
}

/** Resolves when the engine has written down that a provider is asked. @throws when it could not, or on cancel */
async function beginCall(taskId: number, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  const acknowledged = Promise.withResolvers<string>();
  const stop = (): void => acknowledged.reject(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  pending.set(taskId, acknowledged);
  try {
    send({ kind: 'call', taskId });
    return await acknowledged.promise;
  } finally {
    pending.delete(taskId);
    signal.removeEventListener('abort', stop);
  }
}

/** Resolves when the engine has taken note of where the file lies that is paid. */
async function noteFile(taskId: number, provider: ProviderAccess, address: string): Promise<void> {
  // An address with the key in it is stored nowhere.
  if (redactKey(provider, address) !== address) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  pendingFiles.set(taskId, resolve);
  send({ kind: 'file', taskId, address });
  await promise;
  pendingFiles.delete(taskId);
}

/** Resolves when the engine has stored what the provider answered. */
async function noteJob(taskId: number, provider: ProviderAccess, answer: string): Promise<void> {
  // One with the key in it is stored nowhere.
  if (redactKey(provider, answer) !== answer) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  pendingJobs.set(taskId, resolve);
  send({ kind: 'job', taskId, answer });
  await promise;
  pendingJobs.delete(taskId);
}

async function execute(
  definition: NodeDefinition | undefined,
  task: Extract<ToWorker, { kind: 'execute' }>,
): Promise<void> {
  const { taskId } = task;
  if (definition === undefined) {
    send({ kind: 'failed', taskId, ...unknownNodeType(task.nodeType) });
    return;
  }
  const controller = new AbortController();
  running.set(taskId, controller);
  const { execution, raw: fileBlobs, usage, cleanUp } = createExecution(task, controller.signal);
  let result: FromWorker;
  try {
    if (!blobs.isLocal) await blobs.makeLocal(blobsOf(task.inputs), controller.signal);
    const outputs = await definition.execute(execution);
    for (const blob of blobsOf(task.inputs)) fileBlobs.add(blob);
    checkFiles(outputs, fileBlobs);
    result = controller.signal.aborted
      ? { kind: 'canceled', taskId }
      : { kind: 'succeeded', taskId, outputs: redactOutputs(task.provider, outputs), usage: usage() };
  } catch (error) {
    result = controller.signal.aborted
      ? { kind: 'canceled', taskId }
      : redactSecrets(task, failure(taskId, definition, error));
  }
  running.delete(taskId);
  await cleanUp().catch(() => {
    // The scratch folder as a whole is emptied when the service starts.
  });
  try {
    send(result);
  } catch (error) {
    send(failure(taskId, definition, error));
  }
}

const keyInFile = (provider: ProviderAccess | null): NodeFailure =>
  new NodeFailure(
    'PROVIDER_BAD_ANSWER',
    `${provider?.name ?? 'The provider'} sent your key inside a file, so it was not stored. Change the key there, and ask its support.`,
  );

const blobsOf = (inputs: Record<string, NodeValue | undefined>): string[] =>
  Object.values(inputs)
    .flatMap(filesIn)
    .map(({ blob }) => blob);

function checkFiles(outputs: Record<string, NodeValue>, allowedBlobs: ReadonlySet<string>): void {
  for (const file of Object.values(outputs).flatMap(filesIn))
    if (!allowedBlobs.has(file.blob)) throw fileNotOwned();
}

function failure(taskId: number, definition: NodeDefinition, error: unknown): FromWorker {
  return { kind: 'failed', taskId, ...failureOf(definition, error) };
}

/** What a node throws may quote its provider, and a provider may quote the key. */
function redactSecrets(task: Extract<ToWorker, { kind: 'execute' }>, message: FromWorker): FromWorker {
  if (message.kind !== 'failed') return message;
  const { provider } = task;
  return {
    ...message,
    message: redactKey(provider, message.message),
    defect: message.defect === null ? null : redactKey(provider, message.defect),
  };
}

const definitions = await loadDefinitions();
port.on('message', (message: ToWorker) => {
  switch (message.kind) {
    case 'execute':
      void execute(definitions.get(message.nodeType), message);
      return;
    case 'call-begun':
      pending.get(message.taskId)?.resolve(message.idempotencyKey);
      return;
    case 'call-refused':
      pending.get(message.taskId)?.reject(new NodeFailure(message.code, message.message));
      return;
    case 'file-noted':
      pendingFiles.get(message.taskId)?.();
      return;
    case 'job-noted':
      pendingJobs.get(message.taskId)?.();
      return;
    case 'cancel':
      running.get(message.taskId)?.abort();
      return;
    default:
      message satisfies never;
  }
});
send({ kind: 'ready' });
