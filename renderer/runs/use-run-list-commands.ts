import { useState, type KeyboardEvent } from 'react';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { commandMenu, runKeyCommand, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { describeProblem, sendIntent } from '#renderer/desk/index.ts';
import { formatExactTime, sayBriefly, showToast, type MenuEntries } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { isOver } from './run-state.ts';
import type { RunStore } from './run-store.ts';

const t = words.runs.useRunListCommands;

/** What a row of the list is given: its menu, and what makes commands be about its run. */
export interface RunRowCommands {
  entries: () => MenuEntries;
  /** The row has the focus, or its menu opens. */
  onSelect: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** What can be done with one run of the list, by keys and from its menu. */
export function useRunListCommands({
  runs,
  marked,
  outputsOfRun,
  show,
  mark,
  compare,
  onOpenAsItWas,
}: {
  runs: RunStore;
  marked: readonly string[];
  /** What is known of what a run made. */
  outputsOfRun: (runId: string) => readonly LibraryOutput[];
  show: (runId: string) => void;
  mark: (runId: string, isMarked: boolean) => void;
  compare: () => void;
  onOpenAsItWas: ((output: LibraryOutput) => void) | undefined;
}): (runId: string) => RunRowCommands {
  const [selectedId, setSelected] = useState<string | null>(null);
  const state = runs.store.getState();
  const run = selectedId === null ? undefined : state.runs[selectedId];
  const isInList = selectedId !== null && state.order.includes(selectedId);
  const [firstOutput] = selectedId === null ? [] : outputsOfRun(selectedId);
  useCommandContext({
    runSelected: isInList,
    runMarked: selectedId !== null && marked.includes(selectedId),
    runsMarked: marked.length,
    runHasOutputs: isInList && firstOutput !== undefined && onOpenAsItWas !== undefined,
    runFilmAvailable: isInList && firstOutput !== undefined && firstOutput.projectId !== null,
    runActive: run !== undefined && !isOver(run),
  });
  const stop = (runId: string): void =>
    void runs
      .cancel(runId)
      .catch((error: unknown) =>
        showToast({ kind: 'error', title: t.runNotStopped, description: describeProblem(error) }),
      );
  useCommands('runs', {
    'runs.show': () => {
      if (selectedId === null) return;
      if (state.activeId === selectedId) sayBriefly(words.runs.isShown);
      else show(selectedId);
    },
    'runs.mark': () => selectedId !== null && mark(selectedId, !marked.includes(selectedId)),
    'runs.compare': compare,
    'runs.as-it-was': () => firstOutput && onOpenAsItWas?.(firstOutput),
    'runs.find-in-film': () => {
      if (firstOutput === undefined || firstOutput.projectId === null) return;
      const title = words.filmUses.run(formatExactTime(Date.parse(firstOutput.createdAt)));
      const { connectionId, projectId, runId } = firstOutput;
      sendIntent({ kind: 'show-film-uses', connectionId, projectId, title, of: { runId } });
    },
    'runs.stop': () => selectedId !== null && stop(selectedId),
  });
  return (runId) => ({
    entries: () => commandMenu('run-entry', { scope: 'runs' }),
    onSelect: () => setSelected(runId),
    onKeyDown: (event) => {
      if (runKeyCommand('runs', event.nativeEvent)) event.stopPropagation();
    },
  });
}
