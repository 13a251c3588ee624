import { ApiError } from '#shared/api/index.ts';
import { changesBetween } from '#shared/document/changes.ts';
import type { SentRequest } from '#shared/documents/requests.ts';
import { describeProblem, isMissing } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import type { DocumentPorts } from './document-ports.ts';
import { writtenRequests } from './sent-requests.ts';

/** Milliseconds in which edits of one gesture become one writing. */
const GATHER_MS = 60;
/** Milliseconds after which a write without an answer is said to be a problem; it goes on. */
const SLOW_WRITE_MS = 5000;
/** Milliseconds before a write that failed is tried again. */
const RETRY_DELAY_MS = 2000;

/** What a draft is made of. */
export interface DraftState<D> {
  version: number;
  base: D;
  document: D;
  /** The requests that are out: what they may have done at the service is ours, also after a restart. */
  sent: readonly SentRequest<D>[];
  /** The edits that are not saved yet. */
  ids: readonly string[];
}

/** Told what became of a writing. */
interface WritingOutcome {
  /** @param ids of the edits that the disk has now. */
  written(ids: readonly string[]): void;
  /** @param message why it failed or has no answer, as a sentence; it goes on. */
  failed(message: string): void;
}

const isSame = <D>(item: DraftState<D>, candidate: DraftState<D>): boolean =>
  item.document === candidate.document &&
  item.base === candidate.base &&
  item.sent.length === candidate.sent.length &&
  item.sent.every(({ request }, at) => request === candidate.sent[at]?.request);

const describeFailure = (error: unknown): string =>
  error instanceof ApiError && error.code === 'DISK_FULL' ? words.saving.noRoom : describeProblem(error);

/** Writes the draft of a document to this computer's disk as far as its edits have come, one write after the other. */
export class DraftWriter<D> {
  readonly #ports: Pick<DocumentPorts, 'drafts' | 'after'>;
  readonly #currentState: () => DraftState<D>;
  readonly #outcome: WritingOutcome;
  /** What is on the disk; null without a draft, and where it is not known. */
  #raw: DraftState<D> | null = null;
  #mayBeWritten = false;
  /** Writes that were made. */
  #writes = 0;
  /** Windows that left drafts which are part of the document here. */
  #settled: string[] = [];
  #writing: Promise<void> | null = null;
  #cancelWriting: (() => void) | null = null;
  #cancelRetry: (() => void) | null = null;
  #isStopped = false;

  constructor(
    ports: Pick<DocumentPorts, 'drafts' | 'after'>,
    currentState: () => DraftState<D>,
    outcome: WritingOutcome,
  ) {
    this.#ports = ports;
    this.#currentState = currentState;
    this.#outcome = outcome;
  }

  /**
   * Names what is on the disk, for `superseded`; null where the last write succeeded. To be asked after `kept` and before a
   * request goes out for the first time: what could not be written then is in it, and what is on the disk came before it.
   */
  get behind(): number | null {
    return this.#raw === null ? this.#writes : null;
  }

  /**
   * The service has taken a document that is newer than what is on the disk: that goes, or a later start would take it for
   * somebody's change. @param behind what was on the disk when the request went out.
   */
  async superseded(behind: number): Promise<void> {
    while (this.#writing) await this.#writing;
    if (behind !== this.#writes) return;
    this.#raw = null;
    // What cannot be removed is found again, and asked about.
    this.#writing = this.#ports.drafts
      .remove([this.#ports.drafts.window])
      .catch(() => undefined)
      .finally(() => {
        this.#writing = null;
      });
    await this.#writing;
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

  /** Resolves when the document as it is now is on the disk, or could not be written. */
  async kept(): Promise<void> {
    this.#cancelTimers();
    while (this.#writing) await this.#writing;
    const state = this.#currentState();
    if (this.#raw && this.#settled.length === 0 && isSame(this.#raw, state))
      return this.#outcome.written(state.ids);
    this.#writing = this.#write(state).finally(() => {
      this.#writing = null;
    });
    await this.#writing;
  }

  stop(): void {
    this.#isStopped = true;
    this.#cancelTimers();
  }

  #cancelTimers(): void {
    this.#cancelWriting?.();
    this.#cancelWriting = null;
    this.#cancelRetry?.();
    this.#cancelRetry = null;
  }

  async #write(state: DraftState<D>): Promise<void> {
    const cancelSlow = this.#ports.after(SLOW_WRITE_MS, () => this.#outcome.failed(words.saving.noResponse));
    try {
      await this.#writeOnce(state);
      this.#outcome.written(state.ids);
    } catch (error) {
      this.#outcome.failed(describeFailure(error));
      if (!this.#isStopped) this.#cancelRetry = this.#ports.after(RETRY_DELAY_MS, () => void this.kept());
    } finally {
      cancelSlow();
    }
  }

  async #writeOnce(state: DraftState<D>): Promise<void> {
    const changes = changesBetween(state.base, state.document);
    const settled = [...this.#settled];
    if (changes === null && state.sent.length === 0) await this.#remove(settled);
    else {
      const sent = writtenRequests(state.base, state.sent);
      const draft = { baseVersion: state.version, changes, sent, settled };
      const raw = this.#raw;
      const isBaseWritten = raw?.base === state.base && raw.version === state.version;
      this.#mayBeWritten = true;
      // After a failure nobody knows what is on the disk: the next write sends the whole again.
      this.#raw = null;
      try {
        await this.#ports.drafts.write({ ...draft, base: isBaseWritten ? undefined : state.base });
      } catch (error) {
        // Another window has taken the draft up meanwhile.
        if (!isBaseWritten || !isMissing(error)) throw error;
        await this.#ports.drafts.write({ ...draft, base: state.base });
      }
      this.#writes += 1;
      this.#raw = state;
    }
    this.#settled = this.#settled.filter((window) => !settled.includes(window));
  }

  async #remove(settled: readonly string[]): Promise<void> {
    const { drafts } = this.#ports;
    if (!this.#mayBeWritten && settled.length === 0) return;
    await drafts.remove([drafts.window, ...settled]);
    this.#mayBeWritten = false;
    this.#raw = null;
  }
}
