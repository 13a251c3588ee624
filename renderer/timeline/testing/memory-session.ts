import type { TimelineDocument } from '#shared/timeline/document.ts';
import type { DocumentSession } from '#renderer/documents/index.ts';

export interface MemorySession extends DocumentSession<TimelineDocument> {
  /** The names of the steps so far. */
  steps: () => string[];
}

type State = ReturnType<MemorySession['getState']>;

/** An open timeline that is saved nowhere. */
export function createMemorySession(document: TimelineDocument): MemorySession {
  let done: { name: string; before: TimelineDocument; gesture: string | undefined }[] = [];
  const listeners = new Set<() => void>();
  let state: State = {
    document,
    version: 1,
    status: 'saved',
    problem: null,
    diskProblem: null,
    isOnDisk: true,
    older: null,
    undoName: null,
    redoName: null,
  };
  const show = (next: TimelineDocument) => {
    state = { ...state, document: next, undoName: done.at(-1)?.name ?? null };
    for (const listener of listeners) listener();
  };
  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    steps: () => done.map(({ name }) => name),
    change: (name, edit, { gesture } = {}) => {
      const before = state.document;
      const next = edit(before);
      if (!next) return;
      const joins = gesture !== undefined && done.at(-1)?.gesture === gesture;
      if (!joins) done = [...done, { name, before, gesture }];
      show(next);
    },
    hold: () => () => undefined,
    undo: () => {
      const last = done.at(-1);
      if (!last) return;
      done = done.slice(0, -1);
      show(last.before);
    },
    redo: () => undefined,
    resolveOlder: () => undefined,
    retry: () => undefined,
    flush: () => Promise.resolve(),
  };
}
