import { createSerialize } from '#shared/language/serialize.ts';
import { changesBetween } from '#shared/document/changes.ts';
import type { ClashOf } from '#shared/documents/clash.ts';
import { reuseJson } from '#shared/document/same.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { failureOf } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import type { DocumentKind, DocumentRequest, ReadDocument } from './document-kind.ts';
import type { DocumentNews, DocumentPorts } from './document-ports.ts';
import { DraftWriter } from './draft-writer.ts';
import { mergeDrafts, type OpenedDocument } from './read-document.ts';
import { asUnknown, claimDrafts, settleRequests, withRequests, type SentRequest } from './sent-requests.ts';
import { documentSaveStatus, type DocumentSaveStatus } from './save-status.ts';
import { SaveTimer } from './save-timer.ts';

const POLL_MS = 12_000;
const MAX_RETRY_MS = 30_000;
/** Conflicts one after another before the next attempt waits as after a failure. */
const MAX_CONFLICTS = 8;

/** The document on screen, as the saver needs it. */
export interface DocumentOnScreen<D> {
  document(): D;
  /** Others' changes have come in: this is the document now. */
  adopt(document: D): void;
  /** What a window left that is gone has come in. */
  restore(document: D): void;
  say(clashes: readonly ClashOf<'document'>[]): void;
  /** What these windows left cannot be read. */
  sayUnreadable(windows: readonly string[]): void;
  /** A gesture is under way: nothing may come in or go out. */
  isEditing(): boolean;
  /** Something of the saver has changed. */
  changed(): void;
}

/** Keeps a document on this computer's disk and at the service, and merges in what others save. */
export class DocumentSaver<D> {
  readonly #kind: DocumentKind<D>;
  readonly #ports: DocumentPorts;
  readonly #screen: DocumentOnScreen<D>;
  readonly #drafts: DraftWriter<D>;
  readonly #timer: SaveTimer;
  /** What the service has as version `#version`. */
  #base: D;
  #version: number;
  /** Sent, and perhaps taken: it is asked again under the same key until that is known. */
  #request: DocumentRequest<D> | null = null;
  /** What was done since the last request. */
  #steps: string[] = [];
  /** Requests of windows that are gone: what became of them is asked before anything else. */
  #doubtful: readonly SentRequest<D>[];
  #isSending = false;
  #isOffline: boolean;
  #refusal: string | null = null;
  #failures = 0;
  #looksLater = false;
  #areDraftsLeft = false;
  #isStopped = false;
  /** One talk with the service after the other. */
  readonly #serialize = createSerialize();
  #cancelRetry: (() => void) | null = null;
  #cancelPoll: (() => void) | null = null;
  #unwatch: () => void = () => undefined;

  constructor(
    kind: DocumentKind<D>,
    ports: DocumentPorts,
    opened: OpenedDocument<D>,
    screen: DocumentOnScreen<D>,
  ) {
    this.#kind = kind;
    this.#ports = ports;
    this.#screen = screen;
    this.#base = opened.base;
    this.#version = opened.version;
    this.#doubtful = opened.doubtful;
    this.#isOffline = opened.isRemembered;
    const stateNow = () => ({
      version: this.#version,
      base: this.#base,
      document: screen.document(),
      sent: this.#sent(),
    });
    this.#drafts = new DraftWriter(ports, stateNow, () => screen.changed());
    this.#timer = new SaveTimer(ports, () => void this.saveNow());
    for (const window of opened.windows) this.#drafts.settle(window);
  }

  /** Begins to listen and to save; once the screen can be asked. */
  start({ document, base, windows, isRemembered }: OpenedDocument<D>): void {
    this.#unwatch = this.#ports.watch((news) => this.#received(news));
    this.#poll();
    if (document !== base || this.#doubtful.length > 0) this.#timer.start();
    if (windows.length > 0) void this.#drafts.kept();
    if (isRemembered) this.#retryLater(null);
  }

  get version(): number {
    return this.#version;
  }

  get status(): DocumentSaveStatus {
    const facts = { refusal: this.#refusal, isOffline: this.#isOffline, isSending: this.#isSending };
    return documentSaveStatus({ ...facts, isUnsaved: this.isUnsaved }, this.#drafts);
  }

  /** Why the service does not have it, or the disk, as a sentence. */
  get problem(): string | null {
    return this.#refusal ?? this.diskProblem;
  }

  /** Why the disk does not have what is shown, as a sentence. */
  get diskProblem(): string | null {
    return this.isUnsaved ? this.#drafts.problem : null;
  }

  /** Whether what is shown is on the disk of this computer or at the service. */
  get isOnDisk(): boolean {
    return !this.isUnsaved || this.#drafts.isOnDisk;
  }

  get isUnsaved(): boolean {
    return this.#screen.document() !== this.#base || this.#sent().length > 0;
  }

  /** The document was edited. @param step what was done. */
  edited(step: string): void {
    if (this.#steps.at(-1) !== step) this.#steps.push(step);
    this.#refusal = null;
    this.#drafts.note();
    this.#timer.start();
  }

  /** A gesture ended. */
  released(): void {
    if (this.#looksLater) this.#look();
    if (this.isUnsaved) this.#timer.start();
  }

  retry(): void {
    this.#refusal = null;
    void this.saveNow();
    this.#screen.changed();
  }

  /** @throws Error with a sentence when not everything can be saved now. */
  async flush(): Promise<void> {
    await this.saveNow();
    if (this.isUnsaved) throw new Error(this.problem ?? words.saving.unreachable(this.isOnDisk));
  }

  async kept(): Promise<void> {
    await this.#drafts.kept();
    this.#screen.changed();
  }

  stop(): void {
    this.#isStopped = true;
    this.#timer.stop();
    this.#drafts.stop();
    this.#cancelRetry?.();
    this.#cancelPoll?.();
    this.#unwatch();
  }

  #received(news: DocumentNews): void {
    switch (news.kind) {
      case 'saved':
        if (news.version > this.#version && !this.#isSending) this.#look();
        return;
      case 'drafts-left':
        this.#areDraftsLeft = true;
        this.#look();
        return;
      case 'back':
        if (this.#isOffline || this.#refusal !== null) this.#look();
        // The desktop process may have been started anew, with room on the disk now.
        void this.#drafts.kept();
        if (this.isUnsaved) this.retry();
        return;
      default:
        assertNever(news);
    }
  }

  #poll(): void {
    this.#cancelPoll = this.#ports.after(POLL_MS, () => {
      if (this.#ports.isInView() && !this.#isSending) void this.#compareVersions();
      if (!this.#isStopped) this.#poll();
    });
  }

  async #compareVersions(): Promise<void> {
    const version = await this.#ports.version().catch(() => null);
    if (version !== null && (version !== this.#version || this.#areDraftsLeft)) this.#look();
  }

  #talk(work: () => Promise<void>): Promise<void> {
    return this.#serialize(async () => {
      if (!this.#isStopped) await work();
      this.#screen.changed();
    });
  }

  /** Reads what the service has, and merges it in. */
  #look(): void {
    this.#looksLater = this.#screen.isEditing();
    if (this.#looksLater) return;
    void this.#talk(async () => {
      // What became of a request comes first: what it did is not somebody else's change.
      if (this.#sent().length > 0) await this.#sendAll();
      if (this.#sent().length > 0) return;
      const read = await this.#kind.read(this.#ports.api, this.#ports.projectId, false).catch(() => null);
      if (read === null) return;
      this.#isOffline = false;
      this.#looksLater = this.#screen.isEditing();
      if (!this.#looksLater && read.version !== this.#version) this.#mergeIn(read);
      // After that: a draft may take back what its window had saved and this one had not seen yet.
      if (!this.#looksLater && this.#areDraftsLeft) await this.#restoreDrafts();
      if (this.isUnsaved) this.#timer.start();
    });
  }

  /** Takes up what a window left that is gone. */
  async #restoreDrafts(): Promise<void> {
    this.#areDraftsLeft = false;
    const claimed = await claimDrafts(this.#kind, this.#ports);
    const isTaken = claimed.some(({ taken }) => taken.length > 0);
    const drafts = isTaken && !(await this.#readAgain()) ? asUnknown(claimed) : claimed;
    const found = mergeDrafts(this.#kind, drafts, this.#base, this.#screen.document());
    this.#doubtful = [...this.#doubtful, ...found.doubtful];
    for (const window of found.windows) this.#drafts.settle(window);
    this.#screen.sayUnreadable(found.unreadable);
    if (found.document === this.#screen.document()) return void this.#drafts.kept();
    this.#screen.restore(found.document);
    this.#screen.say(found.clashes);
  }

  #sent(): readonly SentRequest<D>[] {
    if (this.#request === null) return this.#doubtful;
    return [{ before: this.#base, request: this.#request }, ...this.#doubtful];
  }

  /** Asks what became of requests of windows that are gone. @returns whether that is known now, and part of the document. */
  async #settleDoubtful(): Promise<boolean> {
    if (this.#doubtful.length === 0) return true;
    const asked = this.#doubtful;
    const settled = await settleRequests(this.#kind, this.#ports, asked);
    this.#isOffline = settled === null;
    if (settled === null || this.#screen.isEditing()) return false;
    this.#base = withRequests(this.#kind, this.#base, settled.taken);
    this.#doubtful = this.#doubtful.filter((sent) => !asked.includes(sent));
    return this.#mergeIn(settled.read);
  }

  /** What the service has taken when it was asked again is not on screen yet. */
  async #readAgain(): Promise<boolean> {
    const read = await this.#kind.read(this.#ports.api, this.#ports.projectId, false).catch(() => null);
    return read !== null && (read.version === this.#version || this.#mergeIn(read));
  }

  /**
   * Merges what the service has into what is on screen. @param sent what may have come to it, though nobody said so.
   * @returns whether it can be merged.
   */
  #mergeIn({ version, document }: Pick<ReadDocument, 'version' | 'document'>, sent?: D): boolean {
    const checked = this.#kind.check(document);
    if (!checked.ok) {
      this.#refusal = `The ${this.#kind.kind} was changed elsewhere to one that has problems and cannot be shown. Correct it there, then try again.`;
      return false;
    }
    const isOurs = sent !== undefined && changesBetween(sent, checked.document) === null;
    const base = isOurs ? sent : this.#base;
    const theirs = reuseJson(base, checked.document);
    const { document: merged, clashes } = this.#kind.merge(base, this.#screen.document(), theirs);
    this.#base = theirs;
    this.#version = version;
    this.#adopt(merged);
    this.#screen.say(clashes);
    return true;
  }

  #adopt(merged: D): void {
    // What comes to the same is the same, so that nothing is sent for it.
    this.#screen.adopt(changesBetween(this.#base, merged) === null ? this.#base : merged);
    this.#drafts.note();
  }

  /** Resolves when everything is sent that can be sent now. */
  saveNow(): Promise<void> {
    this.#timer.stop();
    this.#cancelRetry?.();
    this.#cancelRetry = null;
    return this.#talk(() => this.#sendAll());
  }

  async #sendAll(): Promise<void> {
    if (this.#request === null && !(await this.#settleDoubtful())) {
      if (this.#refusal === null) this.#retryLater(null);
      return;
    }
    let conflicts = 0;
    while (!this.#isStopped && !this.#screen.isEditing() && this.#refusal === null) {
      if (this.#request === null) {
        if (changesBetween(this.#base, this.#screen.document()) === null) {
          this.#screen.adopt(this.#base);
          this.#steps = [];
          break;
        }
        this.#request = {
          key: crypto.randomUUID(),
          expectedVersion: this.#version,
          document: this.#screen.document(),
          steps: this.#steps,
        };
        this.#steps = [];
      }
      // On the disk before the request goes.
      await this.#drafts.kept();
      const { behind } = this.#drafts;
      const outcome = await this.#send(this.#request);
      if (outcome === 'taken') await this.#drafts.superseded(behind);
      if (outcome === 'wait') return;
      if (outcome === 'conflict') conflicts += 1;
      if (conflicts > MAX_CONFLICTS) return this.#retryLater(null);
    }
    if (!this.#screen.isEditing()) await this.#drafts.kept();
  }

  async #send(request: DocumentRequest<D>): Promise<'taken' | 'conflict' | 'wait'> {
    this.#isSending = true;
    this.#screen.changed();
    try {
      const response = await this.#kind.write(this.#ports.api, this.#ports.projectId, request);
      this.#taken(request, response);
      return 'taken';
    } catch (error) {
      const failure = failureOf(error);
      switch (failure.kind) {
        case 'stale':
          this.#rollback(request);
          return (await this.#mergeFresh(request.document)) ? 'conflict' : 'wait';
        case 'unreachable':
          this.#isOffline = true;
          this.#retryLater(null);
          return 'wait';
        case 'busy':
          this.#retryLater(failure.retryAfterMs);
          return 'wait';
        case 'key':
          return this.#refuse(
            request,
            'The service does not accept the key. Enter a new one under Connections.',
          );
        case 'gone':
          return this.#refuse(
            request,
            'This project was deleted elsewhere. What is on screen is still here.',
          );
        case 'refused':
          return this.#refuse(request, failure.message);
        default:
          return assertNever(failure);
      }
    } finally {
      this.#isSending = false;
      this.#screen.changed();
    }
  }

  /** The service has not taken a request: what was done in it is told with the next one. */
  #rollback({ steps = [] }: DocumentRequest<D>): void {
    this.#request = null;
    this.#steps.unshift(...steps);
  }

  #refuse(request: DocumentRequest<D>, sentence: string): 'wait' {
    this.#rollback(request);
    this.#refusal = sentence;
    this.#drafts.note();
    return 'wait';
  }

  #taken(request: DocumentRequest<D>, response: Pick<ReadDocument, 'version' | 'document'>): void {
    this.#request = null;
    this.#isOffline = false;
    this.#failures = 0;
    const checked = this.#kind.check(response.document);
    const saved = checked.ok ? reuseJson(request.document, checked.document) : request.document;
    const { document } = this.#kind.merge(request.document, this.#screen.document(), saved);
    this.#base = saved;
    this.#version = response.version;
    this.#adopt(document);
  }

  async #mergeFresh(sent: D): Promise<boolean> {
    try {
      return this.#mergeIn(await this.#kind.read(this.#ports.api, this.#ports.projectId, false), sent);
    } catch {
      this.#retryLater(null);
      return false;
    }
  }

  /** @param ms as the service asked for; null: longer after each failure. */
  #retryLater(ms: number | null): void {
    const wait = ms ?? Math.min(1000 * 2 ** this.#failures, MAX_RETRY_MS);
    this.#failures += 1;
    this.#cancelRetry?.();
    this.#cancelRetry = this.#ports.after(wait, () => {
      this.#cancelRetry = null;
      if (this.isUnsaved) void this.saveNow();
      else this.#look();
    });
  }
}
