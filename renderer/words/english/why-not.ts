import { CUT_ENDINGS, FOLDER_ENDING } from '#shared/timeline/cut-formats.ts';
import { formatAlternatives, number } from '../forms.ts';

const UPLOADING = 'Wait until the upload is done.';
const MARKED = 'Put right what is marked in the form first.';

/** Why the main button of a dialog or form cannot be pressed now, and what to do first. */
export const whyNot = {
  marked: MARKED,
  /** Of a form: an upload under way comes before what is wrong in a field. */
  form: (isUploading: boolean, hasProblem: boolean) => (isUploading ? UPLOADING : hasProblem ? MARKED : null),
  name: 'Type a name first.',
  answer: 'Write an answer first.',
  file: 'Choose a file first.',
  notAnEdit: `Choose a file of an edit: ${formatAlternatives([...CUT_ENDINGS, FOLDER_ENDING])}.`,
  notAProject: 'Choose a project that ends in .patchbay.',
  place: 'Choose where it goes first.',
  stillReading: 'Wait a moment: it is still being read.',
  notRead: 'It could not be read. The reason is named above.',
  nothingLeft: 'None of its nodes is known here, so there is nothing to place.',
  /** Of a menu whose commands were all withdrawn while it was open. */
  emptyMenu: 'Nothing can be done here now.',
  keys: 'Press the new keys first.',
  noCaptions: 'No captions are found in this encoding. Choose another one.',
  sameEncoding: 'It was read in this encoding already. Choose another one.',
  noShots: 'Add a shot first.',
  noPrompt: 'Type what the picture should show first.',
  pictures: 'Enter how many pictures to make.',
  trackLocked: 'Its track is locked. Unlock it on the timeline first.',
  timelineIsCurrent: 'The timeline already holds all of it.',
  values: 'Choose an input and give it at least two values.',
  tooManyRuns: 'These are too many runs for one grid. Take away some values.',
  confirmRuns: 'Tick above that so many runs are meant.',
  notOpened: 'What is needed for it is not on this computer.',
  noOutput: 'Choose an output first.',
  alreadyApplied: 'The project already holds these outputs.',
  saveFirst: 'Your last changes have to be saved first.',
  clipsUnreadable: 'Some clips cannot be read. Choose above what the film shows in their place.',
  change: (chosen: number) => (chosen === 0 ? 'Choose at least one change first.' : null),
  nothingToExport: 'No track holds anything that this format can carry.',
  sameAsNow: 'The project is already as it was then.',
  replacements: 'Choose a file for at least one missing one first.',
  nothingToDelete: 'Choose what to delete first.',
  deleting: 'Wait until the deletion is done.',
  filesUsed: 'All of these files are used. Take them out there first.',
  noColumn: 'Match at least one column with an input first.',
  tooManyColumns: (limit: number) => `A batch sets at most ${number(limit)} inputs. Leave some as they are.`,
  noRowFits: 'No row fits. Look at what is named above.',
} as const;
