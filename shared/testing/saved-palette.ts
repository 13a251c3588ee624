import { advance } from '../documents/machine.ts';
import { opening } from '../documents/opening.ts';
import type { Failure, SavingEffect, SavingEvent } from '../documents/saving-events.ts';
import type { SavingSource } from '../documents/saving-kind.ts';
import { openRequest, screenOf, type SavingState } from '../documents/saving-state.ts';
import { replacingKind, type Replacing } from '../documents/replacing-kind.ts';
import { paletteItems } from './palette-kind.ts';

export type Palette = typeof paletteItems.start;
type Operation = ReturnType<typeof paletteItems.kind.between>[number];
type Saved = Replacing<Palette, Operation>;
export type State = SavingState<Saved>;
export type Event = SavingEvent<Saved>;
export type Effect = SavingEffect<Saved>;

/** An operation of a palette. */
export const set = (name: string, color: number | null): Operation => ({ name, color });

/** A palette that is saved; its effects are performed by the test. */
interface SavedPalette {
  readonly state: State;
  /** What the last event asked for. */
  readonly effects: Effect[];
  readonly screen: Palette;
  /** The key of the request that is open. */
  readonly key: string;
  dispatch(...events: Event[]): SavedPalette;
  edit(name: string, color: number | null, label?: string): SavedPalette;
  /** The journal has all of it. */
  journal(): SavedPalette;
  /** Saves up to the request being on its way. */
  send(): SavedPalette;
  fail(outcome: Failure): SavedPalette;
}

/** @param more what an earlier session left, and whether it was sent; whether the document is only remembered. */
export function savedPalette(
  more: { left?: Palette; isSent?: boolean; isRemembered?: boolean } = {},
): SavedPalette {
  let ids = 0;
  const next = (): string => `n${(ids += 1)}`;
  const source: SavingSource = { newId: next, newKey: next, now: () => '', random: () => 0 };
  const kind = replacingKind(paletteItems.kind, source);
  const edit = { id: 'left', steps: ['left'], version: 1, before: {}, journaled: true };
  const opened = {
    version: 1,
    confirmed: {},
    edits: more.left === undefined ? [] : [{ ...edit, after: more.left }],
    unsettled: more.isSent === true ? { key: 'left', expectedVersion: 1, entryIds: ['left'] } : null,
    isFollowing: false,
    isRemembered: more.isRemembered ?? false,
  };
  let [state, effects]: [State, Effect[]] = opening(kind, opened);
  const self: SavedPalette = {
    get state(): State {
      return state;
    },
    get effects(): Effect[] {
      return effects;
    },
    get screen(): Palette {
      return screenOf(kind, state);
    },
    dispatch(...events: Event[]) {
      for (const event of events) [state, effects] = advance(kind, state, event);
      return self;
    },
    edit: (name: string, color: number | null, label = name) =>
      self.dispatch({ type: 'edited', change: { label, operations: [set(name, color)] } }),
    get key(): string {
      return openRequest(state)?.key ?? 'none';
    },
    journal: () => self.dispatch({ type: 'journaled', ids: state.pending.map(({ id }) => id) }),
    send() {
      self.journal();
      self.dispatch({ type: 'save-due' });
      return self.dispatch({ type: 'request-recorded', key: self.key });
    },
    fail: (outcome: Failure) => self.dispatch({ type: 'failed', key: self.key, outcome }),
  };
  return self;
}
