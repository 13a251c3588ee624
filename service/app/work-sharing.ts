import { hostname } from 'node:os';
import type { ServiceContext } from '#service/context.ts';
import { parallelNodes } from '#service/engine/native-pool.ts';
import { engineOffers, type EngineOffers } from '#service/engine/offered-execution.ts';
import type { Agent } from '#service/worker/agent.ts';
import type { TaskOffers } from '#service/work-queue/task-offers.ts';
import type { WorkQueue } from '#service/work-queue/work-queue.ts';

/** Work that a service on PostgreSQL shares with workers and with other services. */

/** How often it looks for the first worker of a database, milliseconds. */
const FIRST_LOOK_MS = 2000;

export interface WorkSharing {
  /** Null before there has been a worker: until then nothing is different. */
  readonly offers: () => EngineOffers | null;
  /** Begins to look for workers. @param onChange called when somebody came or went */
  start(onChange: () => void): Promise<void>;
  /** After the engine has stopped: gives back what was taken from the queue. */
  close(): Promise<void>;
}

/** @returns undefined where the database is no PostgreSQL */
export function createWorkSharing(context: ServiceContext): WorkSharing | undefined {
  const { database } = context.config;
  return database === undefined ? undefined : new PostgresWorkSharing(context, database);
}

interface Opened {
  queue: WorkQueue;
  agent: Agent;
  offers: TaskOffers;
}

class PostgresWorkSharing implements WorkSharing {
  readonly #context: ServiceContext;
  readonly #url: string;
  #opened: Opened | null = null;
  #offers: EngineOffers | null = null;
  #timer: NodeJS.Timeout | null = null;
  #looking: Promise<void> = Promise.resolve();
  #onChange: () => void = () => {};
  #isClosed = false;

  constructor(context: ServiceContext, url: string) {
    this.#context = context;
    this.#url = url;
  }

  readonly offers = (): EngineOffers | null => this.#offers;

  async start(onChange: () => void): Promise<void> {
    this.#onChange = onChange;
    await this.#look();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#looking;
    if (this.#opened === null) return;
    const { queue, agent, offers } = this.#opened;
    await offers.close();
    await agent.giveBack();
    await agent.close();
    await queue.close();
  }

  #look(): Promise<void> {
    this.#looking = this.#tryOpen();
    return this.#looking;
  }

  async #tryOpen(): Promise<void> {
    try {
      const { hasMembers } = await import('#service/work-queue/member-rows.ts');
      if (this.#context.config.leavesWork === true || (await hasMembers(this.#context.db))) {
        await this.#open();
        return;
      }
    } catch (error) {
      this.#context.log.warn({ err: error }, 'the queue of workers could not be opened');
    }
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => void this.#look(), FIRST_LOOK_MS);
    this.#timer.unref();
  }

  async #open(): Promise<void> {
    const { db, log, nodes, native, blobs, config, newId } = this.#context;
    const [
      { PostgresDatabase },
      { WorkQueue },
      { TaskOffers },
      { versionsOf },
      { Agent },
      { createExecutor },
    ] = await Promise.all([
      import('#service/storage/postgres/postgres-database.ts'),
      import('#service/work-queue/work-queue.ts'),
      import('#service/work-queue/task-offers.ts'),
      import('#service/work-queue/versions.ts'),
      import('#service/worker/agent.ts'),
      import('#service/worker/execute-offered.ts'),
    ]);
    if (!(db instanceof PostgresDatabase)) return;
    const versions = await versionsOf(nodes.all());
    const queue = await WorkQueue.open(this.#url, { versions, supervises: true, log });
    const id = newId('svc');
    const agent = new Agent({
      url: this.#url,
      queue,
      log,
      id,
      kind: 'service',
      name: hostname(),
      versions,
      slots: slotsOf(config.leavesWork === true),
      execute: createExecutor({ native, blobs, isShared: true }),
    });
    await agent.start();
    const offers = await TaskOffers.open(
      {
        url: this.#url,
        db,
        log,
        versions,
        memberId: id,
        alwaysOffers: config.leavesWork === true,
        onChange: () => this.#onChange(),
      },
      queue,
    );
    this.#opened = { queue, agent, offers };
    this.#offers = engineOffers(offers, config.leavesWork !== true);
    this.#onChange();
  }
}

/** What a service does of others' work: one processor stays for what people look at. */
function slotsOf(leavesWork: boolean): { live: number; image: number; film: number } {
  return leavesWork
    ? { live: 0, image: 0, film: 0 }
    : { live: 1, image: Math.max(1, parallelNodes({}) - 2), film: 1 };
}
