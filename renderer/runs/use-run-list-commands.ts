import { useState, type KeyboardEvent } from 'react';
import type { LibraryOutput } from '#shared/desk/index.ts';
import { commandMenu, runKeyCommand, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { askForFilmUses } from '#renderer/model/film-uses-request.ts';
import { formatExactTime, sayBriefly, showToast, type MenuEntries } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { isOver } from './run-state.ts';
import type { RunStore } from './run-store.ts';

/** What a row of the list is given: its menu, and what makes commands be about its run. */
export interface RunRowCommands {
  entries: () => MenuEntries;
  /** The row has the focus, or its menu opens. */
  onChoose: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** What can be done with one run of the list, by keys and from its menu. */
export function useRunListCommands({
  runs,
  marked,
  madeBy,
  show,
  mark,
  compare,
  onOpenAsItWas,
}: {
  runs: RunStore;
  marked: readonly string[];
  /** What is known of what a run made. */
  madeBy: (runId: string) => readonly LibraryOutput[];
  show: (runId: string) => void;
  mark: (runId: string, isMarked: boolean) => void;
  compare: () => void;
  onOpenAsItWas: ((output: LibraryOutput) => void) | undefined;
}): (runId: string) => RunRowCommands {
  const [chosenId, setChosen] = useState<string | null>(null);
  const state = runs.store.getState();
  const run = chosenId === null ? undefined : state.runs[chosenId];
  const isListed = chosenId !== null && state.order.includes(chosenId);
  const [made] = chosenId === null ? [] : madeBy(chosenId);
  useCommandContext({
    runChosen: isListed,
    runMarked: chosenId !== null && marked.includes(chosenId),
    runsMarked: marked.length,
    runMade: isListed && made !== undefined && onOpenAsItWas !== undefined,
    runFilmKnown: isListed && made !== undefined && made.projectId !== null,
    runGoesOn: run !== undefined && !isOver(run),
  });
  const stop = (runId: string): void =>
    void runs
      .cancel(runId)
      .catch((error: unknown) =>
        showToast({ kind: 'error', title: 'The run was not stopped', description: describeProblem(error) }),
      );
  useCommands('runs', {
    'runs.show': () => {
      if (chosenId === null) return;
      if (state.shownId === chosenId) sayBriefly(words.runs.isShown);
      else show(chosenId);
    },
    'runs.mark': () => chosenId !== null && mark(chosenId, !marked.includes(chosenId)),
    'runs.compare': compare,
    'runs.as-it-was': () => made && onOpenAsItWas?.(made),
    'runs.find-in-film': () => {
      if (made === undefined || made.projectId === null) return;
      const title = words.filmUses.run(formatExactTime(Date.parse(made.createdAt)));
      const { connectionId, projectId, runId } = made;
      askForFilmUses({ connectionId, projectId, title, of: { runId } });
    },
    'runs.stop': () => chosenId !== null && stop(chosenId),
  });
  return (runId) => ({
    entries: () => commandMenu('run-entry', { scope: 'runs' }),
    onChoose: () => setChosen(runId),
    onKeyDown: (event) => {
      if (runKeyCommand('runs', event.nativeEvent)) event.stopPropagation();
    },
  });
}
