import type { NativePoolSettings } from './native-pool.ts';
import type { DispatcherOf } from './remote-execution.ts';

export interface EngineOptions extends NativePoolSettings {
  /** How long one node may take. Default 30 minutes. */
  nodeTimeLimitMs?: number;
  /** Shortest time between two progress events of a node. Default 100 ms. */
  progressIntervalMs?: number;
  /** Runs under way at the same time; more wait, but for the first of an account that has none under way. */
  maxRunning?: number;
  /** Runs that may wait; more are refused, but for the first of an account that has none waiting. */
  maxQueued?: number;
  /** How long `stop` waits for nodes under way. Default 2 s. */
  stopGraceMs?: number;
  /** Workers on other machines; undefined where there can be none. */
  dispatcher?: DispatcherOf | undefined;
}
