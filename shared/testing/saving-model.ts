import type { Side } from '../documents/clash.ts';
import type { Kind } from '../documents/kind.ts';
import type { DocumentRequest } from '../documents/requests.ts';
import { advance } from '../documents/machine.ts';
import { opening } from '../documents/opening.ts';
import type { Failure, SavingEffect, SavingEvent } from '../documents/saving-events.ts';
import type { SavingKind } from '../documents/saving-kind.ts';
import { openRequest, screenOf, type SavingState } from '../documents/saving-state.ts';
import { replacingKind, type Replacing, type ReplacingEdit } from '../documents/replacing-kind.ts';
import { stableStringify } from '../graph/stable-json.ts';
import { brokenSavingRules } from './saving-rules.ts';

/** Models of what surrounds the saving of a document: a service, a disk that outlives windows, and windows. */

/** A kind of document with items that can be told apart, each with a number. */
export interface ItemKind<D, Operation> {
  kind: Kind<D, Operation>;
  start: D;
  /** Adds an item, gives it another number, or takes it away with null. */
  edit: (document: D, id: string, count: number | null) => D;
  counts: (document: D) => ReadonlyMap<string, number>;
}

/** What becomes of a request. */
export type Net = 'works' | 'lost' | 'response-lost' | 'busy' | 'key';

const RETRY_AFTER_MS = 7000;
const failures: Record<'lost' | 'busy' | 'key', Failure> = {
  lost: { kind: 'unreachable' },
  busy: { kind: 'busy', retryAfterMs: RETRY_AFTER_MS },
  key: { kind: 'key' },
};

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The service: versions, documents saved whole, responses replayed by key. */
export class ModelService<D, Operation> {
  document: D;
  version = 1;
  /** Rules that were broken, in sentences. */
  readonly broken: string[] = [];
  readonly #items: ItemKind<D, Operation>;
  readonly #responses = new Map<string, { asked: string; version: number; document: D }>();
  readonly #gone = new Set<string>();
  readonly #backups = new Map<number, D>();

  constructor(items: ItemKind<D, Operation>) {
    this.#items = items;
    this.document = items.start;
    this.#backups.set(this.version, this.document);
  }

  write({ key, expectedVersion, document }: DocumentRequest<D>): { version: number; document: D } | 'stale' {
    const asked = stableStringify([expectedVersion, document]);
    const replay = this.#responses.get(key);
    if (replay && replay.asked !== asked) this.broken.push(`${key} was sent with something else in it`);
    if (replay) return { version: replay.version, document: copy(replay.document) };
    if (expectedVersion !== this.version) return 'stale';
    this.#save(document);
    const response = { asked, version: this.version, document: this.document };
    this.#responses.set(key, response);
    return { version: response.version, document: copy(response.document) };
  }

  someoneElse(id: string, count: number): void {
    this.#save(this.#items.edit(this.document, id, count));
  }

  /** It is restored from a backup of an earlier version: what came since is unknown to it, keys as well. */
  goBack(versions: number): void {
    const version = Math.max(1, this.version - versions);
    this.document = this.#backups.get(version) ?? this.document;
    this.version = version;
    this.#responses.clear();
    this.#gone.clear();
  }

  /** As the service does, it fills in what follows from the rest, such as the length of a timeline. */
  #save(sent: D): void {
    const checked = this.#items.kind.check(copy(sent));
    if (!checked.ok) throw new Error('The document has problems.');
    const { document } = checked;
    const [before, after] = [this.#items.counts(this.document), this.#items.counts(document)];
    for (const [id, count] of before) {
      const now = after.get(id);
      if (now === undefined) this.#gone.add(id);
      else if (now < count) this.broken.push(`${id} went from ${count} back to ${now}`);
    }
    for (const id of after.keys()) if (this.#gone.has(id)) this.broken.push(`${id} came back`);
    this.document = document;
    this.version += 1;
    this.#backups.set(this.version, document);
  }
}

type Edit<D> = ReplacingEdit<D>;

/** What the window that writes tells the others. */
type Told<D> =
  | { kind: 'appended'; entries: Edit<D>[] }
  | { kind: 'replaced'; ids: readonly string[]; entries: Edit<D>[]; isSaved: boolean }
  | { kind: 'writer'; writer: string | null };

interface Request {
  key: string;
  expectedVersion: number;
  entryIds: readonly string[];
}

/** The journal of one document on the disk of this computer, and which windows have it open. */
export class ModelDisk<D> {
  entries: Edit<D>[] = [];
  requests: Request[] = [];
  /** Of all requests that were ever written down. */
  readonly keys = new Set<string>();
  writer: string | null = null;
  readonly windows = new Map<string, (told: Told<D>) => void>();

  claim(window: string, take: boolean): { writing: boolean; entries: Edit<D>[]; request: Request | null } {
    if (take || this.writer === null) this.#setWriter(window);
    const [entries, request] = [copy(this.entries), this.requests.at(-1) ?? null];
    return { writing: this.writer === window, entries, request };
  }

  /** @returns whether the window may write. */
  write(window: string, replaced: readonly string[], entries: readonly Edit<D>[]): boolean {
    if (!this.#mayWrite(window)) return false;
    const removed = new Set([...replaced, ...entries.map(({ id }) => id)]);
    const written = copy([...entries]);
    this.entries = [...this.entries.filter(({ id }) => !removed.has(id)), ...written];
    this.requests = this.requests.filter(({ entryIds }) => !entryIds.some((id) => removed.has(id)));
    if (replaced.length === 0) this.#tell(window, { kind: 'appended', entries: written });
    else
      this.#tell(window, {
        kind: 'replaced',
        ids: replaced,
        entries: written,
        isSaved: written.length === 0,
      });
    return true;
  }

  /** @returns whether the window may write. */
  sending(window: string, request: Request): boolean {
    if (!this.#mayWrite(window)) return false;
    const isOther = ({ entryIds }: Request) => !entryIds.some((id) => request.entryIds.includes(id));
    this.requests = [...this.requests.filter(isOther), request];
    this.keys.add(request.key);
    return true;
  }

  leave(window: string): void {
    this.windows.delete(window);
    if (this.writer === window) this.#setWriter(null);
  }

  #mayWrite(window: string): boolean {
    if (this.writer === null) this.#setWriter(window);
    return this.writer === window;
  }

  #setWriter(writer: string | null): void {
    if (this.writer === writer) return;
    this.writer = writer;
    this.#tell(writer, { kind: 'writer', writer });
  }

  #tell(by: string | null, told: Told<D>): void {
    for (const [window, listen] of this.windows) if (window !== by) listen(copy(told));
  }
}

type Waiting<D, Operation> = SavingEffect<Replacing<D, Operation>> | { type: 'told'; told: Told<D> };

/** A window that can be killed at any moment; only what the journal has is there afterwards. */
export class ModelWindow<D, Operation> {
  readonly name: string;
  state: SavingState<Replacing<D, Operation>>;
  waiting: Waiting<D, Operation>[] = [];
  /** Its items as they are on screen. */
  readonly items = new Map<string, number>();
  /** As they were when the disk was written last. */
  journaled: ReadonlyMap<string, number> = new Map();
  readonly #itemsOf = new WeakMap<object, ReadonlyMap<string, number>>();
  readonly broken: string[] = [];
  /** What the person says stands when the service went back. */
  answer: Side = 'mine';
  readonly #of: ItemKind<D, Operation>;
  readonly #saving: SavingKind<Replacing<D, Operation>>;
  readonly #service: ModelService<D, Operation>;
  readonly #disk: ModelDisk<D>;
  #isFollowing: boolean;
  #mirror: Edit<D>[] = [];
  /** What it knows to be on the disk. */
  #stored: Edit<D>[] = [];
  readonly #accepted = new Set<string>();
  /** The key of the last request whose outcome nobody knows. */
  #unknown: string | null = null;
  #ids = 0;

  constructor(
    name: string,
    of: ItemKind<D, Operation>,
    service: ModelService<D, Operation>,
    disk: ModelDisk<D>,
  ) {
    this.name = name;
    this.#of = of;
    this.#service = service;
    this.#disk = disk;
    const next = (): string => `${name}-${(this.#ids += 1)}`;
    const source = { newId: next, newKey: next, now: () => '', random: () => 0 };
    this.#saving = replacingKind(of.kind, source);
    disk.windows.set(name, (told) => this.waiting.push({ type: 'told', told }));
    const { writing, entries, request: unsettled } = disk.claim(name, false);
    this.#isFollowing = !writing;
    this.#mirror = entries;
    this.#stored = entries;
    const { version } = service;
    const confirmed = copy(service.document);
    const edits = this.#edits(entries);
    const found = { version, confirmed, isRemembered: false, isFollowing: !writing, edits, unsettled };
    [this.state, this.waiting] = opening(this.#saving, found);
    if (!writing) return;
    if (unsettled) this.dispatch({ type: 'retry-due' });
    else if (edits.length > 0) this.dispatch({ type: 'fetched', version, document: confirmed });
  }

  #edits(entries: readonly Edit<D>[]): Edit<D>[] {
    return entries.map((entry) => ({ ...entry, journaled: true }));
  }

  get screen(): D {
    return screenOf(this.#saving, this.state);
  }

  dispatch(event: SavingEvent<Replacing<D, Operation>>): void {
    const { held } = this.state;
    const [state, effects] = advance(this.#saving, this.state, event);
    this.state = state;
    for (const effect of effects) this.#await(effect);
    const outstanding = this.waiting.filter((one) => one.type !== 'told');
    this.broken.push(...brokenSavingRules(state, outstanding));
    const comesIn = effects.some(({ type }) => type === 'adopt');
    const goesOut = effects.some(({ type }) => type === 'record-request');
    if (held && state.held && (comesIn || goesOut)) this.broken.push('Held, and not left alone.');
  }

  /** As timers do: of one kind there is one, and the end of a wait is the end of the last one. */
  #await(effect: SavingEffect<Replacing<D, Operation>>): void {
    const isSame = (one: Waiting<D, Operation>) =>
      (effect.type === 'schedule-save' || effect.type === 'wait') && one.type === effect.type;
    if (effect.type === 'journal') {
      this.#itemsOf.set(effect, new Map(this.items));
      for (const id of effect.accepted) this.#accepted.add(id);
    }
    this.waiting = [...this.waiting.filter((one) => !isSame(one)), effect];
  }

  /** Adds an item of its own, counts one on, or takes one away with null. */
  edit(id: string, count: number | null): void {
    if (count === null) this.items.delete(id);
    else this.items.set(id, count);
    this.show(this.#of.edit(this.screen, id, count));
  }

  /** Makes another document of the one on screen, as undo does. */
  show(document: D): void {
    const operations = this.#of.kind.between(this.screen, document);
    this.dispatch({ type: 'edited', change: { label: 'edit', operations } });
  }

  /** Its items as they are on screen now. */
  get shown(): ReadonlyMap<string, number> {
    return ownItems(this.#of.counts(this.screen), this.name);
  }

  /** What is on screen counts from here on, as after a state of the service was chosen. */
  takeAsShown(): void {
    const { shown } = this;
    this.items.clear();
    for (const [id, count] of shown) this.items.set(id, count);
  }

  /** Performs the effect that has waited longest. */
  perform(net: Net): void {
    const effect = this.waiting.shift();
    if (!effect) return;
    switch (effect.type) {
      case 'told':
        return this.#hear(effect.told);
      case 'take-over':
        return this.#claim(true);
      case 'journal':
      case 'record-request':
        return this.#write(effect);
      case 'send':
        return this.#send(effect.payload, net);
      case 'fetch': {
        const { version, document } = this.#service;
        if (net === 'works' || net === 'response-lost')
          this.dispatch({ type: 'fetched', version, document: copy(document) });
        else this.dispatch({ type: 'fetch-failed', outcome: failures[net] });
        return;
      }
      case 'schedule-save':
        return this.dispatch({ type: 'save-due' });
      case 'wait':
        return this.dispatch({ type: 'retry-due' });
      default:
        return;
    }
  }

  /** From one moment to the next. */
  kill(): void {
    this.#disk.leave(this.name);
  }

  /** A writing that waits: while it follows there is nothing to write. */
  #write(
    effect: Extract<SavingEffect<Replacing<D, Operation>>, { type: 'journal' | 'record-request' }>,
  ): void {
    if (this.#isFollowing) return;
    if (effect.type === 'record-request') {
      const { key, expectedVersion, entryIds } = effect.request;
      if (!this.#disk.sending(this.name, { key, expectedVersion, entryIds })) return this.#demoted();
      return this.dispatch({ type: 'request-recorded', key });
    }
    if (effect.replaced.length + effect.entries.length === 0) return;
    if (!this.#disk.write(this.name, effect.replaced, effect.entries)) return this.#demoted();
    const removed = new Set([...effect.replaced, ...effect.entries.map(({ id }) => id)]);
    this.#stored = [...this.#stored.filter(({ id }) => !removed.has(id)), ...effect.entries];
    this.journaled = this.#itemsOf.get(effect) ?? this.journaled;
    this.dispatch({ type: 'journaled', ids: effect.entries.map(({ id }) => id) });
  }

  #demoted(stored = this.#stored): void {
    this.#unknown = null;
    if (this.#isFollowing) return;
    this.#isFollowing = true;
    this.dispatch({
      type: 'demoted',
      stored: this.#edits(stored.filter(({ id }) => !this.#accepted.has(id))),
    });
  }

  #hear(told: Told<D>): void {
    if (told.kind === 'writer') {
      if (told.writer !== null) this.#demoted();
      return this.#claim(false);
    }
    if (!this.#isFollowing) return;
    const removed = new Set([
      ...(told.kind === 'replaced' ? told.ids : []),
      ...told.entries.map(({ id }) => id),
    ]);
    this.#mirror = [...this.#mirror.filter(({ id }) => !removed.has(id)), ...told.entries];
    this.#mirrored(told.kind === 'replaced' && told.isSaved);
  }

  #mirrored(fetch: boolean): void {
    this.dispatch({ type: 'mirrored', entries: this.#edits(this.#mirror), fetch });
  }

  #claim(take: boolean): void {
    // What waits to be written is in the journal first, or refused.
    const isWriting = ({ type }: Waiting<D, Operation>) => type === 'journal' || type === 'record-request';
    for (let at = this.waiting.findIndex(isWriting); at !== -1; at = this.waiting.findIndex(isWriting)) {
      const [effect] = this.waiting.splice(at, 1);
      if (effect?.type === 'journal' || effect?.type === 'record-request') this.#write(effect);
    }
    const stored = this.#stored;
    const { writing, entries, request } = this.#disk.claim(this.name, take);
    this.#stored = entries;
    if (writing && this.#isFollowing) {
      this.#isFollowing = false;
      this.dispatch({ type: 'promoted', entries: this.#edits(entries), request });
    } else if (!writing) {
      this.#demoted(stored);
      this.#mirror = entries;
      this.#mirrored(true);
    }
  }

  #send(request: DocumentRequest<D>, net: Net): void {
    const { key } = request;
    const isOpen = openRequest(this.state)?.key === key;
    if (!this.#disk.keys.has(key)) this.broken.push(`${key} was sent before it was written down`);
    if (isOpen && this.#unknown !== null && this.#unknown !== key)
      this.broken.push(`${key} was sent while nobody knew what became of ${this.#unknown}`);
    if (net === 'lost' || net === 'busy' || net === 'key') {
      this.#unknown = key;
      this.dispatch({ type: 'failed', key, outcome: failures[net] });
      const asked = this.waiting.some((one) => one.type === 'wait' && one.ms >= RETRY_AFTER_MS);
      if (net === 'busy' && isOpen && !asked) this.broken.push('Retry-After was not honoured');
      return;
    }
    const response = this.#service.write(request);
    if (net === 'response-lost') {
      this.#unknown = key;
      return this.dispatch({ type: 'failed', key, outcome: failures.lost });
    }
    this.#unknown = null;
    if (response === 'stale') this.dispatch({ type: 'failed', key, outcome: { kind: 'stale' } });
    else this.dispatch({ type: 'responded', key, ...response });
  }

  /** Everything that can happen happens, with a network that works. */
  settle(): void {
    this.dispatch({ type: 'released' });
    this.dispatch({ type: 'retry' });
    this.dispatch({ type: 'noticed', version: this.#service.version });
    for (let step = 0; step < 500; step += 1) {
      if (this.waiting.length > 0) this.perform('works');
      else if (this.state.phase.kind === 'older')
        this.dispatch({ type: 'older-resolved', side: this.answer });
      else return;
    }
    this.broken.push('Saving does not come to rest.');
  }
}

/** The items that a window made. */
export const ownItems = (counts: ReadonlyMap<string, number>, window: string): ReadonlyMap<string, number> =>
  new Map([...counts].filter(([id]) => id.startsWith(`${window}-`)));
