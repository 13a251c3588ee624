import {
  commandIds,
  commandTable,
  emptyContext,
  type Chord,
  type CommandContext,
  type CommandId,
  type CommandProvider,
  type CommandsOf,
} from '#shared/commands/index.ts';
import { disabledReason } from '#shared/commands/why-not.ts';
import { words } from '#renderer/words/index.ts';
import { showDisabledReason } from './say-why-not.ts';

/** What a command is called with, where its caller knows more than that it was asked for. */
export interface CommandCall {
  /** The key that was pressed. */
  chord?: Chord;
  /** Where it was asked for: client pixels. */
  client?: { x: number; y: number };
  /** What it is about, where a list says so. */
  projectId?: string;
  versionId?: string;
  nodeType?: string;
  pin?: { side: 'input' | 'output'; nodeId: string; name: string };
  /** What was typed already, for a field that the command opens. */
  text?: string;
  /** What the menu took as the context when it offered the command. */
  assumed?: Partial<CommandContext>;
}

export type CommandHandler = (call: CommandCall) => void;

/** One handler for each command of a provider: a missing one and one too many are type errors. */
export type CommandHandlers<Provider extends CommandProvider> = Readonly<
  Record<CommandsOf<Provider>, CommandHandler>
>;

/** A command as it is now. */
export interface CommandState {
  id: CommandId;
  title: string;
  /** Somebody handles it, and it can be used. */
  enabled: boolean;
  /** Why it cannot be used, where there is something to say. */
  disabledReason?: string;
  /** For toggles. */
  checked?: boolean;
}

export interface CommandRegistry {
  /** Of two handlers for one command the later registered counts. @returns a function that takes them away. */
  register: <Provider extends CommandProvider>(
    provider: Provider,
    handlers: CommandHandlers<Provider>,
  ) => () => void;
  /**
   * Adds a part of the context; of two for one field the later counts.
   * @returns functions that replace the part and take it away.
   */
  provide: (partial: Partial<CommandContext>) => {
    replace: (patch: Partial<CommandContext>) => void;
    remove: () => void;
  };
  context: () => CommandContext;
  isHandled: (id: CommandId) => boolean;
  /** @param assumed what to take as the context instead, for example as if a node were selected. */
  state: (id: CommandId, assumed?: Partial<CommandContext>) => CommandState;
  /** What somebody handles, in the order of the table. The same array until something changes. */
  snapshot: () => readonly CommandState[];
  /** Why a command cannot be used, in a sentence; null where it can. */
  reason: (id: CommandId, assumed?: Partial<CommandContext>) => string | null;
  /** Runs a command if it is handled and can be used, as its caller assumes; else says why not. @returns whether it ran. */
  run: (id: CommandId, call?: CommandCall) => boolean;
  /** Calls back when handlers or the context change. */
  subscribe: (listener: () => void) => () => void;
}

/** Whether two parts of a context have the same fields with the same values. */
function areEqual(a: Partial<CommandContext>, b: Partial<CommandContext>): boolean {
  const names = Object.keys(a) as (keyof CommandContext)[];
  return names.length === Object.keys(b).length && names.every((name) => name in b && a[name] === b[name]);
}

function stateIn(id: CommandId, context: CommandContext, isHandled: boolean): CommandState {
  const { when, disabledReason, checked } = commandTable[id];
  const { title, dynamicTitle } = words.commandWords.commands[id];
  const enabled = isHandled && when?.(context) !== false;
  const reason = enabled ? null : (disabledReason?.(context) ?? null);
  return {
    id,
    title: dynamicTitle?.(context) ?? title,
    enabled,
    ...(reason === null ? {} : { disabledReason: words.commandWords.reasons[reason] }),
    ...(checked ? { checked: checked(context) } : {}),
  };
}

/** Tells a person why a command did not run. */
type Explain = (id: CommandId, reason: string, registry: CommandRegistry) => void;

/** @param explain what becomes of the reason why a command that was asked for by name did not run. */
export function createCommandRegistry(explain: Explain = () => undefined): CommandRegistry {
  let groups: Partial<Record<CommandId, CommandHandler>>[] = [];
  let handlers: Partial<Record<CommandId, CommandHandler>> = {};
  let partials: { patch: Partial<CommandContext> }[] = [];
  let context: CommandContext = emptyContext;
  let list: readonly CommandState[] | null = null;
  const listeners = new Set<() => void>();
  const changed = (): void => {
    list = null;
    for (const listener of listeners) listener();
  };
  const setGroups = (next: typeof groups): void => {
    groups = next;
    handlers = Object.assign({}, ...groups);
    changed();
  };
  const mergeContext = (): void => {
    const next: CommandContext = Object.assign({}, emptyContext, ...partials.map(({ patch }) => patch));
    if (areEqual(context, next)) return;
    context = next;
    changed();
  };
  const isHandled = (id: CommandId): boolean => handlers[id] !== undefined;
  const state: CommandRegistry['state'] = (id, assumed) =>
    stateIn(id, assumed ? { ...context, ...assumed } : context, isHandled(id));
  const reason: CommandRegistry['reason'] = (id, assumed) => {
    const { title, enabled } = state(id, assumed);
    return enabled
      ? null
      : disabledReason(id, { ...context, ...assumed }, title, isHandled(id), words.commandWords);
  };
  const provide: CommandRegistry['provide'] = (first) => {
    const entry = { patch: first };
    partials = [...partials, entry];
    mergeContext();
    return {
      replace(partial) {
        // With each key that is typed somebody says the same again.
        if (areEqual(entry.patch, partial)) return;
        entry.patch = partial;
        mergeContext();
      },
      remove() {
        partials = partials.filter((candidate) => candidate !== entry);
        mergeContext();
      },
    };
  };
  const registry: CommandRegistry = {
    register(_provider, group) {
      setGroups([...groups, group]);
      return () => setGroups(groups.filter((candidate) => candidate !== group));
    },
    provide,
    context: () => context,
    isHandled,
    state,
    reason,
    snapshot: () => (list ??= commandIds.filter((id) => handlers[id] !== undefined).map((id) => state(id))),
    run(id, call = {}) {
      const disabledReason = reason(id, call.assumed);
      if (disabledReason !== null) {
        explain(id, disabledReason, registry);
        return false;
      }
      handlers[id]?.(call);
      return true;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return registry;
}

/** The commands of this page. */
export const commands = createCommandRegistry(showDisabledReason);
