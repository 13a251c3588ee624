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
import { ClipsWithoutFile } from './clips-without-file.tsx';
import type { Encodings } from './composer/messages.ts';
import { exportSize, planOf, type ChosenExport } from './export-choices.ts';
import { ExportForm, ExportLoudness } from './export-form.tsx';
import { ExportInWindow } from './export-in-window.tsx';
import { startFilmExport } from './film-exports.ts';
import { filmNodeQuery } from './film-node.ts';
import type { FilmRange } from './film-range.ts';
import { filmGraph, MAX_MEDIA, mediaCount, whyNotByRun } from './film-run-request.ts';
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
  before?: Partial<ChosenExport> | undefined;
  /** Leads to a clip that has no file. */
  onShowClip?: ((clipId: string) => void) | undefined;
  onClose: () => void;
}

/** Makes a file of the film: by a run of the service where it can, else here. */
export function ExportFilmDialog(props: ExportFilmProps): ReactElement {
  const { film, range, before, name, connectionId, onClose } = props;
  const { timeline } = film;
  const [chosen, setChosen] = useState<ChosenExport>(() => ({
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
  if (order === null) return <Choose {...props} chosen={chosen} onChoose={setChosen} onOrder={setOrder} />;
  const { keep } = chosen;
  return <ExportInWindow {...{ connectionId, order, keep, name, onClose }} onBack={() => setOrder(null)} />;
}

function Choose({
  chosen,
  onChoose,
  onOrder,
  ...props
}: ExportFilmProps & {
  chosen: ChosenExport;
  onChoose: (chosen: ChosenExport) => void;
  /** The window is to make it. */
  onOrder: (order: FilmOrder) => void;
}): ReactElement {
  const { film, range, name, onClose } = props;
  const { choices, captions } = chosen;
  const whole = useMemo(() => ({ from: 0, to: endOf(film.timeline) }), [film.timeline]);
  const service = useFilmService(props);
  const isByRun = service.kind === 'asked' || (service.kind === 'ready' && chosen.by === 'run');
  const window = useWindowPlan(film, chosen, !isByRun);
  const run = useRunStart(props, chosen);
  const runProblem = isByRun ? (run.problem ?? whyNotByRun(choices, film.timeline)) : null;
  const problem = isByRun ? runProblem : window.problem;
  const isReady = isByRun
    ? service.kind === 'ready' && whyNotByRun(choices, film.timeline) === null
    : window.plan !== null;
  const { connectionId, library } = props;
  const unreadable = useUnreadableClips(connectionId, film, library, choices.range, isByRun);
  const isAllowed = unreadable.length === 0 || chosen.unreadable === 'show-words';
  const whyDisabled = !isReady
    ? (problem ?? words.whyNot.stillReading)
    : isAllowed
      ? null
      : words.whyNot.clipsUnreadable;
  const onExport = (): void => {
    const { format } = choices;
    if (isByRun) void run.start();
    else if (window.plan)
      onOrder({ film, name, plan: window.plan, format, captions, unreadable: chosen.unreadable });
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
          <Button variant="primary" whyDisabled={whyDisabled} busy={run.isStarting} onClick={onExport}>
            {text.start}
          </Button>
        </>
      }
    >
      <DialogStack>
        <ExportForm {...{ film, chosen, range, whole, onChoose }} />
        <MadeBy {...{ chosen, isByRun, hasService: service.kind === 'ready', onChoose }} />
        <WhatLacks {...props} {...{ chosen, unreadable, onChoose }} />
        <ExportLoudness film={film} range={choices.range} />
        {problem === null ? null : <ProblemNote>{problem}</ProblemNote>}
        <p role="status">
          {[isReady ? summaryOf(chosen) : '', service.kind === 'not' ? service.reason : '']
            .filter((sentence) => sentence !== '')
            .join(' ')}
        </p>
      </DialogStack>
    </Dialog>
  );
}

/** Who makes the film, and whether what this window makes is uploaded. */
function MadeBy({
  chosen,
  isByRun,
  hasService,
  onChoose,
}: {
  chosen: ChosenExport;
  isByRun: boolean;
  hasService: boolean;
  onChoose: (chosen: ChosenExport) => void;
}): ReactElement {
  return (
    <>
      {hasService ? (
        <Select
          label={text.madeBy}
          value={chosen.by}
          options={[
            { value: 'run', label: text.byRun },
            { value: 'window', label: text.byWindow },
          ]}
          onValueChange={(by) => onChoose({ ...chosen, by })}
        />
      ) : null}
      {isByRun ? null : (
        <Checkbox
          label={text.keep}
          checked={chosen.keep}
          onCheckedChange={(keep) => onChoose({ ...chosen, keep })}
        />
      )}
    </>
  );
}

/** Clips that have no file, and those whose file cannot be read, which are asked about. */
function WhatLacks({
  film: { timeline },
  library,
  before = {},
  chosen,
  unreadable,
  onChoose,
  onShowClip,
}: ExportFilmProps & {
  chosen: ChosenExport;
  unreadable: readonly TimelineClip[];
  onChoose: (chosen: ChosenExport) => void;
}): ReactElement {
  return (
    <>
      <ClipsWithoutFile {...{ timeline, library, onShowClip }} range={chosen.choices.range} />
      <UnreadableClips
        clips={unreadable}
        frameRate={timeline.frameRate}
        choice={chosen.unreadable}
        isAgain={Object.keys(before).length > 0}
        onChoose={(choice) => onChoose({ ...chosen, unreadable: choice })}
        onShowClip={onShowClip}
      />
    </>
  );
}

function summaryOf({ choices: { format, frameRate, range } }: ChosenExport): string {
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
  chosen: ChosenExport,
) {
  const [isStarting, setStarting] = useState(false);
  const [refused, setRefused] = useState<{ chosen: ChosenExport; problem: string } | null>(null);
  const { choices, captions } = chosen;
  const start = async (): Promise<void> => {
    const { timeline } = film;
    const graph = filmGraph({
      timeline,
      library,
      title: name,
      choices,
      captions,
      unreadable: chosen.unreadable,
    });
    if (graph === null || projectId === null || isStarting) return;
    setStarting(true);
    const isFilm = choices.format !== 'wav';
    const beside = captionTexts(timeline, { name, captions, range: choices.range, isFilm });
    try {
      await startFilmExport({ connectionId, projectId }, graph, { title: name, beside, chosen });
      onClose();
    } catch (error) {
      setRefused({ chosen, problem: describeProblem(error) });
      setStarting(false);
    }
  };
  // Other choices may be taken.
  return { start, isStarting, problem: refused?.chosen === chosen ? refused.problem : null };
}

/** What this window would write, once it is asked and the browser has said what it can encode. */
function useWindowPlan(film: Film, { choices }: ChosenExport, isAsked: boolean) {
  const { projectResolution } = film.timeline;
  const encodings = useEncodings(exportSize(projectResolution, choices.scale), choices.frameRate, isAsked);
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
  isAsked: boolean,
): Encodings | null {
  const [encodings, setEncodings] = useState<Encodings | null>(null);
  useEffect(() => {
    if (!isAsked) return undefined;
    const worker = startFilmWorker();
    let stopped = false;
    void worker
      .ask('encodings', { width, height, frameRate })
      .catch((): Encodings => ({ video: [], opus: false, aac: 'app' }))
      .then((found) => {
        if (!stopped) setEncodings(found);
        return undefined;
      });
    return () => {
      stopped = true;
      worker.close();
    };
  }, [width, height, frameRate, isAsked]);
  return encodings;
}
