import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
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

/** The address in the note that the app keeps of its local service; null while none has begun to listen. */
async function notedOrigin(dataFolder: string): Promise<string | null> {
  try {
    const note = await readFile(join(dataFolder, 'desk/local-service.json'), 'utf8');
    const address = /http:\/\/127\.0\.0\.1:\d+/.exec(note)?.[0];
    const port = /"port":\s*(\d+)/.exec(note)?.[1];
    return address ?? (port === undefined ? null : `http://127.0.0.1:${port}`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Where the app's local service listens; the app has its page before its service has started. */
export async function serviceOrigin(dataFolder: string): Promise<string> {
  await expect.poll(() => notedOrigin(dataFolder), { timeout: 60_000 }).not.toBeNull();
  return (await notedOrigin(dataFolder))!;
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
