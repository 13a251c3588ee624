import { randomUUID } from 'node:crypto';
import { openResources } from '#service/app/foundation.ts';
import type { NativePoolSettings } from '#service/engine/native-pool.ts';
import type { NodeDefinition } from '#service/nodes/definition.ts';
import { nodeDefinitions } from '#service/nodes/index.ts';
import { openVerifiedStore } from '#service/storage/open-blob-store.ts';
import type { BlobStore } from '#service/storage/blob-store.ts';
import { DatabaseProblem } from '#service/storage/database-unavailable.ts';
import { MediaStoreProblem } from '#service/storage/media-location.ts';
import { nameOf } from '#service/storage/postgres/connections.ts';
import { problemOf } from '#service/storage/postgres/open-postgres.ts';
import { readMark, readMembers, type Member } from '#service/work-queue/member-rows.ts';
import type { Versions } from '#service/rules/work-classes.ts';
import { versionsOf } from '#service/work-queue/versions.ts';
import { WorkQueue } from '#service/work-queue/work-queue.ts';
import { Agent } from '#service/worker/agent.ts';
import { createTaskRunner } from '#service/worker/execute-remote-task.ts';
import type { WorkerFlags } from './flags.ts';

/** How often a worker looks whether its services are of its version still, milliseconds. */
const POLL_MS = 5000;

export interface Worker {
  /** Takes no more, ends what it has, and closes. */
  drain(): Promise<void>;
  /** Gives back what it has, and closes. */
  stop(): Promise<void>;
  /** Rejects when services of another version have taken the place of its own. */
  readonly outdated: Promise<never>;
}

/** Node types other than the service's own, and the settings of the children that know them. */
export interface WorkerNodes {
  definitions?: readonly NodeDefinition[];
  children?: NativePoolSettings;
}

/**
 * Starts a worker.
 * @throws DatabaseProblem, MediaStoreProblem, DataDirectoryProblem when it cannot be used, in a sentence with the next step
 */
export async function runWorker(flags: WorkerFlags, nodes: WorkerNodes = {}): Promise<Worker> {
  const { slots, memoryBytes, dataDirectory, logLevel, database, name } = flags;
  const threads = slots.live + slots.image + slots.film;
  const resources = openResources({ dataDirectory, logLevel }, { threads, memoryBytes, ...nodes.children });
  try {
    const { native, log } = resources;
    const versions = await versionsOf(nodes.definitions ?? nodeDefinitions);
    const queue = await openQueue(database, versions, log);
    try {
      await requireServices(await readMembers(queue.pool), versions);
      const blobs = await openMedia(flags, queue);
      const agent = new Agent({
        url: database,
        queue,
        log,
        id: `worker-${randomUUID()}`,
        kind: 'worker',
        name,
        versions,
        slots,
        execute: createTaskRunner({ native, blobs, isShared: true }),
      });
      await agent.start();
      const outdated = Promise.withResolvers<never>();
      // Whoever waits for it hears of it; nobody has to.
      outdated.promise.catch(() => {});
      const versionTimer = setInterval(() => {
        readMembers(queue.pool)
          .then((members) => requireServices(members, versions))
          .catch((error: unknown) => {
            if (error instanceof DatabaseProblem) outdated.reject(error);
          });
      }, POLL_MS);
      const close = async (): Promise<void> => {
        clearInterval(versionTimer);
        await agent.close();
        await queue.close();
        await resources.close();
      };
      return {
        outdated: outdated.promise,
        async drain() {
          await agent.drain();
          await close();
        },
        async stop() {
          await agent.release();
          await close();
        },
      };
    } catch (error) {
      await queue.close();
      throw error;
    }
  } catch (error) {
    await resources.close();
    throw error;
  }
}

async function openQueue(
  database: string,
  versions: Versions,
  log: Parameters<typeof WorkQueue.open>[1]['log'],
): Promise<WorkQueue> {
  try {
    return await WorkQueue.open(database, { versions, isMonitor: false, log });
  } catch (error) {
    throw problemOf(error, nameOf(database));
  }
}

/** @throws DatabaseProblem where there are services, and all of another version */
async function requireServices(members: readonly Member[], versions: Versions): Promise<void> {
  const services = members.filter(({ kind }) => kind === 'service');
  if (services.length === 0 || services.some((service) => service.versions.program === versions.program))
    return;
  throw new DatabaseProblem(
    `The services have other versions of nodes or fonts (${services[0]?.versions.program}) than this worker (${versions.program}). Install the same version of Patchbay on both.`,
  );
}

/** Opens the media, which have to be those that the database knows. @throws MediaStoreProblem, DatabaseProblem */
async function openMedia({ media, database }: WorkerFlags, queue: WorkQueue): Promise<BlobStore> {
  const mark = await readMark(queue.pool);
  if (mark === null)
    throw new DatabaseProblem(
      `No service has begun on the database ${nameOf(database)}. Start one first, or correct --database.`,
    );
  const blobs = await openVerifiedStore(media);
  if ((await blobs.readMarks()).includes(mark)) return blobs;
  const location = media.address === 'folder' ? media.dataDirectory : media.address;
  throw new MediaStoreProblem(
    `The media in ${location} are not those of the services on ${nameOf(database)}. Correct --media.`,
  );
}
