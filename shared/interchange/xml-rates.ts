import { childOf, childrenOf, numberAt, textAt, type XmlElement } from './xml-elements.ts';

/** Rates as FCP 7 XML writes them, and whether they are meant. */

/** A rate: whole frames a second, or those of NTSC. */
export function rateOf(element: XmlElement | undefined): number | undefined {
  const timebase = numberAt(element, 'timebase');
  if (timebase === undefined || timebase < 1 || timebase > 240) return undefined;
  return /^true$/i.test(textAt(element, 'ntsc')) ? (Math.round(timebase) * 1000) / 1001 : timebase;
}

/** What the times of a clip say: its in and out count in the rate that it writes, in that of the sequence, or in either. */
type RateMatch = 'written' | 'sequence' | 'either';

function rateMatchOf(item: XmlElement, rate: number, sequenceRate: number): RateMatch {
  const [start, end, inOffset, out] = ['start', 'end', 'in', 'out'].map((name) => numberAt(item, name));
  if (start === undefined || end === undefined || inOffset === undefined || out === undefined)
    return 'either';
  if (start < 0 || end < 0 || hasSpeed(item)) return 'either';
  const length = end - start;
  const asNumbers = Math.abs(out - inOffset - length) <= 0.5;
  const isConsistent = Math.abs(((out - inOffset) * sequenceRate) / rate - length) <= 1;
  if (asNumbers === isConsistent) return 'either';
  return asNumbers ? 'sequence' : 'written';
}

const hasSpeed = (item: XmlElement): boolean =>
  childrenOf(item, 'filter').some(
    (filter) => textAt(filter, 'effect', 'effectid').toLowerCase() === 'timeremap',
  );

/**
 * Tells for the clips of one sequence which rate their in and out count in. Some programs, OpenShot among them, write 30
 * frames a second for every clip and count in frames of the sequence. Clips that are too short to tell follow the others.
 */
export class XmlRates {
  readonly #rate: number;
  /** By written rate: how many clips more count in it than in that of the sequence. */
  readonly #votes = new Map<number, number>();

  /** @param rate of the sequence. */
  constructor(sequence: XmlElement, rate: number) {
    this.#rate = rate;
    for (const kind of ['video', 'audio']) {
      for (const track of childrenOf(childOf(sequence, 'media', kind), 'track')) {
        for (const item of track.children) this.#vote(item);
      }
    }
  }

  #vote(item: XmlElement): void {
    const raw = rateOf(childOf(item, 'rate'));
    if (raw === undefined || raw === this.#rate) return;
    const rateMatch = rateMatchOf(item, raw, this.#rate);
    if (rateMatch === 'either') return;
    this.#votes.set(raw, (this.#votes.get(raw) ?? 0) + (rateMatch === 'written' ? 1 : -1));
  }

  /** The rate that in and out of a clip count in, and whether it is another than the one that is written. */
  of(item: XmlElement): { rate: number; isDifferent: boolean } {
    const raw = rateOf(childOf(item, 'rate'));
    if (raw === undefined || raw === this.#rate) return { rate: this.#rate, isDifferent: false };
    const rateMatch = rateMatchOf(item, raw, this.#rate);
    const isDifferent =
      rateMatch === 'sequence' || (rateMatch === 'either' && (this.#votes.get(raw) ?? 0) < 0);
    return { rate: isDifferent ? this.#rate : raw, isDifferent };
  }
}
