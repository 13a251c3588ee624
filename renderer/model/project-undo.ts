import { joinKey } from '#shared/language/join-key.ts';
import { readUndoOrder, writeUndoOrder, type UndoLog } from './undo-order-storage.ts';

/** The parts of a project that are edited, each with steps of its own. */
export type UndoScope = 'graph' | 'storyboard' | 'timeline';
export type UndoDirection = 'undo' | 'redo';

/** The undo history of one part, as far as others need it. */
export interface ScopeSteps {
  undoName: string | null;
  redoName: string | null;
  /** How many steps can be undone, and how many redone. */
  done: number;
  undone: number;
}

interface ProjectRef {
  connectionId: string;
  projectId: string;
}

/** The step that undo or redo would take next, and its part. */
export interface NextStep {
  part: UndoScope;
  name: string;
}

/** The most steps of all parts together. */
const MAX_STEPS = 1500;

/**
 * One undo for graph, storyboard and timeline of a project. Each part has a history of its own; this has the order in which
 * steps were made over all parts, also after a restart. Where no order is known, undo takes the steps of the part that is shown.
 */
export class ProjectUndo {
  readonly #logs = new Map<string, UndoLog>();
  readonly #listeners = new Set<() => void>();
  #current: ProjectRef | null = null;
  #request: { projectRef: ProjectRef; scope: UndoScope; direction: UndoDirection } | null = null;
  #storage: Storage | null = null;

  /** Stores the order from now on, and reads what was stored before. */
  rememberIn(storage: Storage): void {
    this.#storage = storage;
  }

  /** The project whose page is shown; null for none. */
  enter(projectRef: ProjectRef | null): void {
    this.#current = projectRef;
  }

  get here(): ProjectRef | null {
    return this.#current;
  }

  /** Notes the history of a part; what changed since the last note tells which step was made, undone or redone. */
  note(projectRef: ProjectRef, scope: UndoScope, steps: ScopeSteps): void {
    const log = this.#logOf(projectRef);
    const before = log.parts[scope];
    log.parts[scope] = steps;
    if (before) record(log, scope, before, steps);
    const isSame =
      before?.undoName === steps.undoName &&
      before.redoName === steps.redoName &&
      before.done === steps.done &&
      before.undone === steps.undone;
    if (isSame) return;
    if (this.#storage) writeUndoOrder(this.#storage, keyOf(projectRef), log);
    this.#notify();
  }

  /** The next step of undo or redo, over all parts. @param ownerScope the part whose page is shown; null on other pages. */
  next(projectRef: ProjectRef, ownerScope: UndoScope | null, direction: UndoDirection): NextStep | null {
    const log = this.#logOf(projectRef);
    const nameIn = (scope: UndoScope | null) =>
      (scope && log.parts[scope]?.[direction === 'undo' ? 'undoName' : 'redoName']) ?? null;
    const latest =
      log[direction === 'undo' ? 'done' : 'undone'].findLast((scope) => nameIn(scope) !== null) ?? ownerScope;
    const name = nameIn(latest);
    return latest === null || name === null ? null : { part: latest, name };
  }

  /** Requests that a part undoes or redoes its next step: its page takes the request when it is open. */
  request(projectRef: ProjectRef, scope: UndoScope, direction: UndoDirection): void {
    this.#request = { projectRef, scope, direction };
    this.#notify();
  }

  /** The part that has a request of this project. */
  requestedScope(projectRef: ProjectRef): UndoScope | null {
    return this.#request && keyOf(this.#request.projectRef) === keyOf(projectRef)
      ? this.#request.scope
      : null;
  }

  /** Takes the request for a part; null where there is none. */
  take(projectRef: ProjectRef, scope: UndoScope): UndoDirection | null {
    if (this.requestedScope(projectRef) !== scope) return null;
    const direction = this.#request?.direction ?? null;
    this.#request = null;
    return direction;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #logOf(projectRef: ProjectRef): UndoLog {
    const key = keyOf(projectRef);
    const log = this.#logs.get(key) ??
      (this.#storage && readUndoOrder(this.#storage, key)) ?? { parts: {}, done: [], undone: [] };
    this.#logs.set(key, log);
    return log;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

const keyOf = ({ connectionId, projectId }: ProjectRef): string => joinKey(connectionId, projectId);

const removeAt = (scopes: readonly UndoScope[], at: number): UndoScope[] =>
  at === -1 ? [...scopes] : scopes.toSpliced(at, 1);

function record(log: UndoLog, scope: UndoScope, before: ScopeSteps, steps: ScopeSteps): void {
  if (steps.done < before.done) {
    const isUndo = steps.undone > before.undone;
    for (let left = before.done - steps.done; left > 0; left -= 1) {
      // Fewer steps without an undo: the part dropped its oldest ones.
      log.done = removeAt(log.done, isUndo ? log.done.lastIndexOf(scope) : log.done.indexOf(scope));
    }
    if (isUndo) log.undone.push(scope);
    return;
  }
  if (steps.done === before.done) return;
  const isRedo =
    steps.undone === before.undone - 1 && before.redoName !== null && steps.undoName === before.redoName;
  // A new step clears redo in every part.
  log.undone = isRedo ? removeAt(log.undone, log.undone.lastIndexOf(scope)) : [];
  for (let remaining = steps.done - before.done; remaining > 0; remaining -= 1) log.done.push(scope);
  if (log.done.length > MAX_STEPS) log.done.splice(0, log.done.length - MAX_STEPS);
}

/** The undo of this window. */
export const projectUndo = new ProjectUndo();

const names: Readonly<Record<UndoScope, string>> = {
  graph: 'graph',
  storyboard: 'storyboard',
  timeline: 'timeline',
};

/** The label of a step on the page of a part; a step of another part is followed by that part's name. */
export const stepLabel = (step: NextStep | null, ownerScope: UndoScope | null): string | null =>
  step && (step.part === ownerScope ? step.name : `${step.name} (${names[step.part]})`);
