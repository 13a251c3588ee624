/**
 * Which windows have a project open, by the browser's locks: a window holds one as long as it lives, however it ends,
 * so that nobody has to be asked and nothing has to expire.
 */
export interface JournalWriter {
  id: string;
  /** Writers of windows that have the project open now, this one included. */
  living(): Promise<string[]>;
  leave(): void;
}

/** Signs a window in as a writer of a project's journal. */
export function joinJournal(connectionId: string, projectId: string): JournalWriter {
  const id = crypto.randomUUID();
  const prefix = `patchbay journal ${connectionId} ${projectId} `;
  let leave = (): void => undefined;
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  const joined = new Promise<void>((resolve) => {
    // A browser without locks shows no windows: then all that is left is taken over, and nothing waits unseen.
    if (!navigator.locks) return resolve();
    navigator.locks
      .request(`${prefix}${id}`, () => {
        resolve();
        return left;
      })
      .catch(() => resolve());
  });
  return {
    id,
    async living() {
      await joined;
      const held = navigator.locks ? ((await navigator.locks.query()).held ?? []) : [];
      return held.flatMap(({ name }) => (name?.startsWith(prefix) ? [name.slice(prefix.length)] : []));
    },
    leave: () => leave(),
  };
}
