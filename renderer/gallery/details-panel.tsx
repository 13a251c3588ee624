import { History, Info, Play, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactElement } from 'react';
import { Link } from 'wouter';
import {
  type LibraryOutput,
  type OutputBatch,
  type OutputDetails,
  type OutputInput,
} from '#shared/desk/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import {
  batchLabel,
  startedByLabel,
  Button,
  ErrorState,
  formatBytes,
  formatCharged,
  formatDuration,
  IconButton,
  positionLabel,
  ranAs,
  RelativeTime,
  Skeleton,
  TextArea,
} from '#renderer/ui/index.ts';
import { describeProvenance, OutputThumbnail, useProvenance, viewedOutput } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import { OutputOrigins } from './output-origins.tsx';
import { OutputInputList } from './made-from-list.tsx';
import { useOutputDetails } from './queries.ts';
import { useImageError } from './use-broken-picture.ts';
import { useOutputSources } from './use-made-from.ts';
import css from './details.module.css';

const t = words.gallery.detailsPanel;

export interface DetailsPanelProps {
  output: LibraryOutput;
  /** Where its project is; null of one without a project. */
  projectHref: string | null;
  onClose: () => void;
  onOpen: (output: LibraryOutput) => void;
  onNote: (output: LibraryOutput, note: string | null) => void;
  /** The field of the note takes the focus, which is said by `onNoteRead`. */
  acceptsNote: boolean;
  onNoteRead: () => void;
  /** Shows what else its run made. */
  onShowRun: (output: LibraryOutput) => void;
  /** Shows all of the grid or batch that made it. */
  onShowBatch: (batch: OutputBatch) => void;
  onOpenAsItWas: (output: LibraryOutput) => void;
  /** Runs it again with another value in an input; in the first that can be changed when none is named. */
  onAgain: (output: LibraryOutput, inputs: readonly OutputInput[], input: OutputInput | null) => void;
  /** Makes it the cover of its project; null where it cannot be. */
  onCover: ((output: LibraryOutput) => void) | null;
}

/** Where an output is from: its run, version, inputs and cost, and the ways back there. */
export function DetailsPanel(props: DetailsPanelProps): ReactElement {
  const { output } = props;
  const { hasError, onError } = useImageError(output);
  const details = useOutputDetails(output.connectionId, output.id);
  return (
    <aside className={css['panel']} aria-label={t.detailsOutput}>
      <header className={css['head']}>
        <h2 className={css['title']} dir="auto">
          {output.title.slice(0, 300)}
        </h2>
        <IconButton label={t.closeDetails} onClick={props.onClose}>
          <X />
        </IconButton>
      </header>
      <div className={css['scroll']}>
        <button
          type="button"
          className={css['picture']}
          onErrorCapture={onError}
          onClick={() => props.onOpen(output)}
        >
          <span className={css['hiddenText']}>{t.openFullSize(output.title.slice(0, 200))}</span>
          {output.missing ? (
            <span className={css['gone']}>{t.fileDeleted}</span>
          ) : hasError ? (
            <span className={css['gone']}>{t.pictureCannotWhenService}</span>
          ) : (
            <OutputThumbnail
              connectionId={output.connectionId}
              named={viewedOutput(output)}
              variant="preview"
            />
          )}
        </button>
        {details.data ? (
          <OutputInfo key={output.id} {...props} details={details.data} />
        ) : details.isError ? (
          <ErrorState
            compact
            title={t.detailsCouldNotRead}
            text={describeProblem(details.error)}
            onRetry={() => void details.refetch()}
          />
        ) : (
          <Skeleton height={160} />
        )}
      </div>
    </aside>
  );
}

function OutputInfo(props: DetailsPanelProps & { details: OutputDetails }): ReactElement {
  const { output, details } = props;
  const { canOpen, openProblem } = details;
  const { inputs, types } = useOutputSources(details);
  return (
    <>
      <div className={css['actions']}>
        <Button
          variant="primary"
          icon={<History aria-hidden />}
          disabledReason={canOpen ? null : (openProblem ?? words.whyNot.notOpened)}
          onClick={() => props.onOpenAsItWas(output)}
        >
          {t.open}
        </Button>
        <Button
          icon={<Play aria-hidden />}
          disabledReason={canOpen ? null : (openProblem ?? words.whyNot.notOpened)}
          onClick={() => props.onAgain(output, inputs, null)}
        >
          {inputs.length === 0 ? `${words.gallery.again}…` : t.retrySingleChange}
        </Button>
      </div>
      {openProblem === null ? null : (
        <p className={css['problem']}>
          <Info aria-hidden /> {openProblem}
        </p>
      )}
      <OutputMetadata {...props} />
      <OutputOrigins origins={details.origins ?? []} onShowRun={props.onShowRun} />
      <Note {...props} />
      <section className={css['section']}>
        <h3>{t.createdFrom}</h3>
        {inputs.length === 0 ? (
          <p className={css['quiet']}>{canOpen ? words.gallery.asTheyCome : words.gallery.inputsUnknown}</p>
        ) : (
          <OutputInputList
            inputs={inputs}
            types={types}
            setCount={details.inputs.length}
            batch={output.batch}
            onRerun={canOpen ? (input) => props.onAgain(output, inputs, input) : null}
          />
        )}
      </section>
    </>
  );
}

/** How much of a file models made, in sentences; null until it is known, and of what is no file. */
function useModelShare(output: LibraryOutput): string | null {
  const provenance = useProvenance(output.fileId === null ? null : output);
  return provenance && describeProvenance(provenance);
}

function OutputMetadata(props: DetailsPanelProps & { details: OutputDetails }): ReactElement {
  const { output, details, projectHref, onCover } = props;
  const { run } = details;
  const { batch } = output;
  const cost = formatCharged(run?.creditsUsedMicrocredits);
  const models = useModelShare(output);
  const rows: [string, ReactElement | string | null][] = [
    [
      t.project,
      output.projectId === null || projectHref === null ? null : (
        <Link key="project" href={projectHref} dir="auto">
          {output.projectName ?? t.openProject}
        </Link>
      ),
    ],
    [t.startedBy, startedByLabel(output.startedBy)],
    [t.createdBy, batch === null ? null : batchLabel(batch, output.startedBy)],
    [t.location, positionLabel(batch)],
    [
      t.version,
      output.projectVersion === null && batch !== null
        ? null
        : output.projectVersion === null || output.occasion !== undefined
          ? ranAs(output)
          : String(output.projectVersion),
    ],
    [t.made, <RelativeTime key="made" at={output.createdAt} />],
    [t.time, run?.executionTimeMs == null ? null : formatDuration(run.executionTimeMs)],
    [t.cost, cost ?? null],
    [t.models, models],
    [t.type, output.contentType],
    [t.size, output.sizeBytes === null ? null : formatBytes(output.sizeBytes)],
  ];
  return (
    <section className={css['section']}>
      <dl className={css['facts']}>
        {rows.map(([name, value]) =>
          value === null || value === '' ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <div className={css['links']}>
        <Button size="small" variant="quiet" onClick={() => props.onShowRun(output)}>
          {t.allRun}
        </Button>
        {batch === null ? null : (
          <Button size="small" variant="quiet" onClick={() => props.onShowBatch(batch)}>
            {batch.kind === 'table' ? t.allBatch : t.allGrid}
          </Button>
        )}
        {onCover !== null && output.kind === 'image' && output.projectId !== null ? (
          <Button size="small" variant="quiet" onClick={() => onCover(output)}>
            {t.applyCover}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

/** What a person writes on an output; it is saved when the field is left. */
function Note({
  output,
  onNote,
  acceptsNote,
  onNoteRead,
}: Pick<DetailsPanelProps, 'output' | 'onNote' | 'acceptsNote' | 'onNoteRead'>): ReactElement {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!acceptsNote) return;
    section.current?.querySelector('textarea')?.focus();
    onNoteRead();
  }, [acceptsNote, onNoteRead]);
  const [text, setText] = useState(output.note ?? '');
  const save = () => {
    const note = text.trim() === '' ? null : text.trim();
    if (note !== output.note) onNote(output, note);
  };
  return (
    <section ref={section} className={css['section']}>
      <TextArea label={t.note} value={text} rows={2} maxLength={4000} onValueChange={setText} onBlur={save} />
    </section>
  );
}
