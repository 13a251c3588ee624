import type { Pool } from 'pg';
import { PgBoss, type JobWithMetadata } from 'pg-boss';
import type { Logger } from 'pino';
import { connections } from '#service/storage/postgres/connections.ts';
import { WORK_CLASSES, type WorkClass } from '#service/rules/work-classes.ts';
import { createMembers, WORK_SCHEMA } from './member-rows.ts';
import type { Versions } from '#service/rules/work-classes.ts';
import { queueNames } from './versions.ts';

/** The queue of nodes' work, in the database of the service. */

/** Attempts that a task is worth: one that ends what executes it would end everything else too. */
export const MAX_ATTEMPTS = 3;
/** An attempt that nobody says to be alive for so long is given to somebody else. pg-boss takes no less. */
const HEARTBEAT_SECONDS = 10;
/** Longest life of an attempt: that of pg-boss. What a node may take is the business of its worker. */
const EXPIRE_SECONDS = 24 * 3600;
const CONNECTIONS = 4;

/** One attempt of a job. Whoever has an older one than the newest changes nothing by it. */
export interface Attempt {
  id: string;
  retryCount: number;
}

export type Job = JobWithMetadata<unknown>;

/** As a library calls a database that it is lent. */
export interface SqlRunner {
  executeSql(text: string, values?: unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
}

export class WorkQueue {
  readonly pool: Pool;
  readonly names: Record<WorkClass, string>;
  readonly #boss: PgBoss;

  private constructor(pool: Pool, boss: PgBoss, names: Record<WorkClass, string>) {
    this.pool = pool;
    this.#boss = boss;
    this.names = names;
  }

  /**
   * Opens the queue, and makes its tables where they are missing.
   * @param options.isMonitor whether this process looks for attempts that nobody works at, each second.
   * @throws what the driver says
   */
  static async open(
    url: string,
    options: { versions: Versions; isMonitor: boolean; log: Logger },
  ): Promise<WorkQueue> {
    const pool = connections(url, CONNECTIONS);
    const boss = new PgBoss({
      db: { executeSql: (text, values) => pool.query(text, values) },
      schema: WORK_SCHEMA,
      supervise: options.isMonitor,
      superviseIntervalSeconds: 1,
      monitorIntervalSeconds: 1,
      maintenanceIntervalSeconds: 3600,
      schedule: false,
      reindex: false,
      monitorVacuum: false,
      registerInstance: false,
      openTelemetry: { enabled: false },
    });
    boss.on('error', (error) => options.log.debug({ err: error }, 'the queue could not be looked after'));
    try {
      await createMembers(pool);
      await boss.start();
      const names = queueNames(options.versions);
      for (const workClass of WORK_CLASSES) {
        await boss.createQueue(names[workClass], {
          partition: true,
          retryLimit: MAX_ATTEMPTS - 1,
          retryDelay: 0,
          heartbeatSeconds: HEARTBEAT_SECONDS,
          expireInSeconds: EXPIRE_SECONDS,
          deleteAfterSeconds: 7 * 86_400,
        });
      }
      return new WorkQueue(pool, boss, names);
    } catch (error) {
      await boss.stop({ graceful: false }).catch(() => {});
      await pool.end();
      throw error;
    }
  }

  /**
   * Adds a job, unless it is there.
   * @param job.groupId of the account. @param job.priority higher ones come first.
   */
  async send(
    workClass: WorkClass,
    job: { id: string; data: object; groupId: string; priority: number },
    db?: SqlRunner,
  ): Promise<void> {
    const { id, data, groupId, priority } = job;
    await this.#boss.send(this.names[workClass], data, {
      id,
      priority,
      group: { id: groupId },
      ...(db && { db }),
    });
  }

  /** Takes jobs: those of the highest priority, and of these the oldest. */
  async fetch(workClass: WorkClass, count: number): Promise<Job[]> {
    const jobs = await this.#boss.fetch<unknown>(this.names[workClass], {
      batchSize: count,
      includeMetadata: true,
    });
    // A batch comes in no order.
    return jobs.sort((a, b) => b.priority - a.priority || a.createdOn.getTime() - b.createdOn.getTime());
  }

  /** Says that attempts are worked at. @returns the ids of those that are the newest still */
  async touch(queue: string, attempts: readonly Attempt[]): Promise<Set<string>> {
    return settledOf(await this.#boss.touch(queue, [...attempts]));
  }

  /** Ends an attempt with its result. @returns whether it was the newest: else nothing was written */
  async complete(queue: string, attempt: Attempt, output: object): Promise<boolean> {
    return settledOf(await this.#boss.complete(queue, attempt, output)).has(attempt.id);
  }

  /** Gives an attempt up: somebody else tries, or the job has failed. @returns whether it was the newest */
  async failAttempt(queue: string, attempt: Attempt, reason: object): Promise<boolean> {
    return settledOf(await this.#boss.fail(queue, attempt, reason)).has(attempt.id);
  }

  /** Removes a job, whatever becomes of it. @returns whether it was there */
  async remove(queue: string, id: string, db?: SqlRunner): Promise<boolean> {
    return settledOf(await this.#boss.deleteJob(queue, id, { ...(db && { db }) })).has(id);
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: false, close: false });
    await this.pool.end();
  }
}

/** Ids that a command changed something of. */
function settledOf(response: unknown): Set<string> {
  const { settled } = response as { settled?: unknown };
  if (!Array.isArray(settled)) throw new Error('The queue does not say what it has changed.');
  return new Set(settled.map(String));
}
