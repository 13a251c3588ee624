import { CloudUpload, Pause, Play, RotateCw, X } from 'lucide-react';
import type { ReactElement } from 'react';
import { useStore } from 'zustand';
import type { Upload } from '#shared/desk/index.ts';
import { assertNever } from '#shared/language/assert-never.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { Button, formatBytes, IconButton, Popover, ProgressBar, showToast } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { VisibleUpload, UploadOverview } from './upload-overview.ts';
import css from './uploads-tray.module.css';

const t = words.uploads.uploadsTray;

/** What a person may do with an upload, wherever it was begun. */
export interface TrayPorts {
  cancel(uploadId: string): Promise<Upload>;
  pause(uploadId: string): Promise<Upload>;
  resume(uploadId: string): Promise<Upload>;
  retry(uploadId: string): Promise<Upload>;
  /** Takes a failed one off the list. */
  settle(uploadId: string): Promise<Upload>;
}

/** A file that the page has and has not begun to send. */
export interface FileInLine {
  key: string;
  filename: string;
  sizeBytes: number;
  cancel: () => void;
}

/** A button that is there only while something is uploaded, waits or has failed; it opens the list with all controls. */
export function UploadsTray({
  overview,
  ports,
  inLine = [],
  side = 'bottom',
}: {
  overview: UploadOverview;
  ports: TrayPorts;
  /** Files of this page whose turn has not come. */
  inLine?: readonly FileInLine[];
  side?: 'top' | 'bottom';
}): ReactElement | null {
  const { uploads } = useStore(overview.store);
  if (uploads.length + inLine.length === 0) return null;
  const failed = uploads.filter(({ upload }) => upload.state === 'failed').length;
  const activeCount = uploads.length - failed + inLine.length;
  const segments = [
    activeCount > 0 ? words.counts.uploads(activeCount) : '',
    failed > 0 ? t.failed(failed) : '',
  ];
  const label = segments.filter((text) => text !== '').join(', ');
  const act = async (work: Promise<Upload>) => {
    try {
      overview.add(await work);
    } catch (error) {
      showToast({ kind: 'error', title: t.didNotWork, description: describeProblem(error) });
    }
  };
  return (
    <Popover
      label={t.uploads}
      align="end"
      side={side}
      trigger={
        <Button size="small" icon={<CloudUpload aria-hidden />} data-failed={failed > 0 || undefined}>
          <span className={css['label']}>{label}</span>
          <span className={css['count']} aria-hidden>
            {activeCount + failed}
          </span>
        </Button>
      }
    >
      <div className={css['tray']}>
        <h2>{t.uploads}</h2>
        <ul aria-label={t.uploads}>
          {uploads.map((entry) => (
            <UploadRow
              key={entry.upload.id}
              displayed={entry}
              onCancel={() => void act(ports.cancel(entry.upload.id))}
              onPause={() => void act(ports.pause(entry.upload.id))}
              onResume={() => void act(ports.resume(entry.upload.id))}
              onRetry={() => void act(ports.retry(entry.upload.id))}
              onDismiss={() => void act(ports.settle(entry.upload.id))}
            />
          ))}
          {inLine.map(({ key, filename, sizeBytes, cancel }) => (
            <li key={key}>
              <span className={css['name']} dir="auto" title={filename}>
                {filename}
              </span>
              <span className={css['controls']}>
                <IconButton label={t.cancel(filename)} onClick={cancel}>
                  <X />
                </IconButton>
              </span>
              <span className={css['words']}>{t.waits(formatBytes(sizeBytes))}</span>
            </li>
          ))}
        </ul>
      </div>
    </Popover>
  );
}

function UploadRow({
  displayed: { upload, bytesPerSecond },
  onCancel,
  onPause,
  onResume,
  onRetry,
  onDismiss,
}: {
  displayed: VisibleUpload;
  onCancel: () => void;
  onPause: () => void;
  onResume: () => void;
  onRetry: () => void;
  onDismiss: () => void;
}): ReactElement {
  const { state, filename, retryable } = upload;
  const pausable = state === 'queued' || state === 'uploading' || state === 'waiting';
  return (
    <li data-state={state}>
      <span className={css['name']} dir="auto" title={filename}>
        {filename}
      </span>
      <span className={css['controls']}>
        {pausable ? (
          <IconButton label={t.pause(filename)} onClick={onPause}>
            <Pause />
          </IconButton>
        ) : null}
        {state === 'paused' ? (
          <IconButton label={t.resume(filename)} onClick={onResume}>
            <Play />
          </IconButton>
        ) : null}
        {state === 'waiting' || (state === 'failed' && retryable) ? (
          <IconButton label={t.tryRetry(filename)} onClick={onRetry}>
            <RotateCw />
          </IconButton>
        ) : null}
        <IconButton
          label={state === 'failed' ? t.applyDisabledList(filename) : t.cancel(filename)}
          onClick={state === 'failed' && !retryable ? onDismiss : onCancel}
        >
          <X />
        </IconButton>
      </span>
      {state === 'failed' ? null : <ProgressBar value={upload.progress} label={t.uploadOf(filename)} />}
      <span className={css['words']}>{describeUpload(upload, bytesPerSecond)}</span>
    </li>
  );
}

/** How an upload stands: `12 MB of 40 MB · 3 MB/s`, or the sentence that keeps it. */
export function describeUpload(upload: Upload, bytesPerSecond: number | null): string {
  const { state, sizeBytes, progress, error } = upload;
  const amount = t.label(formatBytes(Math.floor(progress * sizeBytes)), formatBytes(sizeBytes));
  switch (state) {
    case 'receiving':
    case 'uploading':
      return bytesPerSecond === null ? amount : `${amount} · ${formatBytes(Math.round(bytesPerSecond))}/s`;
    case 'queued':
      return t.inTheQueue(formatBytes(sizeBytes));
    case 'completing':
      return t.serviceChecks(formatBytes(sizeBytes));
    case 'paused':
      return t.paused(amount);
    case 'waiting':
      return error ?? t.waitsService(amount);
    case 'failed':
      return error ?? t.uploadDidNotWork;
    case 'done':
      return t.uploaded;
    case 'canceled':
      return t.canceled;
    default:
      return assertNever(state);
  }
}
