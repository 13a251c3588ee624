import type { CutTransition } from './cut.ts';

/** The transitions of a track, found by their edges: a clip below one has -1 in place of an end. */

export interface ReadTransition extends CutTransition {
  /** Its first frame, and the one after its last. */
  edges: { start: number; end: number };
}

/** What stands before and after a clip on its track. */
export interface Neighbors {
  before: ReadTransition | undefined;
  after: ReadTransition | undefined;
}

/** Transitions that are tried, all clips of a track together, for clips whose neighbors do not fit. */
const MAX_TRIES = 100_000;

type Edge = 'start' | 'end';

export class XmlTransitions {
  readonly all: readonly ReadTransition[];
  readonly #at: Readonly<Record<Edge, Map<number, ReadTransition>>> = { start: new Map(), end: new Map() };
  #tries = 0;

  constructor(all: readonly ReadTransition[]) {
    this.all = all;
    for (const item of all) {
      const { start, end } = item.edges;
      if (!this.#at.start.has(start)) this.#at.start.set(start, item);
      if (!this.#at.end.has(end)) this.#at.end.set(end, item);
    }
  }

  /** The transition with an edge at a frame, or a frame beside it, as rates may be rounded. */
  #with(edge: Edge, frame: number): ReadTransition | undefined {
    const found = this.#at[edge];
    return found.get(frame) ?? found.get(frame - 1) ?? found.get(frame + 1);
  }

  /**
   * Where a clip lies. -1 stands for an end below a transition: the clip is as long as its in and out, that part included.
   * @param clip its written start and end, and frames between its in and out. @returns undefined where nothing fits.
   */
  positionOf(
    { start, end, length }: { start: number; end: number; length: number },
    neighbors: Neighbors,
  ): { from: number; to: number; head: number } | undefined {
    let before: ReadTransition | undefined;
    let after: ReadTransition | undefined;
    if (start === -1 && end === -1) {
      [before, after] = this.#pairOf(length, neighbors);
    } else {
      if (start === -1) before = this.#with('start', Math.round(end) - length);
      if (end === -1) after = this.#with('end', Math.round(start) + length);
    }
    if ((start === -1 && !before) || (end === -1 && !after)) return undefined;
    const from = before ? before.editPoint : Math.round(start);
    const to = after ? after.editPoint : Math.round(end);
    return from < 0 || to < from ? undefined : { from, to, head: before ? before.inOffset : 0 };
  }

  /** Two transitions whose edges are as far apart as a clip is long: those beside it, else the first that are. */
  #pairOf(length: number, { before, after }: Neighbors): [ReadTransition?, ReadTransition?] {
    if (before && after && Math.abs(after.edges.end - before.edges.start - length) <= 1)
      return [before, after];
    for (const item of this.all) {
      this.#tries += 1;
      if (this.#tries > MAX_TRIES) break;
      const candidate = this.#with('end', item.edges.start + length);
      if (candidate) return [item, candidate];
    }
    return [];
  }
}
