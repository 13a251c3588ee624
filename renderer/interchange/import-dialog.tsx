import { FileVideo2, Search } from 'lucide-react';
import { useMemo, useState, type ReactElement } from 'react';
import { describeProblem, sendForm, type SendForm } from '#renderer/desk/index.ts';
import { validateTimeline } from '#shared/timeline/index.ts';
import { missingMedia } from '#shared/timeline/relink.ts';
import { askToRelink, useTimeline } from '#renderer/timeline/index.ts';
import {
  Button,
  ChoiceList,
  Dialog,
  DialogStack,
  FileChoice,
  ProblemNote,
  showToast,
  TextField,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { asList, asRecord } from '#shared/document/problems.ts';
import { CutChoiceFields } from './cut-choices.tsx';
import { ImportProgress } from './import-progress.tsx';
import { ImportReport } from './import-report.tsx';
import { selectedFolder, isFolder, type ImportSource } from './otio-folder.ts';
import { RecutDialog } from './recut-dialog.tsx';
import { useRecut } from './use-recut.ts';
import {
  isTimelineName,
  nameOfTimelineFile,
  TIMELINE_ENDINGS,
  type Imported,
  type ImportTarget,
} from './otio-requests.ts';
import { useCutChoices } from './use-cut-choices.ts';
import { useImport } from './use-import.ts';

const t = words.interchange.importDialog;

export interface ImportDialogProps {
  connectionId: string;
  /** The open project; null where there is none. */
  projectId: string | null;
  /** The file to begin with. */
  initialFile: ImportSource | null;
  onClose: () => void;
  onOpenTimeline: (projectId: string) => void;
  /** The file was read without storing it, and can be shown. */
  onOpen: () => void;
  send?: SendForm;
}

type Destination = 'project' | 'compare' | 'new' | 'look';

const isPreview = (imported: Imported): boolean => imported.projectId === null;

/** File, destination, progress, report. */
export function ImportDialog({
  connectionId,
  projectId,
  initialFile,
  onClose,
  onOpenTimeline,
  onOpen,
  send = sendForm,
}: ImportDialogProps): ReactElement {
  const [file, setFile] = useState(initialFile);
  const destination = useDestination(connectionId, projectId, file);
  const { to, name } = destination;
  const { stage, start, cancel, select } = useImport(connectionId, send);
  const cut = useCutChoices(connectionId, file, destination.rate);
  const isInspected = cut.state.at === 'none' || cut.state.at === 'known';
  const disabledReason = startBlocker(file, destination, isInspected);
  const selectSource = (next: ImportSource) => {
    setFile(next);
    select(next);
  };
  const recut = useRecut(connectionId, projectId);
  const finished = stage.at === 'done' ? stage.imported : null;
  const begin = async (): Promise<void> => {
    if (file === null || to === null) return;
    // The timeline that comes in must not change what is likely.
    destination.setTo(to);
    const imported = await start(
      file,
      targetOf(to, projectId, name),
      cut.state.at === 'known' ? cut.state.choices : {},
    );
    if (imported && to === 'compare') await recut.compare(imported, file.name);
  };
  if (finished && to === 'compare' && projectId !== null) {
    return (
      <RecutDialog
        filename={file?.name ?? ''}
        recut={recut}
        response={finished.response}
        onClose={onClose}
        onApply={() => onOpenTimeline(projectId)}
      />
    );
  }
  if (finished) {
    return <ImportedDialog {...{ connectionId, result: finished, file, onClose, onOpen, onOpenTimeline }} />;
  }

  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={words.clips.importEditTitle}
      description={t.cutFromEditingProgram}
      footer={
        stage.at === 'working' ? (
          <Button onClick={cancel}>{words.common.cancel}</Button>
        ) : (
          <>
            <Button onClick={onClose}>{words.common.cancel}</Button>
            <Button variant="primary" disabledReason={disabledReason} onClick={() => void begin()}>
              {startLabels[to ?? 'project']}
            </Button>
          </>
        )
      }
    >
      {stage.at === 'working' ? (
        <ImportProgress step={stage.step} fraction={stage.fraction} />
      ) : (
        <DialogStack>
          <SourceChoice source={file} onSelect={selectSource} />
          <CutChoiceFields {...cut} />
          {stage.at === 'choosing' && stage.problem ? <ProblemNote>{stage.problem}</ProblemNote> : null}
          <DestinationChoice projectId={projectId} {...destination} />
        </DialogStack>
      )}
    </Dialog>
  );
}

/** Where an import goes and what a new project is called: as is likely, until somebody chooses otherwise. */
function useDestination(connectionId: string, projectId: string | null, file: ImportSource | null) {
  const { data, isFetchedAfterMount, isError } = useTimeline(connectionId, projectId);
  // What was read before the dialog came up may be another timeline than the one that is replaced.
  const isLoading = projectId !== null && !isFetchedAfterMount;
  const isUnavailable = isFetchedAfterMount && isError;
  const replaced = isLoading || isUnavailable ? 0 : (data?.summary.clipCount ?? 0);
  const [selected, setTo] = useState<Destination | null>(null);
  const [typed, setName] = useState<string | null>(null);
  const projectTarget = replaced > 0 ? 'compare' : isLoading || isUnavailable ? null : 'project';
  // A timeline is never replaced unless somebody asks for that.
  const likely: Destination | null = projectId === null ? 'new' : projectTarget;
  const to = selected ?? likely;
  return {
    /** Null: nobody can say what is likely, somebody has to choose. */
    to,
    /** Whether it is known what becomes of the timeline that is there. */
    isReady: to !== null && (to !== 'project' || !isLoading),
    isLoading,
    /** The timeline that is there could not be read. */
    isUnavailable,
    name: typed ?? (file === null ? '' : nameOfSource(file)),
    /** Clips of the timeline that is there. */
    replaced,
    /** Its frames a second; null where there is none. */
    rate: rateOfDocument(data?.document),
    setTo,
    setName,
  };
}

/** Frames a second of a timeline as the service has it; null where it has no clips. */
function rateOfDocument(document: unknown): number | null {
  const { frameRate, clips } = asRecord(asRecord(document)['timeline']);
  return typeof frameRate === 'number' && asList(clips).length > 0 ? frameRate : null;
}

/** What is imported: a file, or the folder of a timeline. */
function SourceChoice({
  source,
  onSelect,
}: {
  source: ImportSource | null;
  onSelect: (source: ImportSource) => void;
}): ReactElement {
  const addFolder = (files: readonly File[]) => {
    try {
      const folder = selectedFolder(files);
      if (folder) onSelect(folder);
    } catch (error) {
      showToast({ kind: 'error', title: t.folderNot, description: describeProblem(error) });
    }
  };
  return (
    <FileChoice
      icon={<FileVideo2 aria-hidden />}
      file={source}
      accept={TIMELINE_ENDINGS}
      onSelect={onSelect}
      onFolder={addFolder}
    />
  );
}

const startLabels: Record<Destination, string> = {
  project: t.importWord,
  compare: t.compare,
  new: t.importWord,
  look: t.view,
};

/** Files that clips of an import ask for and that did not come. */
function countMissing(document: unknown): number {
  const checked = validateTimeline(document);
  return checked.ok ? missingMedia(checked.document, null).length : 0;
}

/** What came, and the way to it. */
function ImportedDialog({
  connectionId,
  result,
  file,
  onClose,
  onOpen,
  onOpenTimeline,
}: Pick<ImportDialogProps, 'connectionId' | 'onClose' | 'onOpen' | 'onOpenTimeline'> & {
  result: Imported;
  file: ImportSource | null;
}): ReactElement {
  const { projectId } = result;
  const missing = useMemo(() => countMissing(result.response.document), [result.response.document]);
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      title={isPreview(result) ? words.clips.fileRead : words.clips.imported(result.createdName ?? null)}
      description={file?.name}
      footer={
        <>
          <Button onClick={onClose}>{words.common.close}</Button>
          {projectId !== null && missing > 0 ? (
            <Button
              icon={<Search aria-hidden />}
              onClick={() => {
                askToRelink(connectionId, projectId);
                onOpenTimeline(projectId);
              }}
            >
              {words.relink.findAfterImport}
            </Button>
          ) : null}
          <Button
            variant="primary"
            onClick={() => (result.projectId === null ? onOpen() : onOpenTimeline(result.projectId))}
          >
            {isPreview(result) ? t.viewTimeline : t.openTimeline}
          </Button>
        </>
      }
    >
      {result.isSingleStep ? <p>{words.clips.undoImport}</p> : null}
      <ImportReport response={result.response} />
    </Dialog>
  );
}

/** Why the import cannot begin now; null where it can. @param isInspected nothing of the file is being read, nor missing */
function startBlocker(
  file: ImportSource | null,
  { isReady, to }: Pick<ReturnType<typeof useDestination>, 'isReady' | 'to'>,
  isInspected: boolean,
): string | null {
  if (file === null) return words.whyNot.file;
  if (!isFolder(file) && !isTimelineName(file.name)) return words.whyNot.notAnEdit;
  if (to === null) return words.whyNot.place;
  return isReady && isInspected ? null : words.whyNot.stillReading;
}

const nameOfSource = (source: ImportSource): string =>
  isFolder(source) ? source.name.replace(/\.otiod$/i, '') : nameOfTimelineFile(source.name);

const targetOf = (to: Destination, projectId: string | null, name: string): ImportTarget => {
  if ((to === 'project' || to === 'compare') && projectId !== null) return { to, projectId };
  return to === 'look' ? { to } : { to: 'new', name };
};

function DestinationChoice({
  projectId,
  to,
  name,
  replaced,
  isLoading,
  isUnavailable,
  setTo,
  setName,
}: ReturnType<typeof useDestination> & { projectId: string | null }): ReactElement {
  const projectOption = {
    value: 'project' as const,
    label: t.thisProject,
    hint: isLoading
      ? words.clips.readsReplaced
      : isUnavailable
        ? words.clips.replacesUnread
        : replaced > 0
          ? t.timelineReplacedGraph(replaced)
          : t.graph,
  };
  const choice = (
    <ChoiceList
      label={t.itRuns}
      value={to}
      onValueChange={setTo}
      choices={[
        ...(projectId === null ? [] : [projectOption]),
        ...(replaced > 0
          ? [
              {
                value: 'compare' as const,
                label: t.compareProjectsTimeline,
                hint: t.cutLeftFromShows,
              },
            ]
          : []),
        { value: 'new', label: t.newProject, hint: words.clips.newProject },
        { value: 'look', label: t.previewOnly, hint: t.showsFileSaves },
      ]}
    />
  );
  return (
    <>
      {choice}
      {to === 'new' ? (
        <TextField
          label={words.clips.newProjectName}
          value={name}
          maxLength={200}
          placeholder={words.clips.nameOfTimeline}
          onValueChange={setName}
        />
      ) : null}
    </>
  );
}
