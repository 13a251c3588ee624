import type { Settings } from '#shared/desk/index.ts';
import type { EditorPorts } from '../ports.ts';

/** Types that are counted; those used least are forgotten. */
const MAX_TYPES = 200;

/** How often a person added each node type, on this computer. */
export class TypeUses {
  readonly #ports: Pick<EditorPorts, 'changeSettings'>;
  #counts: Settings['typeUses'] | null = null;

  constructor(ports: Pick<EditorPorts, 'changeSettings'>) {
    this.#ports = ports;
  }

  /** As they are stored. */
  set(counts: Settings['typeUses']): void {
    this.#counts = counts;
  }
  of(type: string): number {
    const counts = this.#counts;
    return counts !== null && Object.hasOwn(counts, type) ? (counts[type] ?? 0) : 0;
  }
  /** Counts one more. Before the stored counts are known nothing is written over them. */
  note(type: string): void {
    if (this.#counts === null || type.length > 200) return;
    const entries = Object.entries({ ...this.#counts, [type]: this.of(type) + 1 })
      .toSorted((a, b) => b[1] - a[1])
      .slice(0, MAX_TYPES);
    // The newest stays, however seldom it was used so far.
    this.#counts = Object.fromEntries([...entries, [type, this.of(type) + 1]]);
    // A count that is lost costs a place in a list.
    this.#ports.changeSettings?.({ typeUses: this.#counts }).catch(() => undefined);
  }
}
