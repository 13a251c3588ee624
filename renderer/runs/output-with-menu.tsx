import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { sendIntent } from '#renderer/desk/index.ts';
import { commandMenu, runKeyCommand, useCommandContext, useCommands } from '#renderer/commands/index.ts';
import { isFileOutput } from '#shared/api/index.ts';
import { ContextMenu } from '#renderer/ui/index.ts';
import {
  copyOutput,
  largestComparable,
  saveOutput,
  useOutputStars,
  type NamedOutput,
} from '#renderer/viewer/index.ts';
import { OutputCard, type OutputCardProps } from './output-card.tsx';

/** What can be done with one output of the shown run, by keys and from its menu. */
export function useDrawerCommands({
  connectionId,
  runId,
  projectId,
  outputs,
  keys,
  mark,
  onOpen,
  compare,
}: {
  connectionId: string;
  /** Whose outputs are shown; null for none. */
  runId: string | null;
  /** Null of a run of no project. */
  projectId: string | null;
  outputs: readonly NamedOutput[];
  /** Of those that are marked. */
  keys: readonly string[];
  mark: (key: string, isMarked: boolean) => void;
  onOpen: (key: string) => void;
  compare: () => void;
}): { select: (key: string) => void; starOf: (named: NamedOutput) => OutputCardProps['star'] } {
  const stars = useOutputStars(connectionId, runId === null ? null : { runId });
  const [selectedKey, selectKey] = useState<string | null>(null);
  const selected = outputs.find(({ key }) => key === selectedKey);
  const isMarked = selected !== undefined && keys.includes(selected.key);
  const fileId = selected !== undefined && isFileOutput(selected.output) ? selected.output.fileId : null;
  useCommandContext({
    runOutputs: outputs.length,
    runOutputsMarked: keys.length,
    runOutputsComparable: largestComparable(outputs).length,
    runOutputSelected: selected !== undefined,
    runOutputMarked: isMarked,
    runOutputStarred: selected === undefined ? null : stars.isStarred(selected),
    runOutputIsFile: projectId !== null && fileId !== null,
  });
  useCommands('run-outputs', {
    'run-output.open': () => selected && onOpen(selected.key),
    'run-output.mark': () => selected && mark(selected.key, !isMarked),
    'run-output.star': () => selected && stars.toggle(selected),
    'run-output.compare': compare,
    'run-output.find-in-film': () => {
      if (selected === undefined || projectId === null || fileId === null) return;
      sendIntent({ kind: 'show-film-uses', connectionId, projectId, title: selected.label, of: { fileId } });
    },
    'run-output.copy': () => selected && void copyOutput(connectionId, selected),
    'run-output.save': () => selected && void saveOutput(connectionId, selected),
  });
  return {
    select: selectKey,
    starOf(named) {
      const isOn = stars.isStarred(named);
      return isOn === null ? undefined : { isOn, onToggle: () => stars.toggle(named) };
    },
  };
}

/** One output of the shown run with its menu and its keys. */
export function OutputWithMenu({
  onSelect,
  ...card
}: OutputCardProps & {
  /** It has the focus, or its menu opens. */
  onSelect: () => void;
}): ReactElement {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (runKeyCommand('runOutputs', event.nativeEvent)) event.stopPropagation();
  };
  return (
    <ContextMenu
      entries={() => commandMenu('run-output', { scope: 'runOutputs' })}
      onOpenChange={(open) => open && onSelect()}
    >
      <div>
        <OutputCard {...card} keys={{ onFocus: onSelect, onKeyDown }} />
      </div>
    </ContextMenu>
  );
}
