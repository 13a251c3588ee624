import type { ClashOf, Side } from '#shared/documents/clash.ts';
import type { DocumentSaveStatus } from '#shared/documents/saving-status.ts';
import { jsonEqual } from '#shared/language/json-equal.ts';
import { describeClashes, describeUnreadable } from './clash-words.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DocumentPorts } from './document-ports.ts';
import { DocumentSaver } from './document-saver.ts';
import { FOUND_STEP } from './found-step.ts';
import type { LoadedDocument } from './read-document.ts';
import { noteAdoption } from '#renderer/ui/adoptions.ts';
import type { ScopeSteps } from '#renderer/model/project-undo.ts';
import { words } from '#renderer/words/index.ts';
import { UndoSteps } from '#shared/documents/undo-steps.ts';

export interface DocumentState<D> {
  document: D;
  /** Of the project, as far as it is known here. */
  version: number;
  status: DocumentSaveStatus;
  /** Why it is refused or not on the disk, as a sentence for people. */
  problem: string | null;
  /** Why the disk does not have what is shown, beside a refusal as well. */
  diskProblem: string | null;
  /** Whether what is shown is on the disk of this computer or at the service. */
  isOnDisk: boolean;
  /** The version that the service went back to, while somebody has to choose what stands; null where it has not. */
  older: number | null;
  /** What undo takes back and redo makes again, as `move 2 shots`; null for nothing. */
  undoName: string | null;
  redoName: string | null;
}

/** An open storyboard or timeline: edits are on screen at once, saved, and merged with those of others. */
export interface DocumentSession<D> {
  readonly getState: () => DocumentState<D>;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Makes an edit that can be taken back, with those of the same `gesture` in a row as one step. @param name what it
   * does, as `move 2 shots`. @param edit pure; null or the same document where there is nothing to change.
   */
  change(name: string, edit: (document: D) => D | null, options?: { gesture?: string }): void;
  undo(): void;
  redo(): void;
  /** While a pointer is down: nothing is saved and nothing of others comes in. @returns to be called when it is up. */
  hold(): () => void;
  /** What stands: what is here, or what the service went back to. */
  resolveOlder(side: Side): void;
  /** Sends at once what waits, also what was refused. */
  retry(): void;
  /**
   * Resolves when the service has all edits made before the call.
   * @throws Error with a sentence when that cannot be reached now.
   */
  flush(): Promise<void>;
}

/** What outlives a session: its steps, which a later one of the same document goes on with. */
export interface DocumentSteps<D> {
  steps?: UndoSteps<D>;
  /** Told what can be taken back, whenever that may have changed. */
  onSteps?: (steps: ScopeSteps) => void;
  /** Told when a pointer goes down, and when none is down any more. */
  onPause?: (isPaused: boolean) => void;
}

export class OpenDocument<D> implements DocumentSession<D> {
  readonly #notify: (message: string) => void;
  readonly #steps: UndoSteps<D>;
  readonly #onSteps: (steps: ScopeSteps) => void;
  readonly #onPause: (isPaused: boolean) => void;
  readonly #saver: DocumentSaver<D>;
  readonly #listeners = new Set<() => void>();
  #state: DocumentState<D>;
  #holds = 0;

  /** @param notify says something to the person in passing. */
  constructor(
    kind: DocumentKind<D>,
    ports: DocumentPorts,
    opened: LoadedDocument<D>,
    notify: (message: string) => void,
    { steps, onSteps, onPause }: DocumentSteps<D> = {},
  ) {
    this.#onSteps = onSteps ?? (() => undefined);
    this.#onPause = onPause ?? (() => undefined);
    this.#notify = notify;
    this.#steps = steps ?? new UndoSteps(kind.merge);
    this.#saver = new DocumentSaver(kind, ports, opened, {
      adopt: (document) => {
        noteAdoption();
        this.#steps.rebase(document);
      },
      say: (clashes) => this.#say(clashes),
      changed: () => this.#tell(),
    });
    this.#state = this.#currentState();
    if (!opened.isFollowing) this.#pushFound(opened);
    if (opened.notice !== null) notify(opened.notice);
    if (opened.isUnreadable) notify(describeUnreadable(kind.kind));
    this.#saver.start();
    this.#tellSteps();
  }

  getState = (): DocumentState<D> => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  change(name: string, edit: (document: D) => D | null, options: { gesture?: string } = {}): void {
    const before = this.#saver.document;
    const after = edit(before);
    if (after === null || Object.is(after, before)) return;
    this.#steps.push({ name, before, after, gesture: options.gesture ?? null });
    this.#saver.edited(name, after);
  }

  undo(): void {
    const name = this.#steps.undoName ?? '';
    const document = this.#steps.undo(this.#saver.document);
    if (document !== null) this.#saver.edited(words.notices.stepUndone(name), document);
  }

  redo(): void {
    const name = this.#steps.redoName ?? '';
    const document = this.#steps.redo(this.#saver.document);
    if (document !== null) this.#saver.edited(name, document);
  }

  hold(): () => void {
    this.#holds += 1;
    this.#onPause(true);
    this.#saver.held();
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#holds -= 1;
      if (this.#holds > 0) return;
      this.#onPause(false);
      this.#saver.released();
    };
  }

  resolveOlder(side: Side): void {
    this.#saver.resolveOlder(side);
  }

  retry(): void {
    this.#saver.retry();
  }

  flush(): Promise<void> {
    return this.#saver.flush();
  }

  /** Resolves when all edits so far are on this computer's disk, or the reason why not is in the state. */
  kept(): Promise<void> {
    return this.#saver.preserved();
  }

  /** Ends saving and listening; what is not saved stays on the disk. */
  stop(): void {
    this.#saver.stop();
    if (this.#holds > 0) this.#onPause(false);
  }

  /** What an earlier session left can be taken back like an edit, unless it is what the steps of before led to. */
  #pushFound({ edits: [first] }: LoadedDocument<D>): void {
    const after = this.#saver.document;
    if (first === undefined || jsonEqual(this.#steps.latest, after)) return;
    this.#steps.push({ name: FOUND_STEP, before: first.before, after, gesture: null });
  }

  #say(clashes: readonly ClashOf<'document'>[]): void {
    const sentence = describeClashes(clashes);
    if (sentence !== null) this.#notify(sentence);
  }

  #currentState(): DocumentState<D> {
    return {
      document: this.#saver.document,
      version: this.#saver.version,
      status: this.#saver.status,
      problem: this.#saver.problem,
      diskProblem: this.#saver.diskProblem,
      isOnDisk: this.#saver.isOnDisk,
      older: this.#saver.older,
      undoName: this.#steps.undoName,
      redoName: this.#steps.redoName,
    };
  }

  #tellSteps(): void {
    const { undoName, redoName, counts } = this.#steps;
    this.#onSteps({ undoName, redoName, ...counts });
  }

  #tell(): void {
    const next = this.#currentState();
    const keys = Object.keys(next) as (keyof DocumentState<D>)[];
    if (keys.every((key) => Object.is(next[key], this.#state[key]))) return;
    this.#state = next;
    this.#tellSteps();
    for (const listener of this.#listeners) listener();
  }
}
