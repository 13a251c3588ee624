import { isListValue, isMissing, LIST_KIND, type NodeValue } from '#service/nodes/definition.ts';
import type { LoopPosition } from './active-loop.ts';
import { listsOfResults, type Branch, type ItemPlan, type ItemUnit } from './item-plan.ts';
import { StepItems } from './step-items.ts';

/** What a node of a loop gave in a turn. */
export type IterationEnd =
  | { outputs: Record<string, NodeValue> }
  | { error: { code: string; message: string } };

/** A node of a loop: its turns are items, which come one after the other, each with the items of lists in it. */
export class LoopItems extends StepItems {
  readonly #units: ItemUnit[];
  readonly #branches: Branch[];
  readonly #expected: number;
  #first = 0;
  #isOpen = false;
  #isClosed = false;

  /** @param expected turns, at most. */
  constructor(
    source: Pick<StepItems, 'step' | 'definition'>,
    expected: number,
    intervalMs: number,
    report: ConstructorParameters<typeof StepItems>[2],
  ) {
    const units: ItemUnit[] = [];
    const branches: Branch[] = [];
    super({ ...source, plan: { units, root: { kind: 'list', branches, trace: [] } } }, intervalMs, report);
    this.#units = units;
    this.#branches = branches;
    this.#expected = expected;
  }

  protected override get expectedTotal(): number {
    return this.#isClosed ? this.total : Math.max(this.#expected, this.total);
  }

  /** Adds the executions of a turn. @param plan those of the items of a list; null where it runs once. */
  extend({ path, trace }: LoopPosition, inputs: ItemUnit['inputs'], plan: ItemPlan | null): void {
    const offset = this.#units.length;
    const units = plan === null ? [{ item: path.join('.'), trace, inputs }] : plan.units;
    this.#first = offset;
    this.#isOpen = true;
    this.append(units, this.#units);
    const branch: Branch =
      plan === null
        ? { kind: 'unit', index: offset }
        : { ...plan.root, branches: plan.root.branches.map((inner) => shifted(inner, offset)), trace };
    this.#branches.push(branch);
  }

  /** What the last turn gave, once all of it is there; null before, and when it was told already. */
  endOfIteration(): IterationEnd | null {
    if (!this.#isOpen || !this.isComplete) return null;
    this.#isOpen = false;
    const branch = this.#branches.at(-1)!;
    const plan: ItemPlan = { units: this.#units, root: { kind: 'list', branches: [branch], trace: [] } };
    const pins = this.definition.outputs.map(({ name }) => name);
    const lists = listsOfResults(plan, pins, (index) => this.resultAt(index));
    const count = this.#units.length - this.#first;
    const errors = this.#units.slice(this.#first).flatMap((_unit, at) => {
      const result = this.resultAt(this.#first + at);
      return 'error' in result ? [result.error] : [];
    });
    const [error] = errors;
    // What is there goes on.
    if (error !== undefined && errors.length === count) return { error };
    return {
      outputs: Object.fromEntries(Object.entries(lists).map(([pin, list]) => [pin, firstOf(list)])),
    };
  }

  /** No turn follows. */
  close(): void {
    this.#isClosed = true;
    this.end();
  }
}

function firstOf(list: NodeValue): NodeValue {
  const item = isListValue(list) ? list.items[0] : undefined;
  return item === undefined || isMissing(item) ? { kind: LIST_KIND, items: [] } : item.value;
}

function shifted(branch: Branch, offset: number): Branch {
  if (branch.kind === 'unit') return { kind: 'unit', index: branch.index + offset };
  if (branch.kind === 'missing') return branch;
  return { ...branch, branches: branch.branches.map((inner) => shifted(inner, offset)) };
}
