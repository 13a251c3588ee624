import type { ActiveRun } from './active-run.ts';
import type { UnitId } from './run-node-rows.ts';
import { unitKey } from './unit.ts';

/** What was executing when earlier processes died, with how often. */
export class AttemptCounts {
  readonly #attempts = new WeakMap<ActiveRun, Map<string, number>>();

  add(run: ActiveRun, unit: UnitId, attempts: number): void {
    const units = this.#attempts.get(run) ?? new Map<string, number>();
    units.set(unitKey(unit), attempts);
    this.#attempts.set(run, units);
  }

  has(run: ActiveRun, key: string): boolean {
    return this.#attempts.get(run)?.has(key) === true;
  }

  /** 0 for what no process died with. */
  attemptsOf(run: ActiveRun, key: string): number {
    return this.#attempts.get(run)?.get(key) ?? 0;
  }
}
