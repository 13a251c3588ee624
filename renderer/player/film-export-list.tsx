import { Download, Images, Play, X } from 'lucide-react';
import { useEffect, useMemo, type ReactElement } from 'react';
import {
  Button,
  formatBytes,
  formatDuration,
  IconButton,
  ProgressBar,
  saveBlob,
} from '#renderer/ui/index.ts';
import { kindOf, openViewer, saveOutput, type ViewedItem } from '#renderer/viewer/index.ts';
import { words } from '#renderer/words/index.ts';
import type { RunFileOutput } from '#shared/api/index.ts';
import type { ExportSelection } from './export-choices.ts';
import {
  dismissFilmExport,
  showFilmExports,
  stopFilmExport,
  useFilmExports,
  type FilmExport,
} from './film-exports.ts';
import { captionFile } from './make-film-file.ts';
import css from './film-export-list.module.css';

const text = words.filmExport;

export interface FilmExportListProps {
  connectionId: string;
  projectId: string;
  /** What the film of this timeline is called. */
  name: string;
  /** Opens the dialog with what was chosen before. */
  onSelect: (before: Partial<ExportSelection>) => void;
  /** Leads to the gallery of the project. */
  onGallery?: (() => void) | undefined;
}

/** The exports of a film by runs: how far they are, and what came of them. */
export function FilmExportList({
  connectionId,
  projectId,
  name,
  onSelect,
  onGallery,
}: FilmExportListProps): ReactElement | null {
  const project = useMemo(() => ({ connectionId, projectId }), [connectionId, projectId]);
  const exports = useFilmExports(project);
  useEffect(() => showFilmExports(project, name), [project, name]);
  if (exports.length === 0) return null;
  return (
    <ul className={css['list']} aria-label={text.list}>
      {exports.map((item) => (
        <li
          key={item.runId}
          className={css['row']}
          data-failed={item.state.kind === 'failed' ? '' : undefined}
        >
          <Row item={item} onSelect={onSelect} onGallery={onGallery} />
        </li>
      ))}
    </ul>
  );
}

function Row({
  item,
  onSelect,
  onGallery,
}: { item: FilmExport } & Pick<FilmExportListProps, 'onSelect' | 'onGallery'>): ReactElement {
  const { state } = item;
  switch (state.kind) {
    case 'made':
      return <FinishedExport item={item} file={state.file} onGallery={onGallery} />;
    case 'failed':
      return <Failed item={item} message={state.message} code={state.code} onSelect={onSelect} />;
    default:
      return <PendingExport item={item} />;
  }
}

function PendingExport({ item: { title, runId, state } }: { item: FilmExport }): ReactElement {
  const share = state.kind === 'making' ? state.share : null;
  const remaining = state.kind === 'making' ? state.remaining : null;
  const headline =
    state.kind === 'making'
      ? text.running(title)
      : state.kind === 'stopping'
        ? text.stopping(title)
        : text.waiting(title);
  return (
    <>
      <span className={css['title']} role="status" dir="auto">
        {headline}
      </span>
      <span className={css['bar']}>
        <ProgressBar value={share} label={headline} />
      </span>
      <span className={css['amount']}>
        {share === null ? '' : text.percent(share)}
        {remaining === null ? '' : ` · ${text.left(formatDuration(remaining))}`}
      </span>
      <Button size="small" disabled={state.kind === 'stopping'} onClick={() => void stopFilmExport(runId)}>
        {text.stop}
      </Button>
    </>
  );
}

function FinishedExport({
  item: { title, runId, connectionId, projectId, beside },
  file,
  onGallery,
}: {
  item: FilmExport;
  file: RunFileOutput;
  onGallery: (() => void) | undefined;
}): ReactElement {
  const item: ViewedItem = {
    key: 'film',
    label: title,
    output: file,
    kind: kindOf(file),
    savedAs: { project: null, version: null },
    runId,
    connectionId,
    projectId,
  };
  const save = (): void => {
    for (const captions of beside) saveBlob(captionFile(captions), captions.name);
    void saveOutput(connectionId, item);
  };
  return (
    <>
      <span className={css['title']} role="status" dir="auto">
        {text.ready(file.filename)}
      </span>
      <span className={css['amount']}>{formatBytes(file.sizeBytes)}</span>
      <span className={css['room']} />
      <Button
        size="small"
        variant="quiet"
        icon={<Play aria-hidden />}
        onClick={() => openViewer({ items: [item], index: 0 })}
      >
        {text.watch}
      </Button>
      {onGallery ? (
        <Button size="small" variant="quiet" icon={<Images aria-hidden />} onClick={onGallery}>
          {text.gallery}
        </Button>
      ) : null}
      <Button size="small" variant="primary" icon={<Download aria-hidden />} onClick={save}>
        {text.save}
      </Button>
      <Dismiss runId={runId} />
    </>
  );
}

/** What a film cannot be made without on this computer; a browser may do. */
const NO_ENCODER = new Set(['FFMPEG_MISSING', 'FFMPEG_OLD', 'ENCODER_MISSING']);

function Failed({
  item: { title, runId, selected },
  message,
  code,
  onSelect,
}: {
  item: FilmExport;
  message: string;
  code: string | null;
  onSelect: FilmExportListProps['onSelect'];
}): ReactElement {
  const before = selected ?? {};
  return (
    <>
      <p className={css['problem']} role="alert" dir="auto">
        <b>{text.notMade(title)}</b> {words.sentences.translate(message)}
      </p>
      {code !== null && NO_ENCODER.has(code) ? (
        <Button size="small" onClick={() => onSelect({ ...before, by: 'window' })}>
          {text.inWindow}
        </Button>
      ) : (
        <Button size="small" onClick={() => onSelect(before)}>
          {text.otherChoices}
        </Button>
      )}
      <Dismiss runId={runId} />
    </>
  );
}

function Dismiss({ runId }: { runId: string }): ReactElement {
  return (
    <IconButton label={text.dismiss} onClick={() => dismissFilmExport(runId)}>
      <X />
    </IconButton>
  );
}
