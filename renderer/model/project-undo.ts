import { joinKey } from '#shared/language/join-key.ts';
import { readUndoOrder, writeUndoOrder, type UndoLog } from './undo-order-storage.ts';

/** The parts of a project that are edited, each with steps of its own. */
export type UndoPart = 'graph' | 'storyboard' | 'timeline';
export type UndoWay = 'undo' | 'redo';

/** What a part can take back and make again. */
export interface PartSteps {
  undoName: string | null;
  redoName: string | null;
  /** How many steps there are to take back, and how many to make again. */
  done: number;
  undone: number;
}

interface UndoPlace {
  connectionId: string;
  projectId: string;
}

/** The step that comes next, and the part that it was made in. */
export interface NextStep {
  part: UndoPart;
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
  #here: UndoPlace | null = null;
  #asked: { place: UndoPlace; part: UndoPart; way: UndoWay } | null = null;

  #storage: Storage | null = null;

  /** From now on the order is written down, and what was written before is known. */
  rememberIn(storage: Storage): void {
    this.#storage = storage;
  }

  /** The project whose page is shown; null for none. */
  enter(place: UndoPlace | null): void {
    this.#here = place;
  }

  get here(): UndoPlace | null {
    return this.#here;
  }

  /** A part tells what it can take back now; what changed since it told last says what was done. */
  note(place: UndoPlace, part: UndoPart, now: PartSteps): void {
    const log = this.#logOf(place);
    const before = log.parts[part];
    log.parts[part] = now;
    if (before) record(log, part, before, now);
    const isSame =
      before?.undoName === now.undoName &&
      before.redoName === now.redoName &&
      before.done === now.done &&
      before.undone === now.undone;
    if (isSame) return;
    if (this.#storage) writeUndoOrder(this.#storage, keyOf(place), log);
    this.#tell();
  }

  /** What undo or redo comes to on the page of a part, or on one that is of none; null for nothing. */
  next(place: UndoPlace, own: UndoPart | null, way: UndoWay): NextStep | null {
    const log = this.#logOf(place);
    const nameIn = (part: UndoPart | null) =>
      (part && log.parts[part]?.[way === 'undo' ? 'undoName' : 'redoName']) ?? null;
    const newest = log[way === 'undo' ? 'done' : 'undone'].findLast((part) => nameIn(part) !== null) ?? own;
    const name = nameIn(newest);
    return newest === null || name === null ? null : { part: newest, name };
  }

  /** Asks the page of another part to do it. */
  ask(place: UndoPlace, part: UndoPart, way: UndoWay): void {
    this.#asked = { place, part, way };
    this.#tell();
  }

  /** The part that was asked, of a project. */
  askedPart(place: UndoPlace): UndoPart | null {
    return this.#asked && keyOf(this.#asked.place) === keyOf(place) ? this.#asked.part : null;
  }

  /** What a part is asked for, once. */
  take(place: UndoPlace, part: UndoPart): UndoWay | null {
    if (this.askedPart(place) !== part) return null;
    const way = this.#asked?.way ?? null;
    this.#asked = null;
    return way;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #logOf(place: UndoPlace): UndoLog {
    const key = keyOf(place);
    const log = this.#logs.get(key) ??
      (this.#storage && readUndoOrder(this.#storage, key)) ?? { parts: {}, done: [], undone: [] };
    this.#logs.set(key, log);
    return log;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

const keyOf = ({ connectionId, projectId }: UndoPlace): string => joinKey(connectionId, projectId);

const without = (parts: readonly UndoPart[], at: number): UndoPart[] =>
  at === -1 ? [...parts] : parts.toSpliced(at, 1);

function record(log: UndoLog, part: UndoPart, before: PartSteps, now: PartSteps): void {
  if (now.done < before.done) {
    const isUndo = now.undone > before.undone;
    for (let left = before.done - now.done; left > 0; left -= 1) {
      // What is no longer known of a part is its oldest.
      log.done = without(log.done, isUndo ? log.done.lastIndexOf(part) : log.done.indexOf(part));
    }
    if (isUndo) log.undone.push(part);
    return;
  }
  if (now.done === before.done) return;
  const isRedo =
    now.undone === before.undone - 1 && before.redoName !== null && now.undoName === before.redoName;
  // A new step ends what could be made again, in every part.
  log.undone = isRedo ? without(log.undone, log.undone.lastIndexOf(part)) : [];
  for (let more = now.done - before.done; more > 0; more -= 1) log.done.push(part);
  if (log.done.length > MAX_STEPS) log.done.splice(0, log.done.length - MAX_STEPS);
}

/** The undo of this window. */
export const projectUndo = new ProjectUndo();

const names: Readonly<Record<UndoPart, string>> = {
  graph: 'graph',
  storyboard: 'storyboard',
  timeline: 'timeline',
};

/** What a step is called on the page of a part: of another part with its name. */
export const stepLabel = (step: NextStep | null, own: UndoPart | null): string | null =>
  step && (step.part === own ? step.name : `${step.name} (${names[step.part]})`);
