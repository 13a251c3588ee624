import { useEffect, useRef, useSyncExternalStore } from 'react';
import {
  commandIds,
  type CommandContext,
  type CommandId,
  type CommandProvider,
} from '#shared/commands/index.ts';
import {
  commands,
  type CommandHandler,
  type CommandHandlers,
  type CommandRegistry,
  type CommandState,
} from './registry.ts';

/** Handles the commands of one provider while the component is mounted, always as of the newest render. */
export function useCommands<Provider extends CommandProvider>(
  provider: Provider,
  handlers: CommandHandlers<Provider>,
  registry: CommandRegistry = commands,
): void {
  const latest = useRef<Partial<Record<CommandId, CommandHandler>>>(handlers);
  useEffect(() => {
    latest.current = handlers;
  });
  useEffect(() => {
    const ids = commandIds.filter((id) => latest.current[id] !== undefined);
    const standing = Object.fromEntries(
      ids.map((id): [CommandId, CommandHandler] => [id, (call) => latest.current[id]?.(call)]),
    ) as CommandHandlers<Provider>;
    return registry.register(provider, standing);
  }, [provider, registry]);
}

/** Tells a part of what decides which commands can be used, while the component is mounted. */
export function useCommandContext(
  partial: Partial<CommandContext>,
  registry: CommandRegistry = commands,
): void {
  const provided = useRef<ReturnType<CommandRegistry['provide']>>(null);
  useEffect(() => {
    provided.current = registry.provide({});
    return () => provided.current?.remove();
  }, [registry]);
  useEffect(() => provided.current?.replace(partial));
}

/** Every command that can be asked for now, and whether it can be used. */
export const useCommandList = (): readonly CommandState[] =>
  useSyncExternalStore(commands.subscribe, commands.snapshot);

/** One command as it is now; wakes for it alone. */
export function useCommandState(id: CommandId): CommandState {
  const cached = useRef<CommandState>(null);
  return useSyncExternalStore(commands.subscribe, () => {
    const next = commands.state(id);
    const { current } = cached;
    const isSame =
      current?.id === id &&
      current.title === next.title &&
      current.enabled === next.enabled &&
      current.disabledReason === next.disabledReason &&
      current.checked === next.checked;
    if (isSame) return current;
    cached.current = next;
    return next;
  });
}
