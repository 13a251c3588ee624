import type { CallUsage, NodeValue, ProviderAccess } from '#service/nodes/definition.ts';
import type { MediaSource } from '#service/storage/open-blob-store.ts';
import type { Failure } from './node-failure.ts';

/** What crosses the wall between the engine and its worker threads. Everything is plain data. */

/** Given to a worker when it starts. */
export interface WorkerSetup {
  /** URL of a module that exports `nodeDefinitions`; null for the service's own node types. */
  nodesModule: string | null;
  /** Where media are: the worker opens their store itself. */
  media: MediaSource;
  /** Folder for scratch folders, one an execution. */
  scratchDirectory: string;
}

export type ToWorker =
  | {
      kind: 'execute';
      taskId: number;
      nodeType: string;
      inputs: Record<string, NodeValue | undefined>;
      /** Only for a node that asks a provider, and only that provider. */
      provider: ProviderAccess | null;
      /** Where the file lies that was answered and paid before; null where the provider is to be asked. */
      paidFile: string | null;
      /** What an equal call was answered before whose result is not there yet; null where the provider is to be asked. */
      job: string | null;
    }
  /** The call that was announced is on the disk: it may be sent, with this idempotency key. */
  | { kind: 'call-begun'; taskId: number; idempotencyKey: string }
  /** It could not be written down: nothing may be sent. */
  | { kind: 'call-refused'; taskId: number; code: string; message: string }
  /** The address of an answered file was taken note of, as far as that could be written. */
  | { kind: 'file-noted'; taskId: number }
  /** What the provider answered was stored, as far as that could be written. */
  | { kind: 'job-noted'; taskId: number }
  | { kind: 'cancel'; taskId: number };

export type FromWorker =
  | { kind: 'ready' }
  | { kind: 'progress'; taskId: number; fraction: number; message: string | null }
  | { kind: 'log'; taskId: number; message: string }
  /** A provider is about to be asked: the request leaves after `call-begun`. */
  | { kind: 'call'; taskId: number }
  /** A provider answered with the address of a file: it is fetched after `file-noted`. */
  | { kind: 'file'; taskId: number; address: string }
  /** A provider answered the request: what comes of it is followed after `job-noted`. */
  | { kind: 'job'; taskId: number; answer: string }
  /** @property usage what the provider said of the call; null for nothing. */
  | { kind: 'succeeded'; taskId: number; outputs: Record<string, NodeValue>; usage: CallUsage | null }
  | ({ kind: 'failed'; taskId: number } & Failure)
  | { kind: 'canceled'; taskId: number };

/** How one execution ended. `defect` is the stack of an error that the node did not foresee, for the log. */
export type TaskResult =
  | { kind: 'succeeded'; outputs: Record<string, NodeValue>; usage?: CallUsage | null }
  | ({ kind: 'failed' } & Failure)
  | { kind: 'canceled' };
