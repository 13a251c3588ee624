import { useEffect, useState, type ReactElement } from 'react';
import { callDesk, onDeskEvent, onDeskOpen } from '#renderer/desk/index.ts';
import {
  createUploadOverview,
  UploadsTray,
  type FileInLine,
  type UploadQueue,
} from '#renderer/uploads/index.ts';

/** One for the window: speeds go on when another page is shown. */
const overview = createUploadOverview({
  list: async () => (await callDesk('listUploads', {})).uploads,
  subscribe: (listener) =>
    onDeskEvent((event) => {
      if (event.type === 'upload') listener(event.upload);
    }),
  onReopened: (listener) => onDeskOpen(listener),
  clock: () => performance.now(),
});

const of = (uploadId: string) => ({ params: { uploadId } });
const ports = {
  cancel: (uploadId: string) => callDesk('cancelUpload', of(uploadId)),
  pause: (uploadId: string) => callDesk('pauseUpload', of(uploadId)),
  resume: (uploadId: string) => callDesk('resumeUpload', of(uploadId)),
  retry: (uploadId: string) => callDesk('retryUpload', of(uploadId)),
  settle: (uploadId: string) => callDesk('settleUpload', of(uploadId)),
};

const pendingIn = (queue: UploadQueue): FileInLine[] =>
  queue
    .all()
    .filter(({ state, uploadId }) => state === 'checking' && uploadId === null)
    .map(({ nodeId, input, filename, sizeBytes }) => ({
      key: `${nodeId} ${input}`,
      filename,
      sizeBytes,
      cancel: () => queue.cancel(nodeId, input),
    }));

/** All uploads of this computer, while there are any. @param queue of the open project, for those whose turn will come. */
export function UploadsButton({
  side,
  queue,
}: {
  side?: 'top' | 'bottom';
  queue?: UploadQueue;
}): ReactElement {
  useEffect(() => overview.start(), []);
  const [inLine, setInLine] = useState<readonly FileInLine[]>([]);
  useEffect(() => queue?.subscribeAll(() => setInLine(pendingIn(queue))), [queue]);
  return <UploadsTray overview={overview} ports={ports} inLine={inLine} {...(side ? { side } : {})} />;
}
