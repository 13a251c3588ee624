import { EditorStore } from '../model/editor-store.ts';

/** The store as other rooms see it: the graph, edits, and a promise of the version that holds them. */
export class SessionStore extends EditorStore {
  #flush: () => Promise<number> = () => Promise.reject(new Error('Nothing saves this document.'));
  /** @internal Set by the session once saving works. */
  saveWith(flush: () => Promise<number>): void {
    this.#flush = flush;
  }
  /** Saves what is waiting. @returns the version that holds every edit made before the call. */
  flush(): Promise<number> {
    return this.#flush();
  }
}
