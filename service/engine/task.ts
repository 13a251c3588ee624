import type { NodeValue, ProviderAccess } from '#service/nodes/definition.ts';
import type { TaskResult } from './worker-protocol.ts';

/**
 * Where a task runs. `work`: alone in a native child. `wait`: beside others on one thread, for nodes that only wait
 * for time to pass or for a provider, so that ten waiting nodes do not keep every child from working.
 */
export type Lane = 'work' | 'wait';

export interface Task {
  lane: Lane;
  nodeType: string;
  category: string;
  /** Whether the node runs ffmpeg. */
  runsPrograms: boolean;
  /** How long it may take, where that is longer than others may. */
  timeLimitMs?: number | undefined;
  inputs: Record<string, NodeValue | undefined>;
  /** By how much the run's pictures are smaller; null for one at full size. */
  scale?: number | null;
  /** Who answers a node that asks a provider. It is in the `wait` lane: no key comes near a decoder. */
  provider?: ProviderAccess;
  /** Shown in sentences. */
  title: string;
  onProgress(fraction: number, message: string | null): void;
  onLog(message: string): void;
  /**
   * Writes down, on the disk, that a provider is asked now.
   * @returns the idempotency key of the request. @throws where that cannot be written: nothing is sent then.
   */
  onCall?(): Promise<string>;
  /** Writes down, on the disk, at which address the file lies that was answered. @throws where that cannot be written. */
  onFile?(address: string): Promise<void>;
  /** Where the file lies that was answered and paid before: it is fetched, and nobody is asked. */
  paidFile?: string;
  /** Stores, on the disk, what the provider answered to the request. */
  onJob?(answer: string): Promise<void>;
  /** What an equal call was answered before whose result is not there yet: it is followed, and nobody is asked. */
  job?: string;
}

export interface RunningTask {
  /** Never rejects. */
  result: Promise<TaskResult>;
  /** Asks the node to stop at its next safe point; a node that does not is stopped with its child or thread. */
  cancel: () => void;
}
