import type { Side } from '../documents/clash.ts';
import type { Kind } from '../documents/kind.ts';
import { mergeDrafts, type LeftDraft } from '../documents/left-drafts.ts';
import type { DocumentRequest, SentRequest } from '../documents/requests.ts';
import { advance } from '../documents/machine.ts';
import { opening } from '../documents/opening.ts';
import type { Failure, SavingEffect, SavingEvent } from '../documents/saving-events.ts';
import type { SavingKind } from '../documents/saving-kind.ts';
import { screenOf, type SavingState } from '../documents/saving-state.ts';
import { replacingKind, sentOf, type Replacing } from '../documents/replacing-kind.ts';
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

interface Draft<D> {
  version: number;
  base: D;
  document: D;
  sent: SentRequest<D>[];
}

/** The disk of this computer, and which windows there are. */
export class ModelDisk<D> {
  readonly drafts = new Map<string, Draft<D>>();
  readonly present = new Set<string>();
  readonly #claims = new Map<string, string>();

  claim(window: string): [string, Draft<D>][] {
    const isLeft = (by: string | undefined) => by === undefined || !this.present.has(by);
    const left = [...this.drafts].filter(([other]) => isLeft(other) && isLeft(this.#claims.get(other)));
    for (const [other] of left) this.#claims.set(other, window);
    return copy(left);
  }

  drop(window: string): void {
    this.drafts.delete(window);
    this.#claims.delete(window);
  }
}

/** A window that can be killed at any moment; only what its draft holds is there afterwards. */
export class ModelWindow<D, Operation> {
  readonly name: string;
  state: SavingState<Replacing<D, Operation>>;
  waiting: SavingEffect<Replacing<D, Operation>>[] = [];
  /** Its items as they are on screen, and as they were when the disk was written last. */
  readonly items = new Map<string, number>();
  journaled: ReadonlyMap<string, number> = new Map();
  readonly broken: string[] = [];
  /** What the person says stands when the service went back. */
  answer: Side = 'mine';
  readonly #of: ItemKind<D, Operation>;
  readonly #saving: SavingKind<Replacing<D, Operation>>;
  readonly #service: ModelService<D, Operation>;
  readonly #disk: ModelDisk<D>;
  #settled: string[] = [];
  /** The key of the last request whose outcome nobody knows. */
  #unknown: string | null = null;
  #ids = 0;

  constructor(
    name: string,
    of: ItemKind<D, Operation>,
    service: ModelService<D, Operation>,
    disk: ModelDisk<D>,
    /** What becomes of its questions about what was left. */
    net: Net = 'works',
  ) {
    this.name = name;
    this.#of = of;

    this.#service = service;
    this.#disk = disk;
    const next = (): string => `${name}-${(this.#ids += 1)}`;
    const source = { newId: next, newKey: next, now: () => '', random: () => 0 };
    this.#saving = replacingKind(of.kind, source);
    disk.present.add(name);
    const claimed = this.#claim(net);
    const { version } = service;
    const base = copy(service.document);
    const opened = { version, base, isRemembered: false, ...mergeDrafts(of.kind, claimed, base, base) };
    [this.state, this.waiting] = opening(this.#saving, opened);
  }

  get screen(): D {
    return screenOf(this.#saving, this.state);
  }

  dispatch(event: SavingEvent<Replacing<D, Operation>>): void {
    const { held } = this.state;
    const [state, effects] = advance(this.#saving, this.state, event);
    this.state = state;
    for (const effect of effects) this.#await(effect);
    this.broken.push(...brokenSavingRules(state, this.waiting));
    const comesIn = effects.some(({ type }) => type === 'adopt' || type === 'restored');
    const goesOut = effects.some(({ type }) => type === 'record-request');
    if (held && state.held && (comesIn || goesOut)) this.broken.push('Held, and not left alone.');
  }

  /** As timers do: of one kind there is one, and the end of a wait is the end of the last one. */
  #await(effect: SavingEffect<Replacing<D, Operation>>): void {
    const isSame = (one: SavingEffect<Replacing<D, Operation>>) =>
      effect.type === 'journal'
        ? one.type === 'journal' && one.when === effect.when
        : (effect.type === 'schedule-save' || effect.type === 'wait') && one.type === effect.type;
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
      case 'journal':
        return this.dispatch({ type: 'journaled', ids: this.#journal() });
      case 'record-request': {
        const ids = this.#journal();
        this.dispatch({ type: 'request-recorded', key: effect.key, behind: null });
        return this.dispatch({ type: 'journaled', ids });
      }
      case 'send':
        return this.#send(effect.payload.request, net);
      case 'fetch': {
        const { version, document } = this.#service;
        if (net === 'works' || net === 'response-lost')
          this.dispatch({ type: 'fetched', version, document: copy(document) });
        else this.dispatch({ type: 'fetch-failed', outcome: failures[net] });
        return;
      }
      case 'claim':
        return this.dispatch({ type: 'claimed', drafts: this.#claim(net) });
      case 'settled':
        this.#settled.push(...effect.windows);
        return;
      case 'unreadable':
        this.broken.push(...effect.windows.map((window) => `The draft of ${window} cannot be read`));
        return;
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
    this.#disk.present.delete(this.name);
  }

  /** Writes its draft. @returns the edits that are in it. */
  #journal(): string[] {
    const { pending, version, confirmed: base } = this.state;
    const sent = sentOf(this.state);
    if (pending.length + sent.length === 0) this.#disk.drop(this.name);
    else this.#disk.drafts.set(this.name, copy({ version, base, document: this.screen, sent }));
    for (const window of this.#settled) this.#disk.drop(window);
    this.#settled = [];
    this.journaled = new Map(this.items);
    return pending.map(({ id }) => id);
  }

  #claim(net: Net): LeftDraft<D>[] {
    return this.#disk.claim(this.name).map(([window, { version, base, document, sent }]) => {
      const asked = sent.map((one) => {
        const isAnswered = net === 'works' || net === 'response-lost';
        const response = isAnswered ? this.#service.write(one.request) : null;
        return { one, outcome: response === null ? 'unknown' : response === 'stale' ? 'not-taken' : 'taken' };
      });
      const those = (outcome: string) =>
        asked.filter((found) => found.outcome === outcome).map(({ one }) => one);
      const [taken, notTaken, unknown] = [those('taken'), those('not-taken'), those('unknown')];
      return { window, version, base, document, taken, notTaken, unknown };
    });
  }

  #send(request: DocumentRequest<D>, net: Net): void {
    const { key } = request;
    const isWritten = [...this.#disk.drafts.values()].some(({ sent }) =>
      sent.some((one) => one.request.key === key),
    );
    if (!isWritten) this.broken.push(`${key} was sent before it was written down`);
    if (this.#unknown !== null && this.#unknown !== key)
      this.broken.push(`${key} was sent while nobody knew what became of ${this.#unknown}`);
    if (net === 'lost' || net === 'busy' || net === 'key') {
      this.#unknown = key;
      this.dispatch({ type: 'failed', key, outcome: failures[net] });
      const asked = this.waiting.some((one) => one.type === 'wait' && one.ms >= RETRY_AFTER_MS);
      if (net === 'busy' && !asked) this.broken.push('Retry-After was not honoured');
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
