import { commands, type CommandRegistry } from '#renderer/commands/index.ts';
import { isOver, type RunsState, type RunState, type RunStore } from '#renderer/runs/index.ts';
import type { CommandContext } from '#shared/commands/index.ts';

export const selectedRunOf = ({ activeId, runs }: RunsState): RunState | undefined =>
  activeId === null ? undefined : runs[activeId];

/** How many runs have not ended. */
export const activeRunsOf = ({ runs }: RunsState): number =>
  Object.values(runs).filter((run) => !isOver(run)).length;

/** Whether the run that is shown has ended with outputs, which can then be applied. */
function canApplyOf(state: RunsState): boolean {
  const run = selectedRunOf(state);
  return run !== undefined && isOver(run) && Object.keys(run.outputs).length > 0;
}

const runContext = (state: RunsState): Partial<CommandContext> => ({
  activeRuns: activeRunsOf(state),
  canApply: canApplyOf(state),
});

/** Tells the commands what can be done with the runs of a project, at each change of a run. @returns what ends it. */
export function provideRunContext(runs: RunStore, registry: CommandRegistry = commands): () => void {
  const provided = registry.provide(runContext(runs.store.getState()));
  const unsubscribe = runs.store.subscribe((state) => provided.replace(runContext(state)));
  return () => {
    unsubscribe();
    provided.remove();
  };
}
