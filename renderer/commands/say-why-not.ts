import type { CommandContext, CommandId } from '#shared/commands/index.ts';
import { sayBriefly } from '#renderer/ui/index.ts';

/** What is asked of the commands of a page. */
interface Commands {
  context: () => CommandContext;
  state: (id: CommandId) => { enabled: boolean };
  subscribe: (listener: () => void) => () => void;
}

let stopWatching = (): void => {};

/** Says why a command cannot be used, until it can. */
export function showDisabledReason(id: CommandId, reason: string, registry: Commands): void {
  stopWatching();
  const dismiss = sayBriefly(reason, registry.context().canvasCovered);
  stopWatching = registry.subscribe(() => {
    if (!registry.state(id).enabled) return;
    stopWatching();
    dismiss();
  });
}
