import type { ClashOf, Side } from '#shared/documents/clash.ts';
import { advance } from '#shared/documents/machine.ts';
import type { DocumentRequest } from '#shared/documents/requests.ts';
import { opening, type OpenedDocument } from '#shared/documents/opening.ts';
import type { SavingEffect, SavingEvent } from '#shared/documents/saving-events.ts';
import type { SavingKind, SavingSource } from '#shared/documents/saving-kind.ts';
import { isUnsaved, screenOf, type SavingState } from '#shared/documents/saving-state.ts';
import { replacingKind, sentOf, type Replacing } from '#shared/documents/replacing-kind.ts';
import {
  isOnDisk,
  problemOf,
  savingStatus,
  type DocumentSaveStatus,
} from '#shared/documents/saving-status.ts';
import type { Replace } from '#shared/document/replace-kind.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { failureOf } from '#renderer/desk/index.ts';
import { words } from '#renderer/words/index.ts';
import type { DocumentKind } from './document-kind.ts';
import type { DocumentNews, DocumentPorts } from './document-ports.ts';
import { DraftWriter } from './draft-writer.ts';
import { SaveTimer } from './save-timer.ts';
import { claimDrafts } from './sent-requests.ts';

const POLL_MS = 12_000;

const source: SavingSource = {
  newId: () => crypto.randomUUID(),
  newKey: () => crypto.randomUUID(),
  now: () => new Date().toISOString(),
  random: () => Math.random(),
};

type Saved<D> = Replacing<D, Replace<D>>;

/** The document on screen, as the saver tells of it. */
export interface DocumentOnScreen<D> {
  /** Others' changes have come in: this is the document now. */
  adopt(document: D): void;
  /** What a window left that is gone has come in. */
  restore(before: D, document: D): void;
  say(clashes: readonly ClashOf<'document'>[]): void;
  /** What these windows left cannot be read. */
  sayUnreadable(windows: readonly string[]): void;
  /** Something of the saver has changed. */
  changed(): void;
}

/** Performs what the machine of saving asks for: the draft on the disk, requests, timers, looking for others' changes. */
export class DocumentSaver<D> {
  readonly #kind: DocumentKind<D>;
  readonly #saving: SavingKind<Saved<D>>;
  readonly #ports: DocumentPorts;
  readonly #screen: DocumentOnScreen<D>;
  readonly #drafts: DraftWriter<D>;
  readonly #timer: SaveTimer;
  #state: SavingState<Saved<D>>;
  /** What saving begins with. */
  readonly #first: readonly SavingEffect<Saved<D>>[];
  /** What is being done at the disk or the service. */
  readonly #performing = new Set<Promise<void>>();
  #cancelWait: () => void = () => undefined;
  #cancelPoll: () => void = () => undefined;
  #unwatch: () => void = () => undefined;

  constructor(
    kind: DocumentKind<D>,
    ports: DocumentPorts,
    opened: OpenedDocument<D>,
    screen: DocumentOnScreen<D>,
  ) {
    this.#kind = kind;
    this.#saving = replacingKind(kind, source);
    this.#ports = ports;
    this.#screen = screen;
    [this.#state, this.#first] = opening(this.#saving, opened);
    const stateNow = () => ({
      version: this.#state.version,
      base: this.#state.confirmed,
      document: this.document,
      sent: sentOf(this.#state),
      ids: this.#state.pending.map(({ id }) => id),
    });
    this.#drafts = new DraftWriter(ports, stateNow, {
      written: (ids) => this.#dispatch({ type: 'journaled', ids }),
      failed: (message) => this.#dispatch({ type: 'journal-failed', message }),
    });
    this.#timer = new SaveTimer(ports, () => void this.#due(false));
  }

  /** Begins to listen and to save; once the screen can be asked. */
  start(): void {
    this.#unwatch = this.#ports.watch((news) => this.#received(news));
    this.#poll();
    for (const effect of this.#first) this.#perform(effect);
  }

  /** On screen. */
  get document(): D {
    return screenOf(this.#saving, this.#state);
  }

  get version(): number {
    return this.#state.version;
  }

  get status(): DocumentSaveStatus {
    return savingStatus(this.#state);
  }

  /** Why the service does not have it, or the disk, as a sentence. */
  get problem(): string | null {
    return problemOf(this.#state) ?? this.diskProblem;
  }

  /** Why the disk does not have what is shown, as a sentence. */
  get diskProblem(): string | null {
    return isUnsaved(this.#state) ? this.#state.journalProblem : null;
  }

  /** Whether what is shown is on the disk of this computer or at the service. */
  get isOnDisk(): boolean {
    return isOnDisk(this.#state);
  }

  /** The document was edited. @param step what was done. */
  edited(step: string, document: D): void {
    this.#dispatch({ type: 'edited', change: { label: step, operations: [{ op: 'replace', document }] } });
  }

  /** A gesture begins: nothing comes in or goes out. */
  held(): void {
    this.#dispatch({ type: 'held' });
  }

  /** A gesture ended. */
  released(): void {
    this.#dispatch({ type: 'released' });
  }

  /** The version that the service went back to, while somebody has to choose; null where it has not. */
  get older(): number | null {
    const { phase } = this.#state;
    return phase.kind === 'older' ? phase.theirs.version : null;
  }

  resolveOlder(side: Side): void {
    this.#dispatch({ type: 'older-resolved', side });
  }

  retry(): void {
    this.#dispatch({ type: 'retry' });
  }

  /** @throws Error with a sentence when not everything can be saved now. */
  async flush(): Promise<void> {
    await this.#due(true);
    if (isUnsaved(this.#state)) throw new Error(this.problem ?? words.saving.unreachable(this.isOnDisk));
  }

  async kept(): Promise<void> {
    await this.#drafts.kept();
    this.#screen.changed();
  }

  stop(): void {
    this.#dispatch({ type: 'stopped' });
    this.#timer.stop();
    this.#drafts.stop();
    this.#cancelWait();
    this.#cancelPoll();
    this.#unwatch();
  }

  #received(news: DocumentNews): void {
    switch (news.kind) {
      case 'saved':
        if (news.version > this.version) this.#dispatch({ type: 'noticed', version: news.version });
        return;
      case 'drafts-left':
        return this.#dispatch({ type: 'left' });
      case 'back':
        return this.#dispatch({ type: 'online' });
      default:
        assertNever(news);
    }
  }

  #poll(): void {
    this.#cancelPoll = this.#ports.after(POLL_MS, () => {
      this.#poll();
      if (this.#ports.isInView() && this.#state.phase.kind !== 'sending') void this.#compareVersions();
    });
  }

  async #compareVersions(): Promise<void> {
    const version = await this.#ports.version().catch(() => null);
    if (version !== null) this.#dispatch({ type: 'noticed', version });
  }

  /** Resolves when everything is sent that can be sent now. */
  async #due(awaited: boolean): Promise<void> {
    this.#timer.stop();
    this.#dispatch({ type: 'save-due', awaited });
    while (this.#performing.size > 0) await Promise.all(this.#performing);
  }

  #dispatch(event: SavingEvent<Saved<D>>): void {
    const [state, effects] = advance(this.#saving, this.#state, event);
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
    this.#screen.changed();
  }

  #perform(effect: SavingEffect<Saved<D>>): void {
    switch (effect.type) {
      case 'journal':
        return effect.when === 'soon' ? this.#drafts.note() : this.#run(this.#drafts.kept());
      case 'schedule-save':
        return this.#timer.start();
      case 'record-request':
        return this.#run(this.#record(effect.key));
      case 'superseded':
        return this.#run(this.#drafts.superseded(effect.behind));
      case 'send':
        return this.#run(this.#send(effect.payload.request));
      case 'fetch':
        return this.#run(this.#fetch());
      case 'claim':
        return this.#run(this.#claim());
      case 'adopt':
        return this.#screen.adopt(effect.document);
      case 'restored':
        return this.#screen.restore(effect.before, effect.document);
      case 'merged':
        return this.#screen.say(effect.clashes);
      case 'settled':
        for (const window of effect.windows) this.#drafts.settle(window);
        return;
      case 'unreadable':
        return this.#screen.sayUnreadable(effect.windows);
      case 'wait':
        this.#cancelWait();
        this.#cancelWait = this.#ports.after(effect.ms, () => this.#dispatch({ type: 'retry-due' }));
        return;
      // One window has one draft: nothing is renamed, and nobody follows.
      case 'merging':
      case 'rename':
      case 'notify':
      case 'take-over':
        return;
      default:
        assertNever(effect);
    }
  }

  #run(work: Promise<void>): void {
    const done = work.finally(() => this.#performing.delete(done));
    this.#performing.add(done);
  }

  async #record(key: string): Promise<void> {
    await this.#drafts.kept();
    this.#dispatch({ type: 'request-recorded', key, behind: this.#drafts.behind });
  }

  async #send(request: DocumentRequest<D>): Promise<void> {
    const { key } = request;
    const { api, projectId } = this.#ports;
    const answer = await this.#kind.write(api, projectId, request).then(
      ({ version, document }) => ({ type: 'responded', key, version, document }) as const,
      (error: unknown) => ({ type: 'failed', key, outcome: failureOf(error) }) as const,
    );
    this.#dispatch(answer);
  }

  async #fetch(): Promise<void> {
    const answer = await this.#kind.read(this.#ports.api, this.#ports.projectId, false).then(
      ({ version, document }) => ({ type: 'fetched', version, document }) as const,
      (error: unknown) => ({ type: 'fetch-failed', outcome: failureOf(error) }) as const,
    );
    this.#dispatch(answer);
  }

  async #claim(): Promise<void> {
    this.#dispatch({ type: 'claimed', drafts: await claimDrafts(this.#kind, this.#ports) });
  }
}
