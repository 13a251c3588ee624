import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Core } from '#core/core.ts';
import type { ServiceLauncher } from '#core/local-service/launcher.ts';
import { createService, type Service } from '#service/app/create-service.ts';
import { partsOf } from '#service/uploads/rows.ts';
import { readGraph } from '#service/graphs/rows.ts';
import { readServiceFlags } from '#service/cli/flags.ts';
import { createRigCore } from '../rig-core.ts';
import { callsOfCore } from '../typed-calls.ts';
import type { PowerPromise } from './promises.ts';
import { connectionOf } from '#service/testing/connection-of.ts';

/** Opens a data folder with the real core and the real service, and looks for everything that was promised. */

/** The service is opened beside the core, not by it. */
const noopLauncher: ServiceLauncher = {
  start: ({ signal }) =>
    new Promise((_, reject) => {
      const end = () => reject(new Error('The rig ended.'));
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
    }),
  createKey: () => Promise.reject(new Error('The rig makes no keys.')),
};

/** @returns what is missing or damaged, a sentence each. */
export async function checkState(folder: string, promises: readonly PowerPromise[]): Promise<string[]> {
  const problems: string[] = [];
  const dataDirectory = join(folder, 'service');
  let service: Service | null = null;
  let core: Core | null = null;
  try {
    service = existsSync(dataDirectory) ? await openService(dataDirectory) : null;
    core = await openCore(folder);
    problems.push(...(await checkService(service, promises)), ...(await checkCore(core, service, promises)));
  } catch (error) {
    problems.push(`It does not start: ${error instanceof Error ? error.message : String(error)}`);
  } finally {
    await core?.close();
    await service?.close();
  }
  const replaced = [folder, dataDirectory, join(folder, 'desk')].flatMap((path) =>
    existsSync(path) ? readdirSync(path).filter((name) => name.includes('.broken-')) : [],
  );
  if (replaced.length > 0) problems.push(`Found damaged: ${replaced.join(', ')}.`);
  return problems;
}

const openService = (dataDirectory: string): Promise<Service> => {
  const { config } = readServiceFlags(['--data', dataDirectory, '--log-level', 'silent']);
  return createService(config);
};

async function openCore(dataDirectory: string): Promise<Core> {
  const core = createRigCore(dataDirectory, noopLauncher);
  await core.start();
  return core;
}

const nodesOf = async (service: Service, projectId: string): Promise<Set<string>> =>
  new Set((await readGraph(service.context.db, projectId)).nodes.map(({ id }) => id));

const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

async function checkService(service: Service | null, promises: readonly PowerPromise[]): Promise<string[]> {
  const needed = promises.filter(({ kind }) => ['saved', 'file', 'part', 'run'].includes(kind));
  if (!service) return needed.length === 0 ? [] : ['The service’s data folder is gone.'];
  const check = connectionOf(service.context.db).prepare('PRAGMA integrity_check').get()?.['integrity_check'];
  const problems = check === 'ok' ? [] : [`The service’s database is damaged: ${String(check)}`];
  for (const promise of needed) {
    const problem = await brokenPromise(service, promise);
    if (problem !== null) problems.push(problem);
  }
  return problems;
}

/** @returns a sentence when the service does not hold what it promised. */
async function brokenPromise(service: Service, promise: PowerPromise): Promise<string | null> {
  const db = connectionOf(service.context.db);
  switch (promise.kind) {
    case 'saved': {
      const row = db.prepare('SELECT version FROM projects WHERE id = ?').get(promise.projectId);
      const version = Number(row?.['version'] ?? 0);
      const nodes = await nodesOf(service, promise.projectId);
      const isPresent = version >= promise.version && promise.nodeIds.every((id) => nodes.has(id));
      return isPresent
        ? null
        : `Saved version ${promise.version} of ${promise.projectId} is gone (${version} is there).`;
    }
    case 'file': {
      const row = db.prepare('SELECT blob FROM files WHERE id = ?').get(promise.fileId);
      const path = row ? service.context.blobs.pathOf(String(row['blob'])) : '';
      return matches(path, promise.sha256) ? null : `The file ${promise.fileId} is gone.`;
    }
    case 'part':
      return (await isUploadStored(service, promise))
        ? null
        : `Part ${promise.partNumber} of ${promise.uploadId} is gone.`;
    case 'run':
      return db.prepare('SELECT 1 FROM runs WHERE id = ?').get(promise.runId)
        ? null
        : `The run ${promise.runId} is gone.`;
    default:
      return null;
  }
}

const matches = (path: string, hash: string): boolean => existsSync(path) && sha256(path) === hash;

/** The part is there by itself, or in the file that the upload became. */
async function isUploadStored(
  { context }: Service,
  { uploadId, partNumber, sha256: hash }: Extract<PowerPromise, { kind: 'part' }>,
): Promise<boolean> {
  const state = connectionOf(context.db).prepare('SELECT state FROM uploads WHERE id = ?').get(uploadId)?.[
    'state'
  ];
  if (state === 'completed') return true;
  const part = (await partsOf(context, uploadId)).find((candidate) => candidate.partNumber === partNumber);
  return (
    part !== undefined && matches(join(context.config.dataDirectory, 'blobs', 'incoming', part.path), hash)
  );
}

async function checkCore(
  core: Core,
  service: Service | null,
  promises: readonly PowerPromise[],
): Promise<string[]> {
  const problems: string[] = [];
  const { desk } = callsOfCore(core);
  const claimed = new Map<string, Set<string>>();
  const journalOf = async (projectId: string): Promise<Set<string>> => {
    let ids = claimed.get(projectId);
    if (!ids) {
      const params = { connectionId: 'local', projectId };
      const state = await desk('claimJournal', { params, body: { writer: 'rig', take: true } });
      if (state.notice) problems.push(`The journal of ${projectId}: ${state.notice}`);
      claimed.set(projectId, (ids = new Set(state.entries.map(({ id }) => id))));
    }
    return ids;
  };
  const { notices = [] } = await desk('status', {});
  problems.push(...notices.map(({ text }) => `Said: ${text}`));
  for (const promise of promises) {
    switch (promise.kind) {
      case 'journaled': {
        const isSaved = service !== null && (await nodesOf(service, promise.projectId)).has(promise.nodeId);
        if (!isSaved && !(await journalOf(promise.projectId)).has(promise.nodeId)) {
          problems.push(`The journaled edit ${promise.nodeId} of ${promise.projectId} is gone.`);
        }
        break;
      }
      case 'version': {
        const params = { connectionId: 'local', projectId: promise.projectId, versionId: promise.id };
        await desk('getVersion', { params }).catch((error: unknown) =>
          problems.push(`A version is gone: ${String(error)}`),
        );
        break;
      }
      case 'connection': {
        const { connections } = await desk('listConnections', {});
        if (!connections.some(({ name }) => name === promise.name)) problems.push(`${promise.name} is gone.`);
        break;
      }
      default:
        break;
    }
  }
  const themes = promises.flatMap((promise) => (promise.kind === 'settings' ? [promise.theme] : []));
  const { theme } = await desk('getSettings', {});
  // A change that was not answered yet may have arrived.
  if (themes.length > 0 && !['dark', 'light'].includes(theme))
    problems.push(`The settings are gone: ${theme}.`);
  return problems;
}
