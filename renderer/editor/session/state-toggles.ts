import type { CanvasOperation } from '#shared/canvas/operations.ts';
import { words } from '#renderer/words/index.ts';
import type { ItemBox } from '../scene/canvas-places.ts';
import { MAX_NODE_WIDTH, MIN_NODE_WIDTH, NODE_WIDTH } from '../scene/node-layout.ts';
import type { SessionCore } from './session-core.ts';

const t = words.editorSession.stateToggles;

/** What is needed beside what a session has in common. */
interface TogglesHost extends SessionCore {
  readonly outlook: { resultOf(nodeId: string): ReturnType<TogglesHost['states']['frozenOutputs']> };
}

const count = (ids: readonly string[]): string => (ids.length === 1 ? t.node : t.nodes(ids.length));

/** Muting, freezing, locking, collapsing and widths, of what is selected or of nodes that are named. */
export class StateToggles {
  readonly #session: TogglesHost;
  constructor(session: TogglesHost) {
    this.#session = session;
  }

  /** The selected nodes, and those in selected frames. */
  get #selected(): readonly string[] {
    return [...this.#session.items.selectedWithFramed()];
  }

  /** Mutes nodes, or unmutes them where all are muted; asks which wire goes past one where several could. */
  mute(ids: readonly string[] = this.#selected): void {
    const { states, ui } = this.#session;
    const { isSet, operations } = states.toggleOperations('muted', ids);
    if (!this.#apply(isSet ? 'mute' : 'unmute', operations) || !isSet) return;
    const unsure = ids.filter((id) => states.passChoices(id).length > 0 && states.passOf(id) === undefined);
    if (unsure.length > 0) ui.set({ selectingPass: unsure });
  }
  /** Says which input goes past a muted node, as a step of its own. */
  selectPass(nodeId: string, input: string): void {
    const { states } = this.#session;
    this.#apply(t.selectRunsPast, states.fieldOperations([nodeId], 'passes', input));
  }

  /** Freezes nodes with what they made last, or unfreezes them where all are frozen. */
  freeze(ids: readonly string[] = this.#selected): void {
    const { outlook, states, ui } = this.#session;
    const { isSet, operations, unmade, tooLarge } = states.freezeOperations(ids, (id) =>
      outlook.resultOf(id),
    );
    if (operations.length === 0 && unmade.length + tooLarge.length === 0) {
      ui.notify(t.freezeTheseNodesMake);
      return;
    }
    if (operations.length > 0 && !this.#apply(isSet ? 'freeze' : 'unfreeze', operations)) return;
    const [first] = unmade;
    if (first !== undefined) {
      ui.notify(
        unmade.length === 1
          ? t.noResultRunYet(this.#session.titleOf(first))
          : t.nodesNoResultsYet(unmade.length),
      );
    } else if (tooLarge.length > 0) {
      ui.notify(t.resultProjectRunsBefore(count(tooLarge)));
    }
  }

  /** Locks what is selected, frames with all that lies in them; or unlocks it where all is locked. */
  lock(): void {
    const { items } = this.#session;
    const selection = items.selected().map(({ key }) => key);
    this.lockThese(this.#selected, items.grouped(selection, []).items);
  }
  /** Locks nodes, frames and notes, or unlocks them where all are locked. */
  lockThese(ids: readonly string[], itemBoxes: readonly ItemBox[] = []): void {
    const { states, items, ui } = this.#session;
    const nodes = states.toggleOperations('locked', ids);
    const lockable = itemBoxes.filter(({ kind }) => kind !== 'lines');
    const areAllLocked = lockable.every((item) => items.isLocked(item));
    if (nodes.operations.length === 0 && lockable.length === 0) return;
    const isSet = nodes.isSet || !areAllLocked;
    const operations = [
      ...states.fieldOperations(ids, 'locked', isSet ? true : undefined),
      ...lockable
        .filter((item) => items.isLocked(item) !== isSet)
        .map(({ kind, id }): CanvasOperation => ({
          op: 'setCanvasField',
          kind,
          id,
          field: 'locked',
          value: isSet ? true : undefined,
        })),
    ];
    if (this.#apply(isSet ? 'lock' : 'unlock', operations) && isSet) ui.notify(t.lockedLUnlocksRetry);
  }

  /** Collapses nodes to what is connected or changed, or opens them where all are collapsed. */
  collapse(ids: readonly string[] = this.#selected): void {
    const { isSet, operations } = this.#session.states.collapseOperations(ids);
    this.#apply(isSet ? 'collapse' : t.showAllInputs, operations);
  }

  /** Makes nodes wider, or narrower by a negative number. Canvas units. */
  widen(by: number, ids: readonly string[] = this.#selected): void {
    const { scene } = this.#session;
    const operations = ids.flatMap((id) => {
      const box = scene.box(id);
      return box ? this.#widthOperations(id, box.width + by) : [];
    });
    this.#apply(by > 0 ? t.makeWider : t.makeNarrower, operations);
  }
  /** Gives a node a width, or the usual one for null. Canvas units. */
  setWidth(nodeId: string, width: number | null): void {
    this.#apply(t.makeWiderNarrower, this.#widthOperations(nodeId, width ?? NODE_WIDTH));
  }
  #widthOperations(id: string, width: number): CanvasOperation[] {
    const { states } = this.#session;
    if (states.isLocked(id)) return [];
    const fitting = Math.round(Math.max(MIN_NODE_WIDTH, Math.min(MAX_NODE_WIDTH, width)));
    return states.fieldOperations([id], 'width', fitting === NODE_WIDTH ? undefined : fitting);
  }

  #apply(label: string, canvas: CanvasOperation[]): boolean {
    return canvas.length > 0 && this.#session.apply(label, [], { canvas });
  }
}
