/** What is asked of a counter of requests that all processes share. */
interface RequestCountQuery {
  /** Of whom, among all that are counted. */
  name: string;
  /** Requests that are allowed in 60 seconds. */
  perMinute: number;
  /** Requests of the last 60 seconds that were allowed in this process. */
  local: number;
  /** How many of them the others do not know of yet. */
  unshared: number;
  /** Whether one more is wanted, or the others are to know only. */
  isIncrement: boolean;
}

interface RequestCount {
  /** Whether the one that was wanted may go on. It is counted then. */
  isAllowed: boolean;
  /** Requests of the last 60 seconds that were allowed in other processes. */
  byPeers: number;
  /** Seconds until the oldest of those leaves the window, from 1 to 60. */
  wait: number;
}

export type CountRequest = (request: RequestCountQuery) => Promise<RequestCount>;

/** Work that one process at a time does. */
export type SharedTask = 'housekeeping' | 'run-retention' | 'search-backlog';

/** What becomes of processes while this one lives. */
export interface ProcessEvents {
  /** Others may be gone: `removeExpired` says whether, in the transaction that takes over what they had. */
  onExpired: () => Promise<void>;
  /** This process was taken for gone: what it had is another's, and it goes on under a new name. */
  onReplaced: () => void;
}

/**
 * What the services on one database know of each other: who lives, what is new, and whose turn it is. The rows are the
 * truth in all else.
 */
export interface Coordination {
  /** Whether there may be others at all. */
  readonly isShared: boolean;
  /** Of this process; a new one whenever it joins. */
  readonly processName: string;
  /**
   * Joins the others, one process at a time.
   * @param workFolder a folder that no other process of this computer has meanwhile: whoever had it before is over.
   * @param prepare called before another may join. @param prepare.isFirst whether no other is there
   */
  join(workFolder: string, prepare: (isFirst: boolean) => Promise<void>): Promise<void>;
  /** Begins to look after the others. Call it once, after `join`. */
  watch(events: ProcessEvents): void;
  /** Names of processes that count as alive. Part of a transaction, it holds to its end. */
  liveProcesses(): Promise<string[]>;
  /** Inside a transaction: takes those away that have said nothing for too long. @returns whether there were any. */
  removeExpired(): Promise<boolean>;
  /** Tells the other processes, soon and together with what else is new. Inside a transaction: once it is committed. */
  publish(news: string): void;
  /**
   * Calls `listener` with what others have published, and with null where something may have been missed.
   * @returns what ends that.
   */
  onNews(listener: (news: readonly string[] | null) => void): () => void;
  /** Does work that no other process is doing at the moment. @returns whether it was done here. */
  exclusively(task: SharedTask, work: () => Promise<void>): Promise<boolean>;
  /** Counts requests over all processes; null where there are no others. */
  readonly countRequest: CountRequest | null;
  /** Leaves the others. */
  close(): Promise<void>;
}

/** Tells readers of all services that there is something new of an account; what it is, they read from the rows. */
export interface AccountNews {
  /** Inside the transaction in which something is written for an account: wakes readers everywhere, once it is committed. */
  changed(accountId: string): void;
  /** @returns a function that ends the subscription. */
  subscribe(accountId: string, listener: () => void): () => void;
  close(): void;
}

/** Of a service that is alone on its database. */
export const SINGLE_PROCESS: Coordination = {
  isShared: false,
  processName: '',
  join: (_workFolder, prepare) => prepare(true),
  watch: () => {},
  liveProcesses: async () => [],
  removeExpired: async () => false,
  publish: () => {},
  onNews: () => () => {},
  exclusively: async (_task, work) => {
    await work();
    return true;
  },
  countRequest: null,
  close: async () => {},
};
