import type { Side } from '../documents/clash.ts';
import type { DocumentRequest } from '../documents/requests.ts';
import { advance } from '../documents/machine.ts';
import { opening } from '../documents/opening.ts';
import type { SavingEffect, SavingEvent } from '../documents/saving-events.ts';
import type { SavingKind } from '../documents/saving-kind.ts';
import { openRequest, screenOf, type SavingState } from '../documents/saving-state.ts';
import { replacingKind, type Replacing } from '../documents/replacing-kind.ts';
import { jsonEqual } from '../language/json-equal.ts';
import { behind, type Edit, type Journaling, type ModelDisk, type Saved, type Told } from './saving-disk.ts';
import {
  copy,
  failures,
  RETRY_AFTER_MS,
  type ItemKind,
  type ModelService,
  type Net,
} from './saving-faults.ts';
import { brokenSavingRules } from './saving-rules.ts';

/** A model of a window, on the models of a disk and of a service. */

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
      if (this.#joinsWaiting(effect)) return;
    }
    this.waiting = [...this.waiting.filter((one) => !isSame(one)), effect];
  }

  /** As the queue of the journal does: what stands for edits that wait to be written comes in their place. */
  #joinsWaiting({ replaced, entries }: Journaling<D>): boolean {
    const at = this.waiting.findLastIndex(({ type }) => type === 'journal' || type === 'record-request');
    const last = this.waiting[at];
    if (last?.type !== 'journal' || last.replaced.length > 0 || replaced.length === 0) return false;
    if (entries.length === 0 || !replaced.every((id) => last.entries.some((edit) => edit.id === id)))
      return false;
    const joined = {
      ...last,
      entries: [...last.entries.filter(({ id }) => !replaced.includes(id)), ...entries],
    };
    this.#itemsOf.set(joined, new Map(this.items));
    this.waiting = this.waiting.with(at, joined);
    return true;
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
    const left = this.#stored.filter(({ id }) => !removed.has(id));
    const [first] = left.length === 0 ? effect.entries : [];
    if (first && !this.#isOfVersion(first.before, first.version))
      this.broken.push(`What was written for the document of version ${first.version} stands on another`);
    this.#stored = [...left, ...effect.entries];
    this.journaled = this.#itemsOf.get(effect) ?? this.journaled;
    this.dispatch({ type: 'journaled', ids: effect.entries.map(({ id }) => id) });
  }

  /** Whether the service had this as that version, but for what it fills in; of one that it never had nobody can say. */
  #isOfVersion(document: D, version: number): boolean {
    const expected = this.#service.at(version);
    const checked = this.#of.kind.check(copy(document));
    return (
      expected === undefined || (checked.ok && this.#of.kind.between(checked.document, expected).length === 0)
    );
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
