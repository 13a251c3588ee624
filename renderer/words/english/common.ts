/** Short texts that many pages show: the words of buttons and headings. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  connections: 'Connections',
  dismiss: 'Dismiss',
  finished: 'Done',
  outputs: 'Outputs',
  save: 'Save',
  storyboard: 'Storyboard',
  tryRetry: 'Try again',
  readOlder: 'Look through older ones',
  untitledProject: 'Untitled project',
} as const;
