import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { batchPath, gridPath, type Batch } from '#shared/desk/index.ts';
import { notifyOutside, onDeskEvent, setTitleProgress } from '#renderer/desk/index.ts';
import { quote, words } from '#renderer/words/index.ts';
import { titleText } from './labels.ts';
import { followQueues, useQueueSummary } from './queries.ts';

const t = words.queue.queueWatch;

/** Where a grid or batch is shown. */
export function pathOfBatch({ id, kind, origin, connectionId }: Batch): string {
  return kind === 'grid' && origin.kind === 'graph' && origin.projectId !== null
    ? gridPath(connectionId, origin.projectId, id)
    : batchPath(id);
}

/** One notice when a batch has ended or stopped by itself; none for each of its runs. */
function noticeOfBatch({ kind, name, state, reason, counts }: Batch): { title: string; body: string } | null {
  const title = `${kind === 'grid' ? t.grid : t.batch} ${quote(name)}`;
  if (state === 'done') {
    const failed = counts.failed > 0 ? t.failed(counts.failed) : '';
    return { title: t.finished(title), body: t.finished2(counts.done, failed) };
  }
  return state === 'paused' && reason !== null ? { title: t.paused(title), body: reason } : null;
}

/** Notifies of batches that end while nobody looks. @returns what ends it. */
function notifyOfBatches(): () => void {
  const running = new Set<string>();
  return onDeskEvent((event) => {
    if (event.type !== 'batch') return;
    const { batch, batchId } = event;
    if (batch?.state === 'running') {
      running.add(batchId);
      return;
    }
    if (!running.delete(batchId) || batch === null) return;
    const notice = noticeOfBatch(batch);
    if (notice) void notifyOutside({ ...notice, path: pathOfBatch(batch), tag: batchId });
  });
}

/** Keeps queue, window title and the desktop's progress current; there once in the window. */
export function QueueWatch({ connectionId }: { connectionId: string | null }): null {
  const client = useQueryClient();
  useEffect(() => followQueues(client), [client]);
  useEffect(() => notifyOfBatches(), []);
  const { data } = useQueueSummary(connectionId);
  const title = data ? titleText(data) : null;
  useEffect(() => setTitleProgress(title), [title]);
  const count = data ? data.running + data.waiting : 0;
  const percent = data && data.fraction !== null ? Math.floor(data.fraction * 100) : null;
  useEffect(() => {
    void window.patchbay?.setProgress({ count, fraction: percent === null ? null : percent / 100 });
  }, [count, percent]);
  return null;
}
