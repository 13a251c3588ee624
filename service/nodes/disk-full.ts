/** What a run says when there was no room for what it made. @param title of the node that met it. */
export const diskFull = (title?: string): { code: string; message: string } => ({
  code: 'DISK_FULL',
  message: `The disk of the service is full${title === undefined ? '' : `: ${title} could not store its result`}. Free some space and run again.`,
});
