import { useState, type ReactElement } from 'react';
import type { SavedSettings } from '#shared/saved-settings/index.ts';
import { Button, Dialog, DialogStack, plural, ProblemNote } from '#renderer/ui/index.ts';
import type { SettingsPrompt } from './settings-store.ts';

/** What can be done with a file that carries the settings that made it. */
export function SavedSettingsDialog({
  offered: { fileName, settings, onCanvas },
  connectionName,
  onOpen,
  onClose,
}: {
  offered: SettingsPrompt;
  connectionName: string;
  /** Makes a project of the graph and shows it. @throws Error with a sentence. */
  onOpen: (settings: SavedSettings) => Promise<void>;
  onClose: () => void;
}): ReactElement {
  const [problem, setProblem] = useState<string | null>(null);
  const [isOpening, setOpening] = useState(false);
  const open = async () => {
    setOpening(true);
    setProblem(null);
    try {
      await onOpen(settings);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setOpening(false);
    }
  };
  const selectThen = (act: () => void) => () => {
    onClose();
    act();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      width={onCanvas ? 600 : 520}
      title="Open what made it?"
      description={
        <>
          <bdi>{fileName}</bdi> carries the settings that made it.
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {onCanvas ? (
            <>
              <Button onClick={selectThen(onCanvas.addAsFile)}>Add as file</Button>
              <Button onClick={selectThen(onCanvas.place)}>Place in this graph</Button>
            </>
          ) : null}
          <Button variant="primary" busy={isOpening} onClick={() => void open()}>
            Open as a new project
          </Button>
        </>
      }
    >
      <DialogStack>
        <p>
          {originOf(settings)} {plural(settings.graph.nodes.length, 'node')}.
        </p>
        {onCanvas ? (
          <p>
            “Add as file” puts the file alone on the canvas. “Place in this graph” puts the nodes that made it
            beside yours and changes none of them.
          </p>
        ) : null}
        <p>
          {onCanvas ? '“Open as a new project” makes a project in ' : 'A new project is made in '}
          <bdi>{connectionName}</bdi>. Files that the graph uses have to be there.
        </p>
        {settings.removed > 0 ? (
          <p>
            {plural(settings.removed, 'value')} {settings.removed === 1 ? 'was' : 'were'} left out when it was
            saved: keys, signed addresses or places on a computer.
          </p>
        ) : null}
        {settings.isExact ? null : <p>Some inputs may have had other values when it was made.</p>}
        {problem ? <ProblemNote>{problem}</ProblemNote> : null}
      </DialogStack>
    </Dialog>
  );
}

function originOf({ output, project }: SavedSettings): ReactElement {
  return (
    <>
      <bdi>{output.title ?? 'An output'}</bdi>
      {project.name === null ? null : (
        <>
          {' of '}
          <bdi>{project.name}</bdi>
        </>
      )}
      {project.version === null ? '' : `, version ${project.version}`}:
    </>
  );
}
