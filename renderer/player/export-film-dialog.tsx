import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactElement } from 'react';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  Button,
  Checkbox,
  Dialog,
  DialogStack,
  formatDuration,
  ProblemNote,
  Select,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { FileRecord } from '#shared/desk/index.ts';
import type { Film } from '#shared/film/film.ts';
import { frameCount } from '#shared/timeline/compose.ts';
import type { TimelineClip } from '#shared/timeline/index.ts';
import { ClipsMissingFile } from './clips-without-file.tsx';
import type { Encodings } from './composer/messages.ts';
import { exportSize, planOf, type ExportSelection } from './export-choices.ts';
import { ExportForm, ExportLoudness } from './export-form.tsx';
import { ExportInWindow } from './export-in-window.tsx';
import { startFilmExport } from './film-exports.ts';
import { filmNodeQuery } from './film-node.ts';
import type { FilmRange } from './film-range.ts';
import { filmGraph, MAX_MEDIA, mediaCount, runRejection } from './film-run-request.ts';
import { startFilmWorker } from './film-worker-client.ts';
import { captionTexts, type FilmOrder } from './make-film-file.ts';
import { UnreadableClips, useUnreadableClips } from './unreadable-clips.tsx';
import { endOf } from './use-player.ts';

const text = words.filmExport;

interface ExportFilmProps {
  connectionId: string;
  /** Null where a film is of no open project; then this window makes it. */
  projectId: string | null;
  film: Film;
  /** Files of the account, by id and by name. */
  library: ReadonlyMap<string, FileRecord>;
  /** The marked range. */
  range: FilmRange | null;
  /** What the file is called, without its ending. */
  name: string;
  /** What was chosen before. */
  before?: Partial<ExportSelection> | undefined;
  /** Leads to a clip that has no file. */
  onShowClip?: ((clipId: string) => void) | undefined;
  onClose: () => void;
}

/** Makes a file of the film: by a run of the service where it can, else here. */
export function ExportFilmDialog(props: ExportFilmProps): ReactElement {
  const { film, range, before, name, connectionId, onClose } = props;
  const { timeline } = film;
  const [selection, setSelection] = useState<ExportSelection>(() => ({
    choices: {
      format: 'mp4',
      scale: 1,
      frameRate: timeline.frameRate,
      quality: 'high',
      range: range ?? { from: 0, to: endOf(timeline) },
    },
    captions: 'burnt',
    by: 'run',
    keep: false,
    unreadable: 'stop',
    ...before,
  }));
  const [order, setOrder] = useState<FilmOrder | null>(null);
  if (order === null)
    return <ExportPicker {...props} selection={selection} onSelect={setSelection} onOrder={setOrder} />;
  const { keep } = selection;
  return <ExportInWindow {...{ connectionId, order, keep, name, onClose }} onBack={() => setOrder(null)} />;
}

function ExportPicker({
  selection,
  onSelect,
  onOrder,
  ...props
}: ExportFilmProps & {
  selection: ExportSelection;
  onSelect: (selected: ExportSelection) => void;
  /** The window is to make it. */
  onOrder: (order: FilmOrder) => void;
}): ReactElement {
  const { film, range, name, onClose } = props;
  const { choices, captions } = selection;
  const fullRange = useMemo(() => ({ from: 0, to: endOf(film.timeline) }), [film.timeline]);
  const service = useFilmService(props);
  const isByRun = service.kind === 'asked' || (service.kind === 'ready' && selection.by === 'run');
  const window = useWindowPlan(film, selection, !isByRun);
  const run = useRunStart(props, selection);
  const runProblem = isByRun ? (run.problem ?? runRejection(choices, film.timeline)) : null;
  const problem = isByRun ? runProblem : window.problem;
  const isReady = isByRun
    ? service.kind === 'ready' && runRejection(choices, film.timeline) === null
    : window.plan !== null;
  const { connectionId, library } = props;
  const unreadable = useUnreadableClips(connectionId, film, library, choices.range, isByRun);
  const isAllowed = unreadable.length === 0 || selection.unreadable === 'show-words';
  const disabledReason = !isReady
    ? (problem ?? words.whyNot.stillReading)
    : isAllowed
      ? null
      : words.whyNot.clipsUnreadable;
  const onExport = (): void => {
    const { format } = choices;
    if (isByRun) void run.start();
    else if (window.plan)
      onOrder({ film, name, plan: window.plan, format, captions, unreadable: selection.unreadable });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      description={isByRun ? text.aboutRun : text.aboutWindow}
      footer={
        <>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button variant="primary" disabledReason={disabledReason} busy={run.isStarting} onClick={onExport}>
            {text.start}
          </Button>
        </>
      }
    >
      <DialogStack>
        <ExportForm {...{ film, selection, range, whole: fullRange, onSelect }} />
        <ExportTarget {...{ selection, isByRun, hasService: service.kind === 'ready', onSelect }} />
        <MissingClips {...props} {...{ selection, unreadable, onSelect }} />
        <ExportLoudness film={film} range={choices.range} />
        {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
        <p role="status">
          {[isReady ? summaryOf(selection) : '', service.kind === 'not' ? service.reason : '']
            .filter((sentence) => sentence !== '')
            .join(' ')}
        </p>
      </DialogStack>
    </Dialog>
  );
}

/** Who makes the film, and whether what this window makes is uploaded. */
function ExportTarget({
  selection,
  isByRun,
  hasService,
  onSelect,
}: {
  selection: ExportSelection;
  isByRun: boolean;
  hasService: boolean;
  onSelect: (selected: ExportSelection) => void;
}): ReactElement {
  return (
    <>
      {hasService ? (
        <Select
          label={text.madeBy}
          value={selection.by}
          options={[
            { value: 'run', label: text.byRun },
            { value: 'window', label: text.byWindow },
          ]}
          onValueChange={(by) => onSelect({ ...selection, by })}
        />
      ) : null}
      {isByRun ? null : (
        <Checkbox
          label={text.keep}
          checked={selection.keep}
          onCheckedChange={(keep) => onSelect({ ...selection, keep })}
        />
      )}
    </>
  );
}

/** Clips that have no file, and those whose file cannot be read, which are asked about. */
function MissingClips({
  film: { timeline },
  library,
  before = {},
  selection,
  unreadable,
  onSelect,
  onShowClip,
}: ExportFilmProps & {
  selection: ExportSelection;
  unreadable: readonly TimelineClip[];
  onSelect: (selected: ExportSelection) => void;
}): ReactElement {
  return (
    <>
      <ClipsMissingFile {...{ timeline, library, onShowClip }} range={selection.choices.range} />
      <UnreadableClips
        clips={unreadable}
        frameRate={timeline.frameRate}
        choice={selection.unreadable}
        isRetry={Object.keys(before).length > 0}
        onSelect={(choice) => onSelect({ ...selection, unreadable: choice })}
        onShowClip={onShowClip}
      />
    </>
  );
}

function summaryOf({ choices: { format, frameRate, range } }: ExportSelection): string {
  const seconds = range.to - range.from;
  const length = formatDuration(seconds * 1000);
  return format === 'wav'
    ? text.summarySound(length)
    : text.summaryFilm(frameCount(seconds, frameRate), length);
}

/** Whether the service makes the film, or why this window does; an empty reason where nobody expects the service to. */
function useFilmService({
  connectionId,
  projectId,
  film,
  library,
}: ExportFilmProps): { kind: 'asked' } | { kind: 'ready' } | { kind: 'not'; reason: string } {
  const node = useQuery({ ...filmNodeQuery(connectionId), enabled: projectId !== null });
  const count = useMemo(() => mediaCount(film.timeline, library), [film.timeline, library]);
  if (projectId === null || node.data === false) return { kind: 'not', reason: '' };
  if (node.isError) return { kind: 'not', reason: text.serviceAway };
  if (node.isPending) return { kind: 'asked' };
  return count > MAX_MEDIA ? { kind: 'not', reason: text.tooManyMedia(count, MAX_MEDIA) } : { kind: 'ready' };
}

/** Starts the run, and says why it did not start. */
function useRunStart(
  { connectionId, projectId, film, library, name, onClose }: ExportFilmProps,
  selection: ExportSelection,
) {
  const [isStarting, setStarting] = useState(false);
  const [rejection, setRejection] = useState<{ selected: ExportSelection; problem: string } | null>(null);
  const { choices, captions } = selection;
  const start = async (): Promise<void> => {
    const { timeline } = film;
    const graph = filmGraph({
      timeline,
      library,
      title: name,
      choices,
      captions,
      unreadable: selection.unreadable,
    });
    if (graph === null || projectId === null || isStarting) return;
    setStarting(true);
    const isFilm = choices.format !== 'wav';
    const sidecars = captionTexts(timeline, { name, captions, range: choices.range, isFilm });
    try {
      await startFilmExport({ connectionId, projectId }, graph, {
        title: name,
        beside: sidecars,
        selection,
      });
      onClose();
    } catch (error) {
      setRejection({ selected: selection, problem: describeProblem(error) });
      setStarting(false);
    }
  };
  // Other choices may be taken.
  return { start, isStarting, problem: rejection?.selected === selection ? rejection.problem : null };
}

/** What this window would write, once it is asked and the browser has said what it can encode. */
function useWindowPlan(film: Film, { choices }: ExportSelection, isRequested: boolean) {
  const { projectResolution } = film.timeline;
  const encodings = useEncodings(
    exportSize(projectResolution, choices.scale),
    choices.frameRate,
    isRequested,
  );
  const result = encodings && planOf(choices, projectResolution, encodings);
  return {
    plan: result && 'plan' in result ? result.plan : null,
    problem: result && 'problem' in result ? result.problem : null,
  };
}

/** What this browser can encode; null until it is asked and has said so. */
function useEncodings(
  { width, height }: { width: number; height: number },
  frameRate: number,
  isRequested: boolean,
): Encodings | null {
  const [encodings, setEncodings] = useState<Encodings | null>(null);
  useEffect(() => {
    if (!isRequested) return undefined;
    const worker = startFilmWorker();
    let stopped = false;
    void worker
      .request('encodings', { width, height, frameRate })
      .catch((): Encodings => ({ video: [], opus: false }))
      .then((found) => {
        if (!stopped) setEncodings(found);
        return undefined;
      });
    return () => {
      stopped = true;
      worker.close();
    };
  }, [width, height, frameRate, isRequested]);
  return encodings;
}
