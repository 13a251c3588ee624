import { pluralForm } from '../forms.ts';

/** What people read in `renderer/uploads`, by the file that shows it. */
export const uploads = {
  droppedFiles: {
    mostFileMay: (name: string, bytes: string, bytes2: string): string =>
      `${name} is ${bytes}. The most a file may be is ${bytes2}.`,
    cannotReadSaveFolder: (name: string): string =>
      `${name} cannot be read. Save it to a folder on this computer and drop it from there.`,
    emptyBytesFileSomething: (name: string): string =>
      `${name} is empty (0 bytes). Choose a file with something in it.`,
    cannotReadCopyFolder: (name: string): string =>
      `${name} cannot be read. Copy it to a folder of yours and drop it again.`,
    folderNoFiles: 'The folder has no files in it.',
    onlyFirstFiles: (mAXFILES: number): string => `Only the first ${mAXFILES} files were taken.`,
  },
  freeSpaceDialog: {
    freed: (count: number): string => pluralForm(count, ['# file was deleted.', '# files were deleted.']),
    keptFiles: (count: number): string =>
      pluralForm(count, [
        '# file is used by projects and was kept.',
        '# files are used by projects and were kept.',
      ]),
    freeSpace: 'Free space',
    uploadNeedsFilesProjects: (bytes: string): string =>
      `The upload needs ${bytes}. Files that projects use are never deleted.`,
    selected: (bytes: string): string => `${bytes} chosen`,
    tryUploadRetry: 'Try the upload again',
    deleteFiles: 'Delete files',
    delete: (count: number): string => `Delete ${pluralForm(count, ['# file', '# files'])}`,
    filesCouldNotRead: 'The files could not be read',
    computerKnowsNoFiles: 'This computer knows no files of this account',
  },
  recoveryActions: {
    uploaded: 'Uploaded',
    freeSpace: 'Free space…',
    selectSmallerFile: 'Choose a smaller file…',
    selectAnotherFile: 'Choose another file…',
    selectFileRetry: 'Choose the file again…',
    selectAnotherService: 'Choose another service',
    enterKey: 'Enter the key',
    checkingFile: 'Checking the file',
    uploading: (percent: string): string => `Uploading ${percent}`,
    waitsService: (percent: string): string => `Waits for the service at ${percent}`,
    pausedAt: (percent: string): string => `Paused at ${percent}`,
    uploadDidNotWork: 'The upload did not work.',
  },
  uploadFile: {
    uploadDidNotWork: 'The upload did not work. Try again.',
  },
  uploadQueue: {
    uploadDidNotWork: 'The upload did not work. Try again.',
    uploadCanceled: 'Upload canceled.',
  },
  uploadsTray: {
    canceled: 'Canceled',
    uploaded: 'Uploaded',
    failed: (failed: number): string => `${failed} failed`,
    didNotWork: 'That did not work',
    uploads: 'Uploads',
    cancel: (filename: string): string => `Cancel ${filename}`,
    waits: (bytes: string): string => `${bytes} · waits for its turn`,
    pause: (filename: string): string => `Pause ${filename}`,
    resume: (filename: string): string => `Resume ${filename}`,
    tryRetry: (filename: string): string => `Try ${filename} again`,
    applyDisabledList: (filename: string): string => `Take ${filename} off the list`,
    uploadOf: (filename: string): string => `Upload of ${filename}`,
    label: (bytes: string, bytes2: string): string => `${bytes} of ${bytes2}`,
    inTheQueue: (bytes: string): string => `${bytes} · in the queue`,
    serviceChecks: (bytes: string): string => `${bytes} · the service checks it`,
    paused: (amount: string): string => `${amount} · paused`,
    waitsService: (amount: string): string => `${amount} · waits for the service`,
    uploadDidNotWork: 'The upload did not work. Try again.',
  },
} as const;
