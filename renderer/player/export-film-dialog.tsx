import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { uploadFile } from '#renderer/uploads/index.ts';
import {
  Button,
  Checkbox,
  Dialog,
  DialogProgress,
  DialogStack,
  formatBytes,
  formatDuration,
  ProblemNote,
  saveBlob,
  Select,
  showToast,
} from '#renderer/ui/index.ts';
import { frameCount } from '#shared/timeline/compose.ts';
import type { TimelineBody } from '#shared/timeline/document.ts';
import type { Film } from '#shared/film/film.ts';
import type { Encodings, ExportPlan } from './composer/messages.ts';
import { shownCaptions, type CaptionChoice } from './export-captions.ts';
import { exportSize, FORMATS, planOf, type ExportChoices } from './export-choices.ts';
import type { FilmRange } from './film-range.ts';
import { LoudnessValue } from './loudness-value.tsx';
import { startFilmWorker } from './film-worker-client.ts';
import { captionsBeside, describeFilmProblem, makeFilmFile, type FilmProgress } from './make-film-file.ts';
import { useLoudness } from './use-loudness.ts';
import { endOf } from './use-player.ts';

interface ExportFilmProps {
  connectionId: string;
  film: Film;
  /** The marked range. */
  range: FilmRange | null;
  /** What the file is called, without its ending. */
  name: string;
  onClose: () => void;
}

/** What was chosen. */
interface Chosen {
  plan: ExportPlan;
  format: ExportChoices['format'];
  captions: CaptionChoice;
  keep: boolean;
}

const RATES = [24, 25, 30, 50, 60];

/** Makes a file of the film: choosing, making, saving. */
export function ExportFilmDialog(props: ExportFilmProps): ReactElement {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  return chosen === null ? (
    <Choose {...props} onPlan={setChosen} />
  ) : (
    <Make {...props} {...chosen} onBack={() => setChosen(null)} />
  );
}

function Choose({
  film,
  range,
  onClose,
  onPlan,
}: ExportFilmProps & {
  onPlan: (chosen: Chosen) => void;
}): ReactElement {
  const { timeline } = film;
  const { projectResolution } = timeline;
  const whole = useMemo(() => ({ from: 0, to: endOf(timeline) }), [timeline]);
  const [choices, setChoices] = useState<ExportChoices>({
    format: 'mp4',
    scale: 1,
    frameRate: timeline.frameRate,
    quality: 'high',
    range: range ?? whole,
  });
  const [keep, setKeep] = useState(false);
  const [captions, setCaptions] = useState<CaptionChoice>('burnt');
  const encodings = useEncodings(exportSize(projectResolution, choices.scale), choices.frameRate);
  const choose = (part: Partial<ExportChoices>): void => setChoices({ ...choices, ...part });
  const result = encodings && planOf(choices, projectResolution, encodings);
  const plan = result && 'plan' in result ? result.plan : null;

  return (
    <Dialog
      open
      onClose={onClose}
      title="Export film"
      description="The film as the monitor shows it, with its sound, as a file on this computer."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={plan === null}
            onClick={() => plan && onPlan({ plan, format: choices.format, captions, keep })}
          >
            Export
          </Button>
        </>
      }
    >
      <DialogStack>
        <Select
          label="Format"
          value={choices.format}
          options={(['mp4', 'webm', 'wav'] as const).map((value) => ({ value, label: FORMATS[value].title }))}
          onValueChange={(format) => choose({ format })}
        />
        {choices.format === 'wav' ? null : (
          <PictureChoices timeline={timeline} choices={choices} choose={choose} />
        )}
        {range ? (
          <Select
            label="What"
            value={choices.range === whole ? 'whole' : 'range'}
            options={[
              { value: 'whole', label: 'The whole film' },
              { value: 'range', label: 'The marked range' },
            ]}
            onValueChange={(what) => choose({ range: what === 'whole' ? whole : range })}
          />
        ) : null}
        {choices.format === 'wav' ? null : (
          <CaptionsChoice timeline={timeline} captions={captions} onChoose={setCaptions} />
        )}
        <Checkbox
          label="Also save it among the files of this account"
          checked={keep}
          onCheckedChange={setKeep}
        />
        <ExportLoudness film={film} range={choices.range} />
        {result && 'problem' in result ? <ProblemNote>{result.problem}</ProblemNote> : null}
        {plan ? <p role="status">{summaryOf(plan)}</p> : null}
      </DialogStack>
    </Dialog>
  );
}

/** How loud what is exported will be; measured when somebody wants to know. */
function ExportLoudness({ film, range }: { film: Film; range: FilmRange }): ReactElement {
  const { state, toggle } = useLoudness(film, range);
  return (
    <div>
      <LoudnessValue state={state} what="film" onToggle={toggle} />
    </div>
  );
}

/** Where the captions go, if any are shown. */
function CaptionsChoice({
  timeline,
  captions,
  onChoose,
}: {
  timeline: TimelineBody;
  captions: CaptionChoice;
  onChoose: (captions: CaptionChoice) => void;
}): ReactElement | null {
  const hasCaptions = useMemo(() => shownCaptions(timeline).length > 0, [timeline]);
  if (!hasCaptions) return null;
  return (
    <Select
      label="Captions"
      value={captions}
      options={[
        { value: 'burnt', label: 'In the picture' },
        { value: 'beside', label: 'In an SRT file beside the film' },
        { value: 'none', label: 'Left out' },
      ]}
      onValueChange={onChoose}
    />
  );
}

/** What can be chosen of the picture. */
function PictureChoices({
  timeline,
  choices,
  choose,
}: {
  timeline: TimelineBody;
  choices: ExportChoices;
  choose: (part: Partial<ExportChoices>) => void;
}): ReactElement {
  const rates = [...new Set([timeline.frameRate, ...RATES])].toSorted((a, b) => a - b);
  return (
    <>
      <Select
        label="Size"
        value={String(choices.scale)}
        options={([1, 0.5] as const).map((scale) => {
          const { width, height } = exportSize(timeline.projectResolution, scale);
          return { value: String(scale), label: `${width} × ${height}` };
        })}
        onValueChange={(scale) => choose({ scale: scale === '1' ? 1 : 0.5 })}
      />
      <Select
        label="Frames a second"
        value={String(choices.frameRate)}
        options={rates.map((rate) => ({
          value: String(rate),
          label: labelOfRate(rate, timeline.frameRate),
        }))}
        onValueChange={(rate) => choose({ frameRate: Number(rate) })}
      />
      <Select
        label="Quality"
        value={choices.quality}
        options={[
          { value: 'medium', label: 'Medium: small file' },
          { value: 'high', label: 'High' },
          { value: 'very-high', label: 'Very high: large file' },
        ]}
        onValueChange={(quality) => choose({ quality })}
      />
    </>
  );
}

const labelOfRate = (rate: number, own: number): string =>
  `${Math.round(rate * 1000) / 1000}${rate === own ? ', as the timeline' : ''}`;

function summaryOf({ video, from, to }: ExportPlan): string {
  const seconds = formatDuration((to - from) * 1000);
  if (!video) return `${seconds} of sound at 48 kHz in stereo.`;
  return `${frameCount(to - from, video.frameRate)} frames, ${seconds}, with sound.`;
}

/** What this browser can encode; null until it has said so. */
function useEncodings(
  { width, height }: { width: number; height: number },
  frameRate: number,
): Encodings | null {
  const [encodings, setEncodings] = useState<Encodings | null>(null);
  useEffect(() => {
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
  }, [width, height, frameRate]);
  return encodings;
}

function Make({
  connectionId,
  film,
  name,
  plan,
  format,
  captions,
  keep,
  onClose,
  onBack,
}: ExportFilmProps & Chosen & { onBack: () => void }): ReactElement {
  const [progress, setProgress] = useState<FilmProgress>({ done: 0, total: 0, remaining: null });
  const [uploaded, setUploaded] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // The film as it was when the export began.
  const [begun] = useState({ connectionId, film, name, plan, format, captions, keep });
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    const stop = new AbortController();
    const run = async (): Promise<void> => {
      try {
        const file = await makeFilmFile(begun, stop.signal, setProgress);
        saveBlob(file, file.name);
        const beside = begun.format === 'wav' ? [] : captionsBeside(begun.film.timeline, begun);
        for (const one of beside) saveBlob(one, one.name);
        if (begun.keep) {
          setUploaded(0);
          await uploadFile(begun.connectionId, file, { onProgress: setUploaded, signal: stop.signal });
        }
        showToast({ kind: 'ok', title: `Exported ${file.name}`, description: formatBytes(file.size) });
        close.current();
      } catch (error) {
        if (!stop.signal.aborted) setProblem(describeFilmProblem(error));
      }
    };
    void run();
    return () => stop.abort();
  }, [begun]);

  const { done, total, remaining } = progress;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Export film"
      description="You can go on when it is saved. Canceling leaves nothing behind."
      footer={
        <>
          {problem === null ? null : <Button onClick={onBack}>Other choices</Button>}
          <Button onClick={onClose}>Cancel</Button>
        </>
      }
    >
      {problem === null ? (
        <DialogProgress
          label="Export"
          status={
            uploaded === null ? 'Making the film…' : 'It is saved. It goes to the files of this account…'
          }
          value={uploaded ?? (total === 0 ? null : done / total)}
          amount={
            total === 0 || uploaded !== null
              ? undefined
              : `${done} of ${total} ${plan.video ? 'frames' : 'pieces'}${remaining === null ? '' : `, ${formatDuration(remaining)} left`}`
          }
        />
      ) : (
        <ProblemNote>{problem}</ProblemNote>
      )}
    </Dialog>
  );
}
