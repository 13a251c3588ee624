import type { Side } from '../documents/clash.ts';
import type { Kind } from '../documents/kind.ts';
import type { DocumentRequest } from '../documents/requests.ts';
import { advance } from '../documents/machine.ts';
import { opening } from '../documents/opening.ts';
import type { Failure, SavingEffect, SavingEvent } from '../documents/saving-events.ts';
import type { SavingKind } from '../documents/saving-kind.ts';
import { openRequest, screenOf, type SavingState } from '../documents/saving-state.ts';
import {
  replacingKind,
  UNKNOWN_VERSION,
  type Replacing,
  type ReplacingEdit,
} from '../documents/replacing-kind.ts';
import { jsonEqual } from '../language/json-equal.ts';
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
type Journaling<D> = Extract<SavingEffect<Replacing<D, unknown>>, { type: 'journal' }>;

/** What the window that writes tells the others. `writes`: how often the journal had been written then. */
type Told<D> =
  | { kind: 'appended'; entries: Edit<D>[]; writes: number }
  | {
      kind: 'replaced';
      writes: number;
      ids: readonly string[];
      entries: Edit<D>[];
      isSaved: boolean;
      saved: Saved<D> | null;
    }
  | { kind: 'writer'; writer: string | null };

/** A document of which the journal knows that the service has it. */
interface Saved<D> {
  version: number;
  document: D;
}

/** Edits once those before them are at the service: they stand on a document of it, where that is what the others left. */
const behind = <D>(edits: readonly Edit<D>[], saved: Saved<D> | null): Edit<D>[] => {
  const isKnown = saved !== null && jsonEqual(edits[0]?.before, saved.document);
  return edits.map((edit) => ({ ...edit, version: isKnown ? saved.version : UNKNOWN_VERSION }));
};

interface Request {
  key: string;
  expectedVersion: number;
  entryIds: readonly string[];
}

/** The journal of one document on the disk of this computer, and which windows have it open. */
export class ModelDisk<D> {
  /** In a chain: each was made on what the one before left, and all on the document of one version. */
  entries: Edit<D>[] = [];
  requests: Request[] = [];
  /** Of all requests that were ever written down. */
  readonly keys = new Set<string>();
  writer: string | null = null;
  #writes = 0;
  #saved: Saved<D> | null = null;
  readonly windows = new Map<string, (told: Told<D>) => void>();
  readonly #kind: Pick<Kind<D, never>, 'merge'>;

  constructor({ kind }: { kind: Pick<Kind<D, never>, 'merge'> }) {
    this.#kind = kind;
  }

  claim(window: string, take: boolean) {
    if (take || this.writer === null) this.#setWriter(window);
    const [entries, request] = [copy(this.entries), this.requests.at(-1) ?? null];
    return {
      writing: this.writer === window,
      entries,
      request,
      writes: this.#writes,
      saved: entries.length === 0 ? copy(this.#saved) : null,
    };
  }

  /** @param known what the window knows to be on the disk. @returns whether the window may write. */
  write(
    window: string,
    { replaced, entries, saved }: Pick<Journaling<D>, 'replaced' | 'entries' | 'saved'>,
    known: readonly Edit<D>[],
  ): boolean {
    const removed = new Set([...replaced, ...entries.map(({ id }) => id)]);
    const left = this.entries.filter(({ id }) => !removed.has(id));
    const isCurrent = known.findLast(({ id }) => !removed.has(id))?.id === left.at(-1)?.id;
    if (!this.#mayWrite(window) || !isCurrent) return false;
    const written = this.#chained(left, copy([...entries]));
    const isSaved = entries.length === 0;
    if (isSaved && left.length === 0) this.#saved = copy(saved);
    // What the service has is what the edits after it were made on.
    if (isSaved) this.entries = behind(left, saved);
    else this.entries = [...left, ...written];
    this.requests = this.requests.filter(({ entryIds }) => !entryIds.some((id) => removed.has(id)));
    this.#writes += 1;
    if (replaced.length === 0)
      this.#tell(window, { kind: 'appended', writes: this.#writes, entries: written });
    else
      this.#tell(window, {
        kind: 'replaced',
        writes: this.#writes,
        ids: replaced,
        entries: isSaved ? this.entries : written,
        isSaved,
        saved: isSaved && left.length === 0 ? this.#saved : null,
      });
    return true;
  }

  #chained(left: readonly Edit<D>[], entries: readonly Edit<D>[]): Edit<D>[] {
    const version = left[0]?.version ?? entries[0]?.version ?? UNKNOWN_VERSION;
    let document = left.at(-1)?.after;
    return entries.map((edit) => {
      const before = document ?? edit.before;
      const after = jsonEqual(before, edit.before)
        ? edit.after
        : this.#kind.merge(edit.before, edit.after, before).document;
      document = after;
      return { ...edit, version, before, after };
    });
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
  /** How often the journal had been written when it was read. */
  #writes: number;
  #mirror: Edit<D>[] = [];
  /** What it knows to be on the disk. */
  #stored: Edit<D>[] = [];
  /** Edits that the service has, with what it has since. */
  readonly #accepted = new Map<string, Saved<D> | null>();
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
    const { writing, entries, request: unsettled, writes } = disk.claim(name, false);
    this.#writes = writes;
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

  /** Edits of the journal, but for those that the service has as far as this window knows. */
  #edits(entries: readonly Edit<D>[]): Edit<D>[] {
    const left = entries.filter(({ id }) => !this.#accepted.has(id));
    const edits = left.length < entries.length ? behind(left, this.#savedOf(entries)) : left;
    return edits.map((edit) => ({ ...edit, journaled: true }));
  }

  /** What the service has since the last of these edits that are known to be there. */
  #savedOf(entries: readonly Edit<D>[]): Saved<D> | null {
    return this.#accepted.get(entries.findLast(({ id }) => this.#accepted.has(id))?.id ?? '') ?? null;
  }

  get screen(): D {
    return screenOf(this.#saving, this.state);
  }

  dispatch(event: SavingEvent<Replacing<D, Operation>>): void {
    const { held } = this.state;
    const { screen } = this;
    const [state, effects] = advance(this.#saving, this.state, event);
    this.state = state;
    for (const effect of effects) this.#await(effect);
    const outstanding = this.waiting.filter((one) => one.type !== 'told');
    this.broken.push(...brokenSavingRules(state, outstanding));
    const comesIn = event.type !== 'edited' && this.#of.kind.between(screen, this.screen).length > 0;
    const goesOut = effects.some(({ type }) => type === 'record-request');
    if (held && state.held && (comesIn || goesOut)) this.broken.push('Held, and not left alone.');
  }

  /** As timers do: of one kind there is one, and the end of a wait is the end of the last one. */
  #await(effect: SavingEffect<Replacing<D, Operation>>): void {
    const isSame = (one: Waiting<D, Operation>) =>
      (effect.type === 'schedule-save' || effect.type === 'wait') && one.type === effect.type;
    if (effect.type === 'journal') {
      this.#itemsOf.set(effect, new Map(this.items));
      for (const id of effect.accepted) this.#accepted.set(id, effect.saved);
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
    if (!this.#disk.write(this.name, effect, this.#stored)) return this.#demoted();
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
      stored: this.#edits(stored),
    });
  }

  #hear(told: Told<D>): void {
    if (told.kind === 'writer') {
      if (told.writer !== null) this.#demoted();
      return this.#claim(false);
    }
    // What came before is in what was read.
    if (!this.#isFollowing || told.writes <= this.#writes) return;
    const removed = new Set([
      ...(told.kind === 'replaced' ? told.ids : []),
      ...told.entries.map(({ id }) => id),
    ]);
    this.#mirror = [...this.#mirror.filter(({ id }) => !removed.has(id)), ...told.entries];
    const isSaved = told.kind === 'replaced' && told.isSaved;
    this.#mirrored(isSaved, isSaved ? told.saved : null);
  }

  #mirrored(fetch: boolean, saved: Saved<D> | null): void {
    const known = saved ?? this.#savedOf(this.#mirror);
    this.dispatch({ type: 'mirrored', entries: this.#edits(this.#mirror), fetch, saved: known });
  }

  #claim(take: boolean): void {
    // What waits to be written is in the journal first, or refused.
    const isWriting = ({ type }: Waiting<D, Operation>) => type === 'journal' || type === 'record-request';
    for (let at = this.waiting.findIndex(isWriting); at !== -1; at = this.waiting.findIndex(isWriting)) {
      const [effect] = this.waiting.splice(at, 1);
      if (effect?.type === 'journal' || effect?.type === 'record-request') this.#write(effect);
    }
    const stored = this.#stored;
    const { writing, entries, request, writes, saved: known } = this.#disk.claim(this.name, take);
    this.#writes = writes;
    this.#stored = entries;
    // Another window wrote meanwhile, and this one has not heard of it.
    if (writing && !jsonEqual(idsOf(stored), idsOf(entries))) this.#demoted(stored);
    if (writing && this.#isFollowing) {
      this.#isFollowing = false;
      const saved = entries.filter(({ id }) => this.#accepted.has(id)).map(({ id }) => id);
      const accepted = this.#savedOf(entries);
      if (saved.length > 0)
        this.waiting.push({
          type: 'journal',
          replaced: saved,
          entries: [],
          accepted: saved,
          saved: accepted,
        });
      const isOver = request?.entryIds.every((id) => this.#accepted.has(id)) === true;
      this.dispatch({
        type: 'promoted',
        entries: this.#edits(entries),
        request: isOver ? null : request,
        saved: known ?? accepted,
      });
    } else if (!writing) {
      this.#demoted(stored);
      this.#mirror = entries;
      this.#mirrored(true, known);
    }
  }

  #send(request: DocumentRequest<D>, net: Net): void {
    const { key } = request;
    const isOpen = openRequest(this.state)?.key === key;
    if (!this.#disk.keys.has(key)) this.broken.push(`${key} was sent before it was written down`);
    if (isOpen && this.#unknown !== null && this.#unknown !== key)
      this.broken.push(`${key} was sent while nobody knew what became of ${this.#unknown}`);
    if (net === 'lost' || net === 'busy' || net === 'key') {
      if (isOpen) this.#unknown = key;
      this.dispatch({ type: 'failed', key, outcome: failures[net] });
      const asked = this.waiting.some((one) => one.type === 'wait' && one.ms >= RETRY_AFTER_MS);
      if (net === 'busy' && isOpen && !asked) this.broken.push('Retry-After was not honoured');
      return;
    }
    const response = this.#service.write(request);
    if (net === 'response-lost') {
      if (isOpen) this.#unknown = key;
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

const idsOf = (edits: readonly { id: string }[]): string[] => edits.map(({ id }) => id);

/** The items that a window made. */
export const ownItems = (counts: ReadonlyMap<string, number>, window: string): ReadonlyMap<string, number> =>
  new Map([...counts].filter(([id]) => id.startsWith(`${window}-`)));
