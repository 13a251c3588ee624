import type { SyncDriver } from '../sync/sync-driver.ts';

/** What is asked of a session that is left. */
interface LeftSession {
  store: { flush(): Promise<unknown> };
  sync: Pick<SyncDriver, 'journalIdle' | 'isOnDisk' | 'subscribe'>;
  dispose(): void;
}

/** Sessions of this page that were left, by project. */
export class LeftSessions<Session extends LeftSession> {
  /** Those that are still saving. */
  readonly #closing = new Map<string, Promise<void>>();
  /** Those that have what neither the service nor the disk has: it would end with them. */
  readonly #stranded = new Map<string, { session: Session; unsubscribe: () => void }>();

  /** Saves what waits, and ends the session once that is at the service or on the disk. */
  leave(project: string, session: Session): void {
    const closing = this.#close(project, session).finally(() => {
      if (this.#closing.get(project) === closing) this.#closing.delete(project);
    });
    this.#closing.set(project, closing);
  }

  /**
   * Resolves when a project can be opened: beside a session that is still saving it would show the document without its edits.
   * @returns the session to go on with, as it alone has what was done in it; else null.
   */
  async returnTo(project: string): Promise<Session | null> {
    await this.#closing.get(project);
    return this.#take(project);
  }

  async #close(project: string, session: Session): Promise<void> {
    await session.store.flush().catch(() => undefined);
    await session.sync.journalIdle();
    // Whoever opens the project next takes up what is on the disk.
    if (session.sync.isOnDisk) return session.dispose();
    const unsubscribe = session.sync.subscribe(() => {
      if (!session.sync.isOnDisk) return;
      this.#take(project);
      session.dispose();
    });
    this.#stranded.set(project, { session, unsubscribe });
  }

  #take(project: string): Session | null {
    const found = this.#stranded.get(project);
    found?.unsubscribe();
    this.#stranded.delete(project);
    return found?.session ?? null;
  }
}
