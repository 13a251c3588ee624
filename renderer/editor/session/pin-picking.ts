import { joinKey } from '#shared/language/join-key.ts';

/** Choosing pins on the canvas for something else than a wire: those that can be chosen light up, a press toggles one. */

export interface SelectablePin {
  nodeId: string;
  pin: string;
  /** Where the pin stands on its node. */
  side: 'input' | 'output';
  /** Said to screen readers, with whether it is chosen: `Input: Photo`. */
  label: string;
  /** Its place among those that are chosen, from 1; null while it is not. */
  order: number | null;
}

interface Picks {
  pins: readonly SelectablePin[];
  onToggle: (pin: SelectablePin) => void;
}

export class PinPicking {
  readonly #listeners = new Set<() => void>();
  #pins = new Map<string, SelectablePin>();
  #onToggle: (pin: SelectablePin) => void = () => undefined;

  /** Starts, or goes on with other pins; null ends it. */
  show(picks: Picks | null): void {
    const before = this.#pins;
    this.#pins = new Map();
    for (const pick of picks?.pins ?? []) {
      const key = keyOf(pick);
      const same = before.get(key);
      // What stays the same is not painted anew.
      const isSame = same !== undefined && same.label === pick.label && same.order === pick.order;
      this.#pins.set(key, isSame ? same : pick);
    }
    this.#onToggle = picks?.onToggle ?? (() => undefined);
    for (const listener of this.#listeners) listener();
  }

  of = (side: 'input' | 'output', nodeId: string, pin: string): SelectablePin | undefined =>
    this.#pins.size === 0 ? undefined : this.#pins.get(keyOf({ side, nodeId, pin }));
  /** Whether pins are being picked. */
  isActive = (): boolean => this.#pins.size > 0;
  toggle(pin: SelectablePin): void {
    this.#onToggle(pin);
  }
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
}

const keyOf = ({ side, nodeId, pin }: Pick<SelectablePin, 'side' | 'nodeId' | 'pin'>): string =>
  joinKey(side, nodeId, pin);
