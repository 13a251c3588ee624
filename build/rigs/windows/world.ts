import type { MediaDocumentKind } from '#shared/desk/index.ts';
import { storyboardKind, timelineKind } from '#renderer/documents/document-kind.ts';
import {
  ofAll,
  startStoryboard,
  startTimeline,
  storyboardFields,
  timelineFields,
  WINDOWS,
} from '../kills/documents/fields.ts';
import { createRandom, type Random } from '../random.ts';
import { Describe } from './testing/describe.ts';
import { checked, Ledger, Person } from './testing/person.ts';
import { Schedule, settled } from './testing/schedule.ts';
import { SimulatedCalls } from './testing/simulated-ports.ts';
import { SimulatedCore } from './testing/simulated-core.ts';
import { SimulatedService } from './testing/simulated-service.ts';

/** What is killed or cut at once; `responses`: those of the next writes get lost. */
const victims = ['page', 'core', 'service', 'stream', 'responses'] as const;
/** A full disk is played with one window alone, unless it is asked for: of two, one or two worlds in a hundred break a promise. */
const allVictims = [...victims, 'disk'] as const;
type Victim = (typeof allVictims)[number];

interface WorldReport {
  problems: string[];
  /** All that happened, a line each. */
  trace: string[];
  edits: number;
  kills: number;
  /** Writes that were done and whose response got lost while all lived on. */
  dropped: number;
}

interface Window {
  name: string;
  people: (Person<never> | Person<unknown>)[];
}

/** Of all worlds: they have one window. */
const SINGLE_WINDOW_SHARE = 0.2;
/** Of each step. */
const KILL_PROBABILITY = 0.012;
/** Milliseconds in which windows take up what killed ones left, and steps for that at most. */
const RECOVERY_MS = 70_000;
const RECOVERY_STEPS = 3000;

/**
 * Two windows on the storyboard and the timeline of a project, with the page's own modules and the desktop process's own journal.
 * Whatever is under way between them and the service arrives in an order of share, and anything may be killed.
 */
class World {
  readonly #random: Random;
  readonly #schedule: Schedule;
  readonly #service = new SimulatedService({
    timeline: checked(timelineKind, startTimeline),
    storyboard: checked(storyboardKind, startStoryboard),
  });
  readonly #core: SimulatedCore;
  readonly #calls: SimulatedCalls;
  readonly #ledger = new Ledger();
  readonly #problems: string[] = [];
  readonly #windows: Window[] = [];
  #opened = 0;
  #kills = 0;
  #wasFull = false;
  readonly #hasFullDisks: boolean;
  #displayed: string[] = [];

  /** @param count of the windows. @param hasFullDisks whether the disk is full now and then also where there are two. */
  constructor(random: Random, count: number, hasFullDisks: boolean) {
    this.#random = random;
    this.#hasFullDisks = hasFullDisks;
    this.#schedule = new Schedule(random);
    const describe = new Describe();
    this.#core = new SimulatedCore(this.#schedule, random, describe);
    this.#calls = new SimulatedCalls(this.#schedule, random, {
      core: this.#core,
      service: this.#service,
      describe,
    });
    for (let index = 0; index < count; index += 1) this.#windows.push(this.#open(index));
  }

  async play(steps: number, withKills: boolean): Promise<WorldReport> {
    for (let count = 0; count < steps; count += 1) {
      if (withKills && this.#random.bool(KILL_PROBABILITY)) await this.#kill(this.#victim());
      await this.#step(true);
    }
    await this.#drain();
    this.#compare();
    this.#problems.push(...this.#calls.problems, ...this.#service.problems);
    return {
      problems: [...new Set(this.#problems)],
      trace: this.#schedule.trace,
      edits: Object.values(this.#ledger.created).reduce((all, count) => all + count, 0),
      kills: this.#kills,
      dropped: this.#calls.dropped,
    };
  }

  #victim(): Victim {
    const isAll = this.#hasFullDisks || this.#windows.length === 1;
    return this.#random.pick<Victim>(isAll ? allVictims : victims);
  }

  #open(index: number): Window {
    this.#opened += 1;
    const name = `window${this.#opened}.${index}`;
    this.#schedule.note(`${name} is opened`);
    this.#core.connect(name);
    const context = {
      schedule: this.#schedule,
      calls: this.#calls,
      ledger: this.#ledger,
      stored: (kind: MediaDocumentKind) => ({
        disk: this.#core.stored(kind),
        service: this.#service.stored(kind),
      }),
    };
    const people = [
      new Person(name, timelineKind, context, { edited: timelineFields(index), all: ofAll(timelineFields) }),
      new Person(name, storyboardKind, context, {
        edited: storyboardFields(index),
        all: ofAll(storyboardFields),
      }),
    ];
    return { name, people };
  }

  get #people() {
    return this.#windows.flatMap(({ people }) => people);
  }

  /** One thing happens. */
  async #step(canEdit: boolean): Promise<void> {
    const share = this.#random.next();
    if (canEdit && share < 0.12) this.#random.pick(this.#people).act(this.#random);
    else if (share < 0.17 || !this.#schedule.deliver()) this.#schedule.pass();
    await settled();
    this.#inspect();
  }

  #inspect(): void {
    for (const person of this.#people) person.look(this.#kills === 0);
    // What a full disk has no room for is not known after a kill, and met as if somebody else had done it.
    if (!this.#wasFull) this.#problems.push(...this.#people.flatMap(({ told }) => told));
    const displayed = this.#people.map((person) => person.shown);
    for (const line of displayed) if (!this.#displayed.includes(line)) this.#schedule.note(`      ${line}`);
    this.#displayed = displayed;
  }

  #restart(index: number): void {
    const window = this.#windows[index];
    if (!window) return;
    this.#schedule.note(`${window.name} is killed`);
    this.#problems.push(...window.people.flatMap(({ problems }) => problems));
    this.#core.killWindow(window.name);
    if (!this.#core.isAway) this.#windows[index] = this.#open(index);
  }

  async #kill(victim: Victim): Promise<void> {
    this.#kills += 1;
    this.#schedule.note(`kill of ${victim}`);
    switch (victim) {
      case 'page':
        return this.#restart(this.#random.between(0, this.#windows.length - 1));
      case 'stream': {
        const { name } = this.#random.pick(this.#windows);
        this.#core.cut(name);
        this.#schedule.after(this.#random.between(0, 500), `${name}, cut off`, () =>
          this.#core.reconnect(name),
        );
        return;
      }
      case 'service':
        this.#service.isAway = true;
        this.#schedule.after(this.#random.between(0, 1500), 'the service', () => {
          this.#service.isAway = false;
          this.#core.tellAll({ kind: 'back' });
        });
        return;
      case 'responses':
        return this.#calls.loseResponses(this.#random.between(1, 4));
      case 'disk':
        this.#core.setFull(true);
        this.#wasFull = true;
        this.#schedule.after(this.#random.between(0, 6000), 'the disk', () => this.#core.setFull(false));
        return;
      case 'core':
        return this.#killCore();
      default:
        return victim satisfies never;
    }
  }

  /** The windows live on for a moment and find nobody there. */
  async #killCore(): Promise<void> {
    this.#core.kill();
    this.#calls.cut();
    for (let left = this.#random.between(0, 15); left > 0; left -= 1) await this.#step(true);
    for (let index = 0; index < this.#windows.length; index += 1) this.#restart(index);
    this.#core.start();
    for (let index = 0; index < this.#windows.length; index += 1) this.#windows[index] = this.#open(index);
  }

  /** Nobody edits any more: everything comes to its end. */
  async #drain(): Promise<void> {
    this.#schedule.note('nobody edits any more');
    for (const person of this.#people) person.release();
    for (let tries = 0; tries < 4; tries += 1) {
      // What a killed window wrote with its last breath is taken up by the next that is opened.
      if (tries === 2) this.#restart(0);
      const until = this.#schedule.now + RECOVERY_MS;
      const saving = { isOver: false };
      void this.#save(saving);
      for (let step = 0; step < RECOVERY_STEPS && (this.#schedule.now < until || !saving.isOver); step += 1)
        await this.#step(false);
      if (!this.#core.isUnsaved) return;
    }
    this.#problems.push('What a killed window edited is never taken up.');
  }

  async #save(saving: { isOver: boolean }): Promise<void> {
    await Promise.all(this.#people.map((person) => person.save()));
    saving.isOver = true;
  }

  #compare(): void {
    const at = (kind: MediaDocumentKind): unknown => this.#service.documentOf(kind);
    const timeline = checked(timelineKind, at('timeline'));
    const storyboard = checked(storyboardKind, at('storyboard'));
    const counts: Record<string, number | null> = {};
    for (const field of ofAll(timelineFields)) counts[field.name] = field.countIn(timeline);
    for (const field of ofAll(storyboardFields)) counts[field.name] = field.countIn(storyboard);
    const { kept, created } = this.#ledger;
    for (const [field, count] of Object.entries(counts))
      if (!this.#ledger.isInRange(field, count))
        this.#problems.push(
          `${field} was kept up to ${kept[field]} of ${created[field]}, and the service has ${count}.`,
        );
    for (const person of this.#people) {
      this.#problems.push(...person.problems);
      for (const [field, count] of Object.entries(person.counts()))
        if (count !== counts[field])
          this.#problems.push(
            `${person.name} shows ${count} of ${field}, and the service has ${counts[field]}.`,
          );
    }
  }
}

/**
 * @param seed decides all that happens. @param options.withKills whether anything is killed or cut. @param options.fullDisks whether the
 * disk of two windows is full now and then.
 */
export function playWindows(
  seed: number,
  { steps, withKills, fullDisks = false }: { steps: number; withKills: boolean; fullDisks?: boolean },
): Promise<WorldReport> {
  const random = createRandom(seed);
  const count = random.bool(SINGLE_WINDOW_SHARE) ? 1 : WINDOWS;
  return new World(random, count, fullDisks).play(steps, withKills);
}
