import { pluralForm } from '../forms.ts';

const changes = (count: number): string => pluralForm(count, { one: '# change', other: '# changes' });

/** How safe the work is: the mark above a graph, a storyboard and a timeline. Only what the disk has is called saved. */
export const saving = {
  saved: (version: number): string => `Saved v${version}`,
  locally: 'Saved locally',
  locallyDetail: 'Saved on this computer; it goes to the service in a moment.',
  saving: 'Saving',
  toDisk: 'The change is being saved on this computer.',
  toService: 'The change is on its way to the service.',
  offline: 'Offline',
  /** @param pendingCount changes that wait for the service. */
  offlineWaiting: (pendingCount: number): string =>
    pendingCount === 0 ? 'Offline' : `Offline · ${changes(pendingCount)}`,
  offlineDetail:
    'The service cannot be reached. Changes are saved on this computer and are sent when it is back.',
  /** While the disk has not answered for the newest change. */
  offlineToDisk:
    'The service cannot be reached. Changes are sent when it is back; the newest is being saved on this computer.',
  /** @param isOnDisk whether the disk of this computer has the changes. */
  unreachable: (isOnDisk: boolean): string =>
    `The service cannot be reached. Your changes ${isOnDisk ? 'are on this computer and ' : ''}are sent when it is back.`,
  notSaved: 'Not saved',
  tryAgain: 'Press to try again.',
  tryAgainOrUndo: 'Press to try again, or undo it.',
  untilKey: 'Changes are saved on this computer until there is another one.',
  onDisk: 'The changes are saved on this computer.',
  beingSaved: 'The newest change is being saved on this computer.',
  onlyHere: 'Only in this window',
  /** @param reason the disk does not have it, as a sentence. */
  inWindowOnly: (reason: string): string =>
    `${reason} Until then the changes are in this window only: leave it open, the rest happens by itself.`,
  countedInWindowOnly: (reason: string, pendingCount: number): string =>
    `${reason} Until then ${changes(pendingCount)} ${pendingCount === 1 ? 'is' : 'are'} in this window only.`,
  /** @param fields in which somebody else wrote in the same place. */
  textsJoined: (fields: string): string =>
    `Somebody else wrote in the same text meanwhile: ${fields}. Both texts are there: look them over.`,
  /** Below a field that somebody writes in. */
  alsoWritten: 'Somebody else wrote here as well. Their text shows when you leave the field.',
  older: 'Older on the service',
  olderDetail: (theirs: number, version: number): string =>
    `The service holds version ${theirs}, this window had version ${version}. Nothing is sent until you choose.`,
  olderTitle: 'The service went back to an older version',
  olderQuestion: (theirs: number, version: number): string =>
    `The service went back to version ${theirs} of this project; here it is at version ${version}. It may have been restored from a backup. Nothing is overwritten until you choose.`,
  olderButton: (theirs: number): string => `Use version ${theirs}`,
  keepNewer: 'Keep what is here',
  postpone: 'Decide later',
  noRoom: 'The disk of this computer is full. Free some space on it.',
  noResponse:
    'Patchbay on this computer does not answer, so nothing can be written to the disk. It keeps trying; if this stays, start Patchbay again.',
} as const;
