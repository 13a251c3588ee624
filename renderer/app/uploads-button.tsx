import { useEffect, type ReactElement } from 'react';
import { callDesk, onDeskEvent, onDeskOpen } from '#renderer/desk/index.ts';
import { createUploadOverview, UploadsTray } from '#renderer/uploads/index.ts';

/** One for the window: speeds go on when another page is shown. */
const overview = createUploadOverview({
  list: async () => (await callDesk('listUploads', {})).uploads,
  subscribe: (listener) =>
    onDeskEvent((event) => {
      if (event.type === 'upload') listener(event.upload);
    }),
  onReopened: (listener) => onDeskOpen(listener),
  now: () => performance.now(),
});

const of = (uploadId: string) => ({ params: { uploadId } });
const ports = {
  cancel: (uploadId: string) => callDesk('cancelUpload', of(uploadId)),
  pause: (uploadId: string) => callDesk('pauseUpload', of(uploadId)),
  resume: (uploadId: string) => callDesk('resumeUpload', of(uploadId)),
  retry: (uploadId: string) => callDesk('retryUpload', of(uploadId)),
  settle: (uploadId: string) => callDesk('settleUpload', of(uploadId)),
};

/** All uploads of this computer, while there are any. */
export function UploadsButton({ side }: { side?: 'top' | 'bottom' }): ReactElement {
  useEffect(() => overview.start(), []);
  return <UploadsTray overview={overview} ports={ports} {...(side ? { side } : {})} />;
}
