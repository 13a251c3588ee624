import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { createApiClient, type ApiClient, type ApiRequest } from '#shared/api/index.ts';

/**
 * Somebody else at the same service: a client with a key of its own, as another computer or a script would have.
 * Made with the service's own key command, for the account that the app works in.
 */

const root = resolve(import.meta.dirname, '..');

export interface Colleague {
  call: ApiClient;
  key: string;
  origin: string;
}

/** Makes a key for the app's account of the local service in `dataFolder`. */
export async function createKey(dataFolder: string, extra: readonly string[] = []): Promise<string> {
  const made = await promisify(execFile)(
    process.execPath,
    [
      join(root, 'service/main.ts'),
      'keys',
      'create',
      '--data',
      join(dataFolder, 'service'),
      '--account',
      'local',
      ...extra,
    ],
    { cwd: root },
  );
  return made.stdout.trim();
}

/** Where the app's local service listens. */
export async function serviceOrigin(dataFolder: string): Promise<string> {
  const state: unknown = JSON.parse(await readFile(join(dataFolder, 'desk/local-service.json'), 'utf8'));
  const found = /http:\/\/127\.0\.0\.1:\d+/.exec(JSON.stringify(state))?.[0];
  if (found) return found;
  const port = /"port":\s*(\d+)/.exec(JSON.stringify(state))?.[1];
  if (!port) throw new Error('The local service has not written where it listens.');
  return `http://127.0.0.1:${port}`;
}

/** Keys of colleagues by data folder: making one starts a process, and stories ask for a colleague again and again. */
const keys = new Map<string, Promise<string>>();

/** @returns a client for where the service listens now. */
export async function colleague(dataFolder: string): Promise<Colleague> {
  const making = keys.get(dataFolder) ?? createKey(dataFolder);
  keys.set(dataFolder, making);
  const [key, origin] = await Promise.all([making, serviceOrigin(dataFolder)]);
  const send = (request: ApiRequest) =>
    fetch(`${origin}${request.path}`, {
      method: request.method,
      headers: { ...request.headers, authorization: `Bearer ${key}` },
      body: request.body,
    });
  return { call: createApiClient(send), key, origin };
}
