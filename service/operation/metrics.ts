import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Database } from '#service/storage/database.ts';
import { storedBytes, activeRuns } from './rows.ts';

/** A request that was answered. */
export interface RequestMeasurement {
  /** Id of an endpoint of the API, or what else it was for. Never a path: those hold ids. */
  endpoint: string;
  status: number;
  /** Until the head of the answer was there. */
  durationMs: number;
}

export interface MeasuredService {
  db: Database;
  dataDirectory: string;
}

/** Seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Runs end in one of these, and wait or go on in these. */
const STATUSES = ['accepted', 'queued', 'running'] as const;

/** The figures of one process of the service, in the text of OpenMetrics. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests;
  readonly #durations;
  readonly #runs;
  readonly #databaseSeconds;
  readonly #databaseUp;
  readonly #stored;
  readonly #diskFree;

  constructor() {
    this.#registry.setContentType(Registry.OPENMETRICS_CONTENT_TYPE as never);
    const registers = [this.#registry];
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Counter({
      name: 'patchbay_requests_total',
      help: 'Answered requests.',
      labelNames: ['endpoint', 'status'],
      registers,
    });
    this.#durations = new Histogram({
      name: 'patchbay_request_duration_seconds',
      help: 'Time until the head of an answer was there.',
      labelNames: ['endpoint'],
      buckets: DURATIONS,
      registers,
    });
    const gauge = <Name extends string>(name: string, help: string, labelNames: Name[] = []) =>
      new Gauge({ name, help, labelNames, registers });
    this.#runs = gauge('patchbay_runs', 'Runs that have not ended, in the whole database.', ['status']);
    this.#databaseSeconds = gauge('patchbay_database_latency_seconds', 'Time that counting the runs took.');
    this.#databaseUp = gauge('patchbay_database_up', '1 while the database answers.');
    this.#stored = gauge('patchbay_stored_bytes', 'Bytes that all accounts have stored.');
    this.#diskFree = gauge('patchbay_disk_free_bytes', 'Room on the disk of the data folder.');
  }

  /** Counts a request. */
  record({ endpoint, status, durationMs }: RequestMeasurement): void {
    this.#requests.inc({ endpoint, status });
    this.#durations.observe({ endpoint }, durationMs / 1000);
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All figures as they are now. @param service null while it starts */
  async text(service: MeasuredService | null): Promise<string> {
    if (service !== null) await this.#collect(service);
    return await this.#registry.metrics();
  }

  async #collect({ db, dataDirectory }: MeasuredService): Promise<void> {
    try {
      const startedAt = performance.now();
      const runs = await activeRuns(db);
      this.#databaseSeconds.set((performance.now() - startedAt) / 1000);
      for (const status of STATUSES) this.#runs.set({ status }, runs.get(status) ?? 0);
      this.#stored.set(await storedBytes(db));
      this.#databaseUp.set(1);
    } catch {
      this.#databaseUp.set(0);
    }
    const { bavail, bsize } = await statfs(dataDirectory);
    this.#diskFree.set(bavail * bsize);
  }
}
