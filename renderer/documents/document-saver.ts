import type { ClashOf, Side } from '#shared/documents/clash.ts';
import type { DocumentRequest } from '#shared/documents/requests.ts';
import { opening, type LoadedDocument } from '#shared/documents/opening.ts';
import { SavingDriver, type SavingPorts } from '#shared/documents/saving-driver.ts';
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
import { claimDrafts } from './sent-requests.ts';

const SAVE_AFTER = { idleMs: 600, longestMs: 3000 };

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

/** Saving of a storyboard or timeline: what the driver of all documents asks for of the draft, the service and the screen. */
export class DocumentSaver<D> {
  readonly #kind: DocumentKind<D>;
  readonly #saving: SavingKind<Saved<D>>;
  readonly #ports: DocumentPorts;
  readonly #screen: DocumentOnScreen<D>;
  readonly #drafts: DraftWriter<D>;
  readonly #driver: SavingDriver<Saved<D>>;
  /** What saving begins with. */
  readonly #first: readonly SavingEffect<Saved<D>>[];
  #unwatch: () => void = () => undefined;

  constructor(
    kind: DocumentKind<D>,
    ports: DocumentPorts,
    opened: LoadedDocument<D>,
    screen: DocumentOnScreen<D>,
  ) {
    this.#kind = kind;
    this.#saving = replacingKind(kind, source);
    this.#ports = ports;
    this.#screen = screen;
    const [state, first] = opening(this.#saving, opened);
    this.#first = first;
    this.#driver = new SavingDriver(this.#saving, state, {
      after: (ms, run) => ports.after(ms, run),
      saveAfter: SAVE_AFTER,
      send: ({ payload }) => this.#send(payload.request),
      fetch: () => this.#fetch(),
      poll: () => {
        if (ports.isInView() && this.#state.phase.kind !== 'sending') void this.#compareVersions();
      },
      perform: (effect) => this.#perform(effect),
      dispatched: () => this.#screen.changed(),
    });
    const currentState = () => ({
      version: this.#state.version,
      base: this.#state.confirmed,
      document: this.document,
      sent: sentOf(this.#state),
      ids: this.#state.pending.map(({ id }) => id),
    });
    this.#drafts = new DraftWriter(ports, currentState, {
      written: (ids) => this.#dispatch({ type: 'journaled', ids }),
      failed: (message) => this.#dispatch({ type: 'journal-failed', message }),
    });
  }

  /** Begins to listen and to save; once the screen can be asked. */
  start(): void {
    this.#unwatch = this.#ports.watch((news) => this.#received(news));
    this.#driver.start(this.#first);
  }

  get #state(): SavingState<Saved<D>> {
    return this.#driver.state;
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
    await this.#driver.saveNow(true);
    if (isUnsaved(this.#state)) throw new Error(this.problem ?? words.saving.unreachable(this.isOnDisk));
  }

  async preserved(): Promise<void> {
    await this.#drafts.kept();
    this.#screen.changed();
  }

  stop(): void {
    this.#dispatch({ type: 'stopped' });
    this.#driver.stop();
    this.#drafts.stop();
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

  async #compareVersions(): Promise<void> {
    const version = await this.#ports.version().catch(() => null);
    if (version !== null) this.#dispatch({ type: 'noticed', version });
  }

  #dispatch(event: SavingEvent<Saved<D>>): void {
    this.#driver.dispatch(event);
  }

  #perform(effect: Parameters<SavingPorts<Saved<D>>['perform']>[0]): void {
    switch (effect.type) {
      case 'journal':
        return effect.when === 'soon' ? this.#drafts.note() : this.#driver.run(this.#drafts.kept());
      case 'record-request':
        return this.#driver.run(this.#record(effect.key));
      case 'superseded':
        return this.#driver.run(this.#drafts.superseded(effect.behind));
      case 'claim':
        return this.#driver.run(this.#claim());
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

  async #record(key: string): Promise<void> {
    await this.#drafts.kept();
    this.#dispatch({ type: 'request-recorded', key, behind: this.#drafts.behind });
  }

  #send(request: DocumentRequest<D>): Promise<SavingEvent<Saved<D>>> {
    const { key } = request;
    const { api, projectId } = this.#ports;
    return this.#kind.write(api, projectId, request).then(
      ({ version, document }) => ({ type: 'responded', key, version, document }) as const,
      (error: unknown) => ({ type: 'failed', key, outcome: failureOf(error) }) as const,
    );
  }

  #fetch(): Promise<SavingEvent<Saved<D>>> {
    return this.#kind.read(this.#ports.api, this.#ports.projectId, false).then(
      ({ version, document }) => ({ type: 'fetched', version, document }) as const,
      (error: unknown) => ({ type: 'fetch-failed', outcome: failureOf(error) }) as const,
    );
  }

  async #claim(): Promise<void> {
    this.#dispatch({ type: 'claimed', drafts: await claimDrafts(this.#kind, this.#ports) });
  }
}
