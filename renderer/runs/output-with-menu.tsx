import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { commandMenu, runKeyCommand, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { isFileOutput } from '#shared/api/index.ts';
import { askForFilmUses } from '#renderer/model/film-uses-request.ts';
import { ContextMenu } from '#renderer/ui/index.ts';
import { copyOutput, saveOutput, type NamedOutput } from '#renderer/viewer/index.ts';
import { OutputCard, type OutputCardProps } from './output-card.tsx';

/** What can be done with one output of the shown run, by keys and from its menu. */
export function useDrawerCommands({
  connectionId,
  projectId,
  outputs,
  keys,
  mark,
  onOpen,
  compare,
}: {
  connectionId: string;
  /** Null of a run of no project. */
  projectId: string | null;
  outputs: readonly NamedOutput[];
  /** Of those that are marked. */
  keys: readonly string[];
  mark: (key: string, isMarked: boolean) => void;
  onOpen: (key: string) => void;
  compare: () => void;
}): { choose: (key: string) => void } {
  const [chosenKey, choose] = useState<string | null>(null);
  const chosen = outputs.find(({ key }) => key === chosenKey);
  const isMarked = chosen !== undefined && keys.includes(chosen.key);
  const fileId = chosen !== undefined && isFileOutput(chosen.output) ? chosen.output.fileId : null;
  useCommandContext({
    runOutputs: outputs.length,
    runOutputsMarked: keys.length,
    runOutputChosen: chosen !== undefined,
    runOutputMarked: isMarked,
    runOutputIsFile: projectId !== null && fileId !== null,
  });
  useCommands('run-outputs', {
    'run-output.open': () => chosen && onOpen(chosen.key),
    'run-output.mark': () => chosen && mark(chosen.key, !isMarked),
    'run-output.compare': compare,
    'run-output.find-in-film': () => {
      if (chosen === undefined || projectId === null || fileId === null) return;
      askForFilmUses({ connectionId, projectId, title: chosen.label, of: { fileId } });
    },
    'run-output.copy': () => chosen && void copyOutput(connectionId, chosen),
    'run-output.save': () => chosen && void saveOutput(connectionId, chosen),
  });
  return { choose };
}

/** One output of the shown run with its menu and its keys. */
export function OutputWithMenu({
  onChoose,
  ...card
}: OutputCardProps & {
  /** It has the focus, or its menu opens. */
  onChoose: () => void;
}): ReactElement {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (runKeyCommand('runOutputs', event.nativeEvent)) event.stopPropagation();
  };
  return (
    <ContextMenu
      entries={() => commandMenu('run-output', { scope: 'runOutputs' })}
      onOpenChange={(open) => open && onChoose()}
    >
      <div>
        <OutputCard {...card} keys={{ onFocus: onChoose, onKeyDown }} />
      </div>
    </ContextMenu>
  );
}
