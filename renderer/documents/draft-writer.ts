import { changesBetween } from '#shared/document/changes.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import type { DocumentPorts } from './document-ports.ts';
import { writtenRequests, type SentRequest } from './sent-requests.ts';

/** Milliseconds in which edits of one gesture become one writing. */
const GATHER_MS = 60;

/** What a draft is made of. */
export interface DraftState<D> {
  version: number;
  base: D;
  document: D;
  /** The requests that are out: what they may have done at the service is ours, also after a restart. */
  sent: readonly SentRequest<D>[];
}

const isSame = <D>(one: DraftState<D>, other: DraftState<D>): boolean =>
  one.document === other.document &&
  one.base === other.base &&
  one.sent.length === other.sent.length &&
  one.sent.every(({ request }, at) => request === other.sent[at]?.request);

/** Keeps the draft of a document on this computer's disk as far as its edits have come, one writing after the other. */
export class DraftWriter<D> {
  readonly #ports: Pick<DocumentPorts, 'drafts' | 'after'>;
  readonly #stateNow: () => DraftState<D>;
  /** What is on the disk; null without a draft, and where it is not known. */
  #written: DraftState<D> | null = null;
  #mayBeWritten = false;
  /** Windows that left drafts which are part of the document here. */
  #settled: string[] = [];
  #writing: Promise<void> | null = null;
  #cancelWriting: (() => void) | null = null;
  #problem: string | null = null;

  constructor(ports: Pick<DocumentPorts, 'drafts' | 'after'>, stateNow: () => DraftState<D>) {
    this.#ports = ports;
    this.#stateNow = stateNow;
  }

  /** Why the last writing failed, as a sentence; null while all is well. */
  get problem(): string | null {
    return this.#problem;
  }

  /** What a window that is gone left is part of the document now. */
  settle(window: string): void {
    this.#settled.push(window);
  }

  /** The document has changed: it is written in a moment. */
  note(): void {
    this.#cancelWriting ??= this.#ports.after(GATHER_MS, () => {
      this.#cancelWriting = null;
      void this.kept();
    });
  }

  /** Resolves when the document as it is now is on the disk, or could not be written, which `problem` says. */
  async kept(): Promise<void> {
    this.#cancelWriting?.();
    this.#cancelWriting = null;
    while (this.#writing) await this.#writing;
    const state = this.#stateNow();
    if (this.#written && this.#settled.length === 0 && isSame(this.#written, state)) return;
    this.#writing = this.#write(state).finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  stop(): void {
    this.#cancelWriting?.();
  }

  async #write(state: DraftState<D>): Promise<void> {
    const changes = changesBetween(state.base, state.document);
    const settled = [...this.#settled];
    try {
      if (changes === null && state.sent.length === 0) await this.#remove(settled);
      else {
        this.#mayBeWritten = true;
        const isBaseWritten = this.#written?.base === state.base && this.#written.version === state.version;
        await this.#ports.drafts.write({
          baseVersion: state.version,
          base: isBaseWritten ? undefined : state.base,
          changes,
          sent: writtenRequests(state.base, state.sent),
          settled,
        });
        this.#written = state;
      }
      this.#settled = this.#settled.filter((window) => !settled.includes(window));
      this.#problem = null;
    } catch (error) {
      // The next writing sends the whole again.
      this.#written = null;
      this.#problem = describeProblem(error);
    }
  }

  async #remove(settled: readonly string[]): Promise<void> {
    const { drafts } = this.#ports;
    if (!this.#mayBeWritten && settled.length === 0) return;
    await drafts.remove([drafts.window, ...settled]);
    this.#mayBeWritten = false;
    this.#written = null;
  }
}
