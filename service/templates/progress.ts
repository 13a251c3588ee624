import { isSkipOfNode, NODE_SKIPPED, type PublicTemplateRunDetail } from '#shared/api/index.ts';
import type { RunEventRow } from '#service/engine/run-event-rows.ts';
import type { RunStore } from '#service/engine/run-rows.ts';

/** How far a run had come at each of its events, so that a stream resumed anywhere says the same as before. */

type Progress = Required<
  Pick<
    PublicTemplateRunDetail,
    'status' | 'currentNode' | 'progressMessage' | 'progress' | 'nodeIndex' | 'nodesCount'
  >
>;

const PAGE = 500;
const MAX_LOGS = 200;

const STATUS_OF: Readonly<Record<string, string>> = {
  'run.accepted': 'accepted',
  'run.queued': 'queued',
  'run.succeeded': 'succeeded',
  'run.failed': 'failed',
  'run.canceled': 'canceled',
};

const dataOf = (row: RunEventRow): Record<string, unknown> => JSON.parse(row.data) as Record<string, unknown>;

/** Whether a line says that its node was skipped. The data of other lines is not parsed: there are many, and they may be long. */
const isSkip = (row: RunEventRow): boolean =>
  row.data.includes(NODE_SKIPPED) && isSkipOfNode({ type: row.type, data: dataOf(row) });

export class RunProgress {
  readonly #store: RunStore;
  readonly #runId: string;
  readonly #titleOf: (nodeId: string) => string;
  /** By sequence number: nodes that have ended, and whole percent, which never falls. */
  readonly #finished: number[] = [0];
  readonly #percent: number[] = [0];
  #total: number | null = null;
  #latest: RunEventRow | null = null;
  readonly #logs: Record<string, unknown>[] = [];

  constructor(store: RunStore, runId: string, titleOf: (nodeId: string) => string) {
    this.#store = store;
    this.#runId = runId;
    this.#titleOf = titleOf;
  }

  /** Where the run is now. */
  async current(): Promise<Progress | null> {
    await this.#readOn(Number.POSITIVE_INFINITY);
    return this.#latest && this.#progressAt(this.#latest);
  }

  /** The last lines that its nodes logged. */
  get logs(): readonly Record<string, unknown>[] {
    return this.#logs;
  }

  /** Where the run was at an event. */
  async at(row: RunEventRow): Promise<Progress> {
    await this.#readOn(row.sequence);
    return this.#progressAt(row);
  }

  #progressAt(row: RunEventRow): Progress {
    const finished = this.#finished[row.sequence] ?? 0;
    const isInProgress = row.type === 'node.started' || row.type === 'node.progress';
    return {
      status: STATUS_OF[row.type] ?? 'running',
      currentNode: row.nodeId === null ? null : this.#titleOf(row.nodeId),
      progressMessage: row.type === 'node.progress' || row.type === 'node.failed' ? row.message : null,
      progress: this.#percent[row.sequence] ?? 0,
      nodeIndex: this.#total === null ? null : isInProgress ? finished + 1 : finished,
      nodesCount: this.#total,
    };
  }

  /** Whether the state of the run or its whole percent is another one than before an event. */
  async isStep(row: RunEventRow): Promise<boolean> {
    await this.#readOn(row.sequence);
    const { sequence } = row;
    return row.type.startsWith('run.') || this.#percent[sequence] !== this.#percent[sequence - 1];
  }

  async #readOn(until: number): Promise<void> {
    while (this.#finished.length <= until) {
      const rows = await this.#store.events.after(this.#runId, this.#finished.length - 1, PAGE);
      // Another look may have read on meanwhile.
      for (const row of rows) if (row.sequence >= this.#finished.length) this.#applyRow(row);
      if (rows.length < PAGE) return;
    }
  }

  #applyRow(row: RunEventRow): void {
    // Old progress is cleared away in time, which leaves gaps.
    while (this.#finished.length < row.sequence) {
      this.#finished.push(this.#finished.at(-1)!);
      this.#percent.push(this.#percent.at(-1)!);
    }
    let finished = this.#finished.at(-1)!;
    let fraction = 0;
    switch (row.type) {
      case 'run.started':
        this.#total = Number(dataOf(row)['total']);
        break;
      case 'node.succeeded':
      case 'node.cached':
      case 'node.failed':
        finished += 1;
        break;
      case 'node.progress':
        fraction = row.progress ?? 0;
        break;
      case 'log':
        if (isSkip(row)) {
          finished += 1;
          break;
        }
        this.#logs.push({
          createdAt: row.createdAt,
          message: row.message,
          node: row.nodeId === null ? null : this.#titleOf(row.nodeId),
        });
        if (this.#logs.length > MAX_LOGS) this.#logs.shift();
        break;
      default:
    }
    const reached = this.#total
      ? Math.floor((100 * Math.min(this.#total, finished + fraction)) / this.#total)
      : 0;
    const percent = row.type === 'run.succeeded' ? 100 : Math.max(this.#percent.at(-1)!, reached);
    this.#finished.push(finished);
    this.#percent.push(percent);
    if (row.type !== 'log') this.#latest = row;
  }
}
