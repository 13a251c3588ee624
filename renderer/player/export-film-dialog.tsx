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
import type { Encodings, ExportPlan, Film } from './composer/messages.ts';
import { exportSize, FORMATS, planOf, remainingOf, type ExportChoices } from './export-choices.ts';
import type { FilmRange } from './film-range.ts';
import { startFilmWorker } from './film-worker-client.ts';
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

const RATES = [24, 25, 30, 50, 60];

/** Makes a file of the film: choosing, making, saving. */
export function ExportFilmDialog(props: ExportFilmProps): ReactElement {
  const [plan, setPlan] = useState<{
    plan: ExportPlan;
    format: ExportChoices['format'];
    keep: boolean;
  } | null>(null);
  return plan === null ? (
    <Choose {...props} onPlan={setPlan} />
  ) : (
    <Make {...props} {...plan} onBack={() => setPlan(null)} />
  );
}

function Choose({
  film: { timeline },
  range,
  onClose,
  onPlan,
}: ExportFilmProps & {
  onPlan: (chosen: { plan: ExportPlan; format: ExportChoices['format']; keep: boolean }) => void;
}): ReactElement {
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
            onClick={() => plan && onPlan({ plan, format: choices.format, keep })}
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
        <Checkbox label="Keep it in the files of this account too" checked={keep} onCheckedChange={setKeep} />
        {result && 'problem' in result ? <ProblemNote>{result.problem}</ProblemNote> : null}
        {plan ? <p role="status">{summaryOf(plan)}</p> : null}
      </DialogStack>
    </Dialog>
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

interface Progress {
  done: number;
  total: number;
  remaining: number | null;
}

function Make({
  connectionId,
  film,
  name,
  plan,
  format,
  keep,
  onClose,
  onBack,
}: ExportFilmProps & {
  plan: ExportPlan;
  format: ExportChoices['format'];
  keep: boolean;
  onBack: () => void;
}): ReactElement {
  const [progress, setProgress] = useState<Progress>({ done: 0, total: 0, remaining: null });
  const [uploaded, setUploaded] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  // The film as it was when the export began.
  const [begun] = useState({ connectionId, film, name, plan, format, keep });
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    const stop = new AbortController();
    const run = async (): Promise<void> => {
      try {
        const file = await makeFile(begun, stop.signal, setProgress);
        saveBlob(file, file.name);
        if (begun.keep) {
          setUploaded(0);
          await uploadFile(begun.connectionId, file, { onProgress: setUploaded, signal: stop.signal });
        }
        showToast({ kind: 'ok', title: `Exported ${file.name}`, description: formatBytes(file.size) });
        close.current();
      } catch (error) {
        if (!stop.signal.aborted) setProblem(problemOf(error));
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
            uploaded === null ? 'The film is made…' : 'It is saved. It goes to the files of this account…'
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

async function makeFile(
  {
    film,
    name,
    plan,
    format,
  }: Pick<ExportFilmProps, 'film' | 'name'> & {
    plan: ExportPlan;
    format: ExportChoices['format'];
  },
  signal: AbortSignal,
  onProgress: (progress: Progress) => void,
): Promise<File> {
  const worker = startFilmWorker();
  const begun = performance.now();
  const { ending, type } = FORMATS[format];
  const fileName = `${fileNameOf(name)}.${ending}`;
  try {
    worker.setFilm(film);
    const file = await worker.ask(
      'export',
      { plan, name: fileName },
      {
        signal,
        onProgress: (done, total) =>
          onProgress({ done, total, remaining: remainingOf(done, total, performance.now() - begun) }),
      },
    );
    return new File([file], fileName, { type });
  } finally {
    worker.close();
  }
}

/** A name that every disk takes. */
const fileNameOf = (name: string): string =>
  name
    .replaceAll(/[\\/:*?"<>|]/g, '-')
    .trim()
    .slice(0, 120) || 'film';

function problemOf(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  return text.startsWith('QuotaExceededError')
    ? 'There is no room for the film on this disk. Free some, or export it smaller, and try again.'
    : 'The film could not be made here. Try another format or half the size.';
}
