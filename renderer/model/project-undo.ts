import { joinKey } from '#shared/language/join-key.ts';
import { readUndoOrder, writeUndoOrder, type UndoLog } from './undo-order-storage.ts';

/** The parts of a project that are edited, each with steps of its own. */
export type UndoScope = 'graph' | 'storyboard' | 'timeline';
export type UndoDirection = 'undo' | 'redo';

/** What a part can take back and make again. */
export interface ScopeSteps {
  undoName: string | null;
  redoName: string | null;
  /** How many steps there are to take back, and how many to make again. */
  done: number;
  undone: number;
}

interface ProjectRef {
  connectionId: string;
  projectId: string;
}

/** The step that comes next, and the part that it was made in. */
export interface NextStep {
  part: UndoScope;
  name: string;
}

/** As deep as the parts go, all together. */
const MAX_STEPS = 1500;

/**
 * One undo for graph, storyboard and timeline of a project: each part keeps its own steps, and this the order in which they were
 * made, over a restart as well. Steps of which no order is known are those of the part that is shown.
 */
export class ProjectUndo {
  readonly #logs = new Map<string, UndoLog>();
  readonly #listeners = new Set<() => void>();
  #current: ProjectRef | null = null;
  #request: { location: ProjectRef; scope: UndoScope; strategy: UndoDirection } | null = null;

  #storage: Storage | null = null;

  /** From now on the order is written down, and what was written before is known. */
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

  /** A part tells what it can take back now; what changed since it told last says what was done. */
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

  /** What undo or redo comes to on the page of a part, or on one that is of none; null for nothing. */
  next(projectRef: ProjectRef, ownerScope: UndoScope | null, direction: UndoDirection): NextStep | null {
    const log = this.#logOf(projectRef);
    const nameIn = (scope: UndoScope | null) =>
      (scope && log.parts[scope]?.[direction === 'undo' ? 'undoName' : 'redoName']) ?? null;
    const latest =
      log[direction === 'undo' ? 'done' : 'undone'].findLast((scope) => nameIn(scope) !== null) ?? ownerScope;
    const name = nameIn(latest);
    return latest === null || name === null ? null : { part: latest, name };
  }

  /** Asks the page of another part to do it. */
  request(projectRef: ProjectRef, scope: UndoScope, direction: UndoDirection): void {
    this.#request = { location: projectRef, scope, strategy: direction };
    this.#notify();
  }

  /** The part that was asked, of a project. */
  requestedScope(projectRef: ProjectRef): UndoScope | null {
    return this.#request && keyOf(this.#request.location) === keyOf(projectRef) ? this.#request.scope : null;
  }

  /** What a part is asked for, once. */
  take(projectRef: ProjectRef, scope: UndoScope): UndoDirection | null {
    if (this.requestedScope(projectRef) !== scope) return null;
    const direction = this.#request?.strategy ?? null;
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
      // What is no longer known of a part is its oldest.
      log.done = removeAt(log.done, isUndo ? log.done.lastIndexOf(scope) : log.done.indexOf(scope));
    }
    if (isUndo) log.undone.push(scope);
    return;
  }
  if (steps.done === before.done) return;
  const isRedo =
    steps.undone === before.undone - 1 && before.redoName !== null && steps.undoName === before.redoName;
  // A new step ends what could be made again, in every part.
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

/** What a step is called on the page of a part: of another part with its name. */
export const stepLabel = (step: NextStep | null, ownerScope: UndoScope | null): string | null =>
  step && (step.part === ownerScope ? step.name : `${step.name} (${names[step.part]})`);
