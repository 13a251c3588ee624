import { useState, type ReactElement } from 'react';
import type { SavedSettings } from '#shared/saved-settings/index.ts';
import { Button, Dialog, DialogStack, ProblemNote } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { SettingsPrompt } from './settings-store.ts';

const t = words.savedSettings.savedSettingsDialog;

/** What can be done with a file that carries the settings that made it. */
export function SavedSettingsDialog({
  suggested: { fileName, settings, onCanvas },
  connectionName,
  onOpen,
  onClose,
}: {
  suggested: SettingsPrompt;
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
      title={t.openCreated}
      description={
        <>
          <bdi>{fileName}</bdi> {t.carriesSettings}
        </>
      }
      footer={
        <>
          <Button onClick={onClose}>{words.common.cancel}</Button>
          {onCanvas ? (
            <>
              <Button onClick={selectThen(onCanvas.addAsFile)}>{t.addFile}</Button>
              <Button onClick={selectThen(onCanvas.insert)}>{t.positionGraph}</Button>
            </>
          ) : null}
          <Button variant="primary" busy={isOpening} onClick={() => void open()}>
            {t.openNewProject}
          </Button>
        </>
      }
    >
      <DialogStack>
        <p>
          {originOf(settings)} {words.counts.nodes(settings.graph.nodes.length)}.
        </p>
        {onCanvas ? <p>{t.addFileCanvasGraph}</p> : null}
        <p>
          {onCanvas ? t.openNewProjectMakes : t.newProject}
          <bdi>{connectionName}</bdi>
          {words.savedSettings.filesNeeded}
        </p>
        {settings.removed > 0 ? <p>{t.leftOut(settings.removed)}</p> : null}
        {settings.isExact ? null : <p>{t.someInputsMayHad}</p>}
        {problem ? <ProblemNote>{problem}</ProblemNote> : null}
      </DialogStack>
    </Dialog>
  );
}

function originOf({ output, project }: SavedSettings): ReactElement {
  return (
    <>
      <bdi>{output.title ?? t.anOutput}</bdi>
      {project.name === null ? null : (
        <>
          {words.savedSettings.ofProject}
          <bdi>{project.name}</bdi>
        </>
      )}
      {project.version === null ? '' : t.version(project.version)}:
    </>
  );
}
