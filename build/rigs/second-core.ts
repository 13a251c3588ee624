import type { callDesk } from '#renderer/desk/index.ts';
import type { ServiceLauncher } from '#core/local-service/launcher.ts';
import { createRigCore } from './rig-core.ts';

/** What the desktop process says of the collections of a connection. */
export type CollectionList = Awaited<ReturnType<typeof callDesk<'listCollections'>>>;

/** The app on another computer, of somebody whose key is of the same account. */
export interface SecondCore {
  /** A request of its page. @returns the parsed body. @throws Error for anything but a success */
  read<T>(method: string, path: string, body?: unknown): Promise<T>;
  close(): Promise<void>;
}

/** A service that is there already. */
const launcherOf = (origin: string, key: string): ServiceLauncher => ({
  start: async ({ signal }) => {
    const exited = new Promise<number>((end) => {
      signal.addEventListener('abort', () => end(0));
    });
    return { origin, pid: null, exited, stop: () => Promise.resolve() };
  },
  createKey: () => Promise.resolve(key),
});

/** @param folder data folder of its own. @param service where it is, and the key for it; it is the connection `local` there */
export async function startSecondCore(
  folder: string,
  { origin, key }: { origin: string; key: string },
): Promise<SecondCore> {
  const core = createRigCore(folder, launcherOf(origin, key));
  await core.start();
  return {
    async read<T>(method: string, path: string, body?: unknown): Promise<T> {
      const response = await core.fetch(
        new Request(`http://app.test${path}`, {
          method,
          ...(body !== undefined && {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          }),
        }),
      );
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
      return (text === '' ? null : JSON.parse(text)) as T;
    },
    close: () => core.close(),
  };
}
