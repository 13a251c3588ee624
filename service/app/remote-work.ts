import { hostname } from 'node:os';
import type { ServiceContext } from '#service/context.ts';
import { parallelNodes } from '#service/engine/native-pool.ts';
import { createEngineDispatcher, type EngineDispatcher } from '#service/engine/remote-execution.ts';
import type { Agent } from '#service/worker/agent.ts';
import type { TaskDispatcher } from '#service/work-queue/task-dispatcher.ts';
import type { WorkQueue } from '#service/work-queue/work-queue.ts';

/** Work that a service on PostgreSQL shares with workers and with other services. */

/** How often it looks for the first worker of a database, milliseconds. */
const LOOKUP_MS = 2000;

export interface RemoteWork {
  /** Null before there has been a worker: until then nothing is different. */
  readonly dispatcher: () => EngineDispatcher | null;
  /** Begins to look for workers. @param onChange called when somebody came or went */
  start(onChange: () => void): Promise<void>;
  /** After the engine has stopped: gives back what was taken from the queue. */
  close(): Promise<void>;
}

/** @returns undefined where the database is no PostgreSQL */
export function createRemoteWork(context: ServiceContext): RemoteWork | undefined {
  const { database } = context.config;
  return database === undefined ? undefined : new PostgresRemoteWork(context, database);
}

interface Resources {
  queue: WorkQueue;
  agent: Agent;
  dispatcher: TaskDispatcher;
}

class PostgresRemoteWork implements RemoteWork {
  readonly #context: ServiceContext;
  readonly #url: string;
  #resources: Resources | null = null;
  #offers: EngineDispatcher | null = null;
  #timer: NodeJS.Timeout | null = null;
  #polling: Promise<void> = Promise.resolve();
  #onChange: () => void = () => {};
  #isClosed = false;

  constructor(context: ServiceContext, url: string) {
    this.#context = context;
    this.#url = url;
  }

  readonly dispatcher = (): EngineDispatcher | null => this.#offers;

  async start(onChange: () => void): Promise<void> {
    this.#onChange = onChange;
    await this.#discover();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#polling;
    if (this.#resources === null) return;
    const { queue, agent, dispatcher } = this.#resources;
    await dispatcher.close();
    await agent.release();
    await agent.close();
    await queue.close();
  }

  #discover(): Promise<void> {
    this.#polling = this.#tryOpen();
    return this.#polling;
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
    this.#timer = setTimeout(() => void this.#discover(), LOOKUP_MS);
    this.#timer.unref();
  }

  async #open(): Promise<void> {
    const { db, log, nodes, native, blobs, config, newId } = this.#context;
    const [
      { PostgresDatabase },
      { WorkQueue },
      { TaskDispatcher },
      { versionsOf },
      { Agent },
      { createTaskRunner },
    ] = await Promise.all([
      import('#service/storage/postgres/postgres-database.ts'),
      import('#service/work-queue/work-queue.ts'),
      import('#service/work-queue/task-dispatcher.ts'),
      import('#service/work-queue/versions.ts'),
      import('#service/worker/agent.ts'),
      import('#service/worker/execute-remote-task.ts'),
    ]);
    if (!(db instanceof PostgresDatabase)) return;
    const versions = await versionsOf(nodes.all());
    const queue = await WorkQueue.open(this.#url, { versions, isMonitor: true, log });
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
      execute: createTaskRunner({ native, blobs, isShared: true }),
    });
    await agent.start();
    const dispatcher = await TaskDispatcher.open(
      {
        url: this.#url,
        db,
        log,
        versions,
        memberId: id,
        isAlwaysRemote: config.leavesWork === true,
        onChange: () => this.#onChange(),
      },
      queue,
    );
    this.#resources = { queue, agent, dispatcher };
    this.#offers = createEngineDispatcher(dispatcher, config.leavesWork !== true);
    this.#onChange();
  }
}

/** What a service does of others' work: one processor stays for what people look at. */
function slotsOf(leavesWork: boolean): { live: number; image: number; film: number } {
  return leavesWork
    ? { live: 0, image: 0, film: 0 }
    : { live: 1, image: Math.max(1, parallelNodes({}) - 2), film: 1 };
}
