import { Session, type Profiler } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

/**
 * Counts what a function does in steps instead of time: how often each block of JavaScript ran, which V8 counts for
 * coverage, and how many items or characters the built-in functions looked at that walk through lists and texts.
 */

/** Blocks of these are no work of the function. */
const EXTERNAL = /^(?:node:|.*\/node_modules\/(?:vitest|@vitest|vite|tinypool|chai)\/)|count-steps\.ts/;

type Builtin = (this: unknown, ...args: unknown[]) => unknown;

let walked = 0;

const lengthOf = (value: unknown): number =>
  typeof value === 'string' || Array.isArray(value) ? value.length : 0;

/** Characters between where a search began and where it found something. */
const searched = (text: unknown, args: readonly unknown[], result: unknown): number => {
  const from = typeof args[1] === 'number' ? args[1] : 0;
  return Math.max(0, (typeof result === 'number' && result >= 0 ? result : lengthOf(text)) - from);
};

/** Puts a function in the place of a method. @returns what undoes it. */
function instrument(
  owner: object,
  names: readonly string[],
  steps: (self: unknown, args: readonly unknown[], result: unknown) => number,
): () => void {
  const originals = names.map((name) => [name, Object.getOwnPropertyDescriptor(owner, name)] as const);
  for (const [name, descriptor] of originals) {
    const original = descriptor?.value as Builtin;
    const wrapper: Builtin = function wrapper(this: unknown, ...args) {
      const result = original.apply(this, args);
      walked += steps(this, args, result);
      return result;
    };
    Object.defineProperty(owner, name, { ...descriptor, value: wrapper });
  }
  return () => {
    for (const [name, descriptor] of originals)
      if (descriptor) Object.defineProperty(owner, name, descriptor);
  };
}

const lengthOfSelf = (self: unknown): number => lengthOf(self);
const found = (self: unknown, args: readonly unknown[], result: unknown): number =>
  searched(self, args, result === true ? 0 : result);

/** Every list or text that these walk through is wrapper. @returns what undoes it. */
function countBuiltins(): () => void {
  const iterator: object = Object.getPrototypeOf([][Symbol.iterator]()) as object;
  const ofSets: object = Object.getPrototypeOf(new Set()[Symbol.iterator]()) as object;
  const ofMaps: object = Object.getPrototypeOf(new Map()[Symbol.iterator]()) as object;
  const undo = [
    instrument(
      Array.prototype,
      ['concat', 'join', 'toSpliced', 'toReversed', 'with', 'shift', 'unshift', 'fill'],
      (self, _args, result) => Math.max(lengthOfSelf(self), lengthOf(result)),
    ),
    // What stands behind the place is moved.
    instrument(Array.prototype, ['splice'], (self, [start], result) =>
      Math.max(lengthOfSelf(self) - Number(start), lengthOf(result)),
    ),
    instrument(Array.prototype, ['slice'], (_self, _args, result) => lengthOf(result)),
    instrument(Array.prototype, ['indexOf', 'lastIndexOf', 'includes'], found),
    instrument(String.prototype, ['indexOf', 'includes'], found),
    instrument(
      String.prototype,
      ['replace', 'replaceAll', 'split', 'match', 'normalize', 'toLowerCase', 'trim', 'trimEnd'],
      lengthOfSelf,
    ),
    instrument(JSON, ['parse'], (_self, [text]) => lengthOf(text)),
    instrument(JSON, ['stringify'], (_self, _args, result) => lengthOf(result)),
    instrument(Object, ['entries', 'keys', 'values'], (_self, _args, result) => lengthOf(result)),
    ...[iterator, ofSets, ofMaps].map((owner) => instrument(owner, ['next'], () => 1)),
  ];
  return () => {
    for (const each of undo.toReversed()) each();
  };
}

/** Compiled code loses count of its calls, so nothing is compiled further meanwhile. */
const COMPILERS = ['opt', 'maglev', 'sparkplug'];

/** Counts steps from when it is made until it ends; one at a time. */
export class StepCounter {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    this.#session.post('Profiler.enable');
    this.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** @returns how many steps each work took. */
  async countEach(works: readonly (() => unknown)[]): Promise<number[]> {
    // What ran before is forgotten. V8 tells of all that is loaded at once, which takes longer than most works.
    this.#readBlocks();
    const counts: number[] = [];
    for (const work of works) counts.push(await this.#count(work));
    return counts;
  }

  async #count(work: () => unknown): Promise<number> {
    for (const compiler of COMPILERS) setFlagsFromString(`--no-${compiler}`);
    walked = 0;
    const undo = countBuiltins();
    try {
      await work();
    } finally {
      undo();
      for (const compiler of COMPILERS) setFlagsFromString(`--${compiler}`);
    }
    const ofBuiltins = walked;
    return ofBuiltins + this.#readBlocks();
  }

  end(): void {
    this.#session.post('Profiler.stopPreciseCoverage');
    this.#session.post('Profiler.disable');
    this.#session.disconnect();
  }

  #readBlocks(): number {
    let scripts: Profiler.ScriptCoverage[] = [];
    this.#session.post('Profiler.takePreciseCoverage', (error, { result }) => {
      if (error) throw error;
      scripts = result;
    });
    let blocks = 0;
    for (const { url, functions } of scripts) {
      if (EXTERNAL.test(url)) continue;
      for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
    }
    return blocks;
  }
}
