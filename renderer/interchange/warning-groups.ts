import type { OtioWarning } from '#shared/api/index.ts';
import { words } from '#renderer/words/index.ts';
import { exportWords } from './leaving-words.ts';
import type { WarningKind, WarningWords } from './warning-words.ts';

export interface WarningGroup extends WarningWords {
  code: string;
  warnings: readonly OtioWarning[];
}

const wordsByCode: Readonly<Record<string, WarningWords>> = {
  MEDIA_FILE_MISSING: {
    kind: 'missing',
    title: 'Media missing from the file',
    text: 'Its clips are placeholders in the timeline. Add the files to the bundle and import it again.',
  },
  MEDIA_NOT_STORED: {
    kind: 'note',
    title: 'Media that was not stored',
    text: 'The file was only previewed. Import it to keep its media.',
  },
  MEDIA_AMBIGUOUS: {
    kind: 'missing',
    title: 'Media with a name that several files have',
    text: 'It cannot be told which is meant. Give the files in the bundle different names and import it again.',
  },
  MEDIA_REJECTED: {
    kind: 'missing',
    title: 'Media that cannot be kept',
    text: 'Empty files and names that no file can have. Its clips are placeholders in the timeline.',
  },
  MARKERS_IGNORED: {
    kind: 'changed',
    title: 'Markers',
    text: 'They are not shown here, and the export writes them back.',
  },
  GENERATOR_UNSUPPORTED: {
    kind: 'missing',
    title: 'Generators',
    text: 'Bars, colors and the like have no file behind them. They became empty clips of the same length.',
  },
  IMAGE_SEQUENCE_UNSUPPORTED: {
    kind: 'missing',
    title: 'Image sequences',
    text: 'They became empty clips. Make a video of the images and import again.',
  },
  UNSUPPORTED_TRACK_KIND: {
    kind: 'missing',
    title: 'Tracks that hold neither picture nor sound',
    text: 'They were left out.',
  },
  UNKNOWN_SCHEMA: {
    kind: 'missing',
    title: 'Items of an unknown kind',
    text: 'They were left out; everything around them keeps its place.',
  },
  MULTIPLE_TIMELINES: {
    kind: 'missing',
    title: 'More than one timeline',
    text: 'The first one was taken.',
  },
  DUPLICATE_ENTRY: {
    kind: 'missing',
    title: 'Files that are in the bundle twice',
    text: 'The first of each was taken.',
  },
  METADATA_TRUNCATED: {
    kind: 'missing',
    title: 'Notes that are too large to keep',
    text: 'Effects and markers of these clips will not be in an export.',
  },
  TIME_WARP_IGNORED: {
    kind: 'changed',
    title: 'Speeds that change over a clip',
    text: 'These clips play at one speed here. The export writes the change back.',
  },
  EFFECT_IGNORED: {
    kind: 'changed',
    title: 'Effects',
    text: 'They are not shown here, and the export writes them back.',
  },
  TRANSITION_DROPPED: {
    kind: 'changed',
    title: 'Transitions other than dissolves',
    text: 'They are cuts here, and the export writes them back.',
  },
  VIDEO_SILENT: {
    kind: 'changed',
    title: words.clips.videosSilent,
    text: words.clips.videosSilentWhy,
  },
  NESTED_FLATTENED: {
    kind: 'changed',
    title: 'Nested sequences',
    text: 'Their clips lie directly in the timeline now.',
  },
  OVERLAP_SPLIT: {
    kind: 'changed',
    title: 'Clips that overlapped',
    text: 'They went to tracks of their own.',
  },
  MEDIA_ALTERNATE_USED: {
    kind: 'changed',
    title: words.clips.several,
    text: 'The active one is not there, so another was taken.',
  },
  CLIP_DISABLED: {
    kind: 'changed',
    title: 'Disabled clips',
    text: 'They are invisible and silent here.',
  },
  SOURCE_RANGE_OUTSIDE_MEDIA: {
    kind: 'changed',
    title: words.clips.tooLong,
    text: 'They keep their place and length; there is nothing to show at their ends.',
  },
  MISSING_DURATION: {
    kind: 'changed',
    title: 'Clips without a length',
    text: words.clips.noLength,
  },
  INVALID_TIME: {
    kind: 'changed',
    title: 'Times that are not valid',
    text: 'They were ignored.',
  },
  UNSUPPORTED_SCHEMA_VERSION: {
    kind: 'changed',
    title: 'Parts written by a newer program',
    text: 'They were read as well as they could be. Compare the timeline with the original.',
  },
  MEDIA_FROM_LIBRARY: {
    kind: 'changed',
    title: 'Media that was taken from your files',
    text: 'The bundle lacks it, and a file of the same name is here. Look whether it is the right one.',
  },
  CLIP_OUTSIDE_RANGE: {
    kind: 'missing',
    title: 'Clips that the timeline does not show',
    text: 'They lie outside the range of their track and were left out.',
  },
  RANGE_APPLIED: {
    kind: 'changed',
    title: 'Ranges of tracks',
    text: 'What they do not show was cut off the clips; the timeline looks the same.',
  },
  TRANSITION_LOST: {
    kind: 'missing',
    title: 'Transitions with no place',
    text: 'They have no times, or no clip beside them, and were left out.',
  },
  FIELD_NOT_KEPT: {
    kind: 'missing',
    title: 'Unknown fields',
    text: 'They were left out; an export does not have them.',
  },
  REFERENCES_LEFT_OUT: {
    kind: 'missing',
    title: words.clips.veryMany,
    text: 'The first fifty of each were read.',
  },
  EMPTY_TIMELINE: {
    kind: 'note',
    title: 'No tracks',
    text: 'There is nothing in the timeline of this file.',
  },
  INVALID_CHILDREN: {
    kind: 'missing',
    title: 'Tracks that cannot be read',
    text: 'What they hold is no list. Export the timeline again from the program it came from.',
  },
  NUMBER_UNREADABLE: {
    kind: 'changed',
    title: 'Numbers that are not valid',
    text: 'They were read as if they were not there.',
  },
  EDL_RATE_ASSUMED: {
    kind: 'changed',
    title: 'The frame rate is a guess',
    text: 'Compare the length with the original. If it differs, import again and choose another rate.',
  },
  SOURCE_TIMECODE_ASSUMED: {
    kind: 'changed',
    title: 'Where the timecode of media begins is a guess',
    text: 'The list counts their parts by timecode, and the files do not say theirs. Look whether they show the right part.',
  },
  TEXT_PUT_RIGHT: {
    kind: 'note',
    title: 'How the text of the file was read',
    text: 'Look whether names are right. If not, import again and choose another encoding.',
  },
  EDL_COUNTS_FROM_ONE: {
    kind: 'note',
    title: 'Frames counted from 1',
    text: 'The list has no frame 0, as those of OpenShot. Its times were moved by one frame.',
  },
  CLIP_RATE_IGNORED: {
    kind: 'changed',
    title: 'Clips that write another rate than they count in',
    text: 'Their length fits the rate of the sequence alone, so that was taken. Look whether they show the right part.',
  },
  EDL_LINE_IGNORED: {
    kind: 'missing',
    title: 'Lines that were not understood',
    text: 'They were left out.',
  },
  KEY_IGNORED: { kind: 'changed', title: 'Keys', text: 'They are cuts here.' },
  SPEED_NOT_SAID: {
    kind: 'changed',
    title: 'Clips of another length than their source',
    text: 'Nothing says how fast they play, so they play as recorded.',
  },
  EFFECT_DROPPED: {
    kind: 'missing',
    title: 'Effects that were left out',
    text: 'Only opacity, volume and one speed are read from this format.',
  },
  LINKS_LEFT_OUT: {
    kind: 'missing',
    title: 'Links',
    text: 'Pictures and sounds that were linked lie on their tracks without the link.',
  },
  UNREFERENCED_MEDIA: {
    kind: 'note',
    title: 'Files that no clip uses',
    text: 'They were left in the bundle.',
  },
};

const order: readonly WarningKind[] = ['missing', 'changed', 'note'];

/** Warnings by code: what is missing first, then what changed, then the rest; within these in the order they came. */
export function groupWarnings(
  warnings: readonly OtioWarning[],
  direction: 'in' | 'out' = 'in',
): WarningGroup[] {
  const directionWords = direction === 'out' ? exportWords : {};
  const byCode = Map.groupBy(warnings, ({ code }) => code);
  return [...byCode]
    .map(([code, list]): WarningGroup => {
      const words = Object.hasOwn(directionWords, code)
        ? directionWords[code]
        : Object.hasOwn(wordsByCode, code)
          ? wordsByCode[code]
          : undefined;
      // A service that knows more than this page still says it in a sentence.
      return {
        code,
        warnings: list,
        ...(words ?? { kind: 'note', title: sentenceCase(code), text: list[0]?.message ?? '' }),
      };
    })
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

const sentenceCase = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
