import type { Coordination } from '#service/storage/coordination.ts';
import type { Database, TransactionOptions } from '#service/storage/database.ts';
import { all, queryRow, run, text, textList } from '#service/storage/statements.ts';

/** That this process carries a run on: of several processes the one that claimed it last. */
export interface Claim {
  runId: string;
  owner: string;
  /** How often the run has been claimed. */
  fence: number;
}

/** Another process carries the run on: what this one knows of it is nobody's concern any more. */
export class StaleClaim extends Error {
  override name = 'StaleClaim';

  constructor(runId: string) {
    super(`stale claim of run ${runId}`);
  }
}

const OPEN = "status IN ('accepted', 'queued', 'running')";

/** Waiting runs with their place among those of their account. */
const QUEUED = `
  SELECT id, account_id, accepted_order, started_at, ROW_NUMBER() OVER (PARTITION BY account_id
    ORDER BY started_at IS NULL, moved_to_front IS NULL, moved_to_front DESC, accepted_order) AS place
  FROM runs WHERE ${OPEN} AND owner IS NULL`;

/** The first queued run of each account: those that had begun, then the accounts with the fewest runs under way. */
const CANDIDATES = `
  SELECT w.id, COALESCE(a.runs, 0) AS active FROM (${QUEUED}) AS w LEFT JOIN (
    SELECT account_id, COUNT(*) AS runs FROM runs WHERE ${OPEN} AND owner IS NOT NULL GROUP BY account_id
  ) AS a ON a.account_id = w.account_id
  WHERE w.place = 1 ORDER BY w.started_at IS NULL, COALESCE(a.runs, 0), w.accepted_order`;

/** As they would begin if all accounts had as many under way. */
const IN_ORDER = `SELECT id FROM (${QUEUED}) AS waiting ORDER BY place, accepted_order`;

/** Who carries which run on. A service that is alone carries on all, and asks no row for it. */
export class RunClaims {
  readonly #db: Database;
  readonly #coordination: Coordination;

  constructor(db: Database, coordination: Coordination) {
    this.#db = db;
    this.#coordination = coordination;
  }

  /** Runs `work` in a transaction, as long as the claim holds. @throws StaleClaim, and as `Database.transaction` */
  write<T>(claim: Claim, work: () => Promise<T> | T, options?: TransactionOptions): Promise<T> {
    return this.#db.transaction(async () => {
      await this.#require(claim);
      return await work();
    }, options);
  }

  async #require({ runId, owner, fence }: Claim): Promise<void> {
    if (!this.#coordination.isShared) return;
    const sql = 'SELECT 1 AS held FROM runs WHERE id = ? AND owner = ? AND fence = ?';
    if ((await queryRow(this.#db, sql, runId, owner, fence)) === undefined) throw new StaleClaim(runId);
  }

  /** Whether `claimNext` would find one. */
  async hasQueued(hasCapacity: boolean): Promise<boolean> {
    return (await this.#next(hasCapacity)) !== null;
  }

  /**
   * Claims the run that begins next, in a transaction.
   * @param hasCapacity whether this process takes another one; an account that has none under way anywhere does not wait for it.
   */
  async claimNext(hasCapacity: boolean): Promise<Claim | null> {
    const runId = await this.#next(hasCapacity);
    if (runId === null) return null;
    const owner = this.#coordination.processName;
    await run(this.#db, 'UPDATE runs SET owner = ?, fence = fence + 1 WHERE id = ?', owner, runId);
    const fence = Number((await queryRow(this.#db, 'SELECT fence FROM runs WHERE id = ?', runId))?.['fence']);
    return { runId, owner, fence };
  }

  async #next(hasCapacity: boolean): Promise<string | null> {
    const next = (await all(this.#db, CANDIDATES)).find((row) => hasCapacity || row['active'] === 0);
    return next === undefined ? null : text(next, 'id');
  }

  /** Ids of the runs that wait, the next one first. */
  async queued(): Promise<string[]> {
    return (await all(this.#db, IN_ORDER)).map((row) => text(row, 'id'));
  }

  /** How many runs wait, and how many of them are of an account. */
  async countQueued(accountId: string): Promise<{ total: number; ofAccount: number }> {
    const row = await queryRow(
      this.#db,
      `SELECT COUNT(*) AS total, COALESCE(SUM(CASE account_id WHEN ? THEN 1 ELSE 0 END), 0) AS own FROM runs
       WHERE ${OPEN} AND owner IS NULL`,
      accountId,
    );
    return { total: Number(row?.['total']), ofAccount: Number(row?.['own']) };
  }

  /** Whether a run waits for a process. */
  async isQueued(runId: string): Promise<boolean> {
    const sql = `SELECT 1 AS waits FROM runs WHERE id = ? AND ${OPEN} AND owner IS NULL`;
    return (await queryRow(this.#db, sql, runId)) !== undefined;
  }

  /** Whether a process carries on any run, or any waits for one. */
  async hasOpenRuns(): Promise<boolean> {
    return (await queryRow(this.#db, `SELECT 1 AS found FROM runs WHERE ${OPEN} LIMIT 1`)) !== undefined;
  }

  /** Those of this process that are to be canceled. */
  async toCancel(): Promise<string[]> {
    const sql = `SELECT id FROM runs WHERE ${OPEN} AND cancel_requested = 1 AND owner = ?`;
    return (await all(this.#db, sql, this.#coordination.processName)).map((row) => text(row, 'id'));
  }

  /** Lets runs wait that no living process has. @param live names of processes */
  async releaseOrphaned(live: readonly string[]): Promise<void> {
    await run(
      this.#db,
      `UPDATE runs SET owner = NULL WHERE ${OPEN} AND owner IS NOT NULL
         AND owner NOT IN (SELECT value FROM json_each(?))`,
      textList([...live]),
    );
  }

  /** Whether another process executes an equal node of an account, also for a run that was canceled: nothing is paid twice. */
  async isExecutedByPeer(accountId: string, cacheKey: string): Promise<boolean> {
    if (!this.#coordination.isShared) return false;
    const found = await queryRow(
      this.#db,
      `SELECT 1 AS found FROM run_nodes n JOIN runs r ON r.id = n.run_id
       WHERE r.account_id = ?1 AND r.${OPEN} AND r.owner <> ?2 AND n.state = 'running' AND n.cache_key = ?3
       UNION ALL
       SELECT 1 FROM model_calls c JOIN runs r ON r.id = c.run_id
       WHERE c.account_id = ?1 AND c.cache_key = ?3 AND c.state = 'asked' AND r.owner <> ?2 LIMIT 1`,
      accountId,
      this.#coordination.processName,
      cacheKey,
    );
    return found !== undefined;
  }

  /**
   * Microcredits that nodes of an account will cost in other processes, those that wait for a worker and those of canceled runs
   * whose model is still asked included: they are as good as spent.
   */
  async reservedByPeers(accountId: string): Promise<bigint> {
    if (!this.#coordination.isShared) return 0n;
    const row = await queryRow(
      this.#db,
      `SELECT
         (SELECT COALESCE(SUM(n.price), 0) FROM run_nodes n JOIN runs r ON r.id = n.run_id
          WHERE r.account_id = ?1 AND r.${OPEN} AND r.owner <> ?2 AND n.state IN ('running', 'queued'))
         + (SELECT COALESCE(SUM(c.price), 0) FROM model_calls c JOIN runs r ON r.id = c.run_id
            WHERE c.state = 'asked' AND c.account_id = ?1 AND r.finished_at IS NOT NULL AND r.owner <> ?2) AS reserved`,
      accountId,
      this.#coordination.processName,
    );
    return BigInt(Number(row?.['reserved']));
  }
}
