import type { OtioWarning } from '#shared/api/index.ts';
import { words } from '#renderer/words/index.ts';
import { exportWords } from './leaving-words.ts';
import type { WarningKind, WarningWords } from './warning-words.ts';

const t = words.interchange.warningGroups;

export interface WarningGroup extends WarningWords {
  code: string;
  warnings: readonly OtioWarning[];
}

const wordsByCode: Readonly<Record<string, WarningWords>> = {
  MEDIA_FILE_MISSING: {
    kind: 'missing',
    title: t.mediaMissingFromFile,
    text: t.clipsPlaceholdersTimelineAdd,
  },
  MEDIA_NOT_STORED: {
    kind: 'note',
    title: t.mediaNotStored,
    text: t.fileOnlyPreviewedImport,
  },
  MEDIA_AMBIGUOUS: {
    kind: 'missing',
    title: t.mediaNameFiles,
    text: t.cannotFilesBundleDifferent,
  },
  MEDIA_REJECTED: {
    kind: 'missing',
    title: t.mediaCannot,
    text: t.emptyFilesNamesNo,
  },
  MARKERS_IGNORED: {
    kind: 'changed',
    title: t.markers,
    text: t.theyNotExportWrites,
  },
  GENERATOR_UNSUPPORTED: {
    kind: 'missing',
    title: t.generators,
    text: t.barsColorsLikeNo,
  },
  IMAGE_SEQUENCE_UNSUPPORTED: {
    kind: 'missing',
    title: t.imageSequences,
    text: t.theyBecameEmptyClips,
  },
  UNSUPPORTED_TRACK_KIND: {
    kind: 'missing',
    title: t.tracksNeitherPictureNor,
    text: t.theyLeftOut,
  },
  UNKNOWN_SCHEMA: {
    kind: 'missing',
    title: t.itemsUnknownKind,
    text: t.theyLeftOutEverything,
  },
  MULTIPLE_TIMELINES: {
    kind: 'missing',
    title: t.overflowThanSingleTimeline,
    text: t.first,
  },
  MEDIA_FORMAT_UNREADABLE: {
    kind: 'missing',
    title: t.picturesCannotRead,
    text: t.saveAsJpegRelink,
  },
  DUPLICATE_ENTRY: {
    kind: 'missing',
    title: t.filesBundleTwice,
    text: t.firstEach,
  },
  METADATA_TRUNCATED: {
    kind: 'missing',
    title: t.notesLargeKeep,
    text: t.effectsMarkersTheseClips,
  },
  TIME_WARP_IGNORED: {
    kind: 'changed',
    title: t.speedsChangeOverClip,
    text: t.theseClipsPlaySpeed,
  },
  EFFECT_IGNORED: {
    kind: 'changed',
    title: t.effects,
    text: t.theyNotExportWrites,
  },
  TRANSITION_DROPPED: {
    kind: 'changed',
    title: t.transitionsAlternativeThanDissolves,
    text: t.theyCutsExportWrites,
  },
  VIDEO_SILENT: {
    kind: 'changed',
    title: words.clips.videosSilent,
    text: words.clips.videosSilentWhy,
  },
  NESTED_FLATTENED: {
    kind: 'changed',
    title: t.nestedSequences,
    text: t.theirClipsLieDirectly,
  },
  OVERLAP_SPLIT: {
    kind: 'changed',
    title: t.clipsOverlapped,
    text: t.theyWentTracksTheir,
  },
  MEDIA_ALTERNATE_USED: {
    kind: 'changed',
    title: words.clips.several,
    text: t.activeNotAnother,
  },
  CLIP_DISABLED: {
    kind: 'changed',
    title: t.disabledClips,
    text: t.theyInvisibleSilent,
  },
  SOURCE_RANGE_OUTSIDE_MEDIA: {
    kind: 'changed',
    title: words.clips.tooLong,
    text: t.theyKeepTheirLength,
  },
  MISSING_DURATION: {
    kind: 'changed',
    title: t.clipsLength,
    text: words.clips.noLength,
  },
  INVALID_TIME: {
    kind: 'changed',
    title: t.timesNotValid,
    text: t.theyIgnored,
  },
  UNSUPPORTED_SCHEMA_VERSION: {
    kind: 'changed',
    title: t.newerProgram,
    text: t.theyReadWellThey,
  },
  MEDIA_FROM_LIBRARY: {
    kind: 'changed',
    title: t.mediaFromYourFiles,
    text: t.bundleLacksFileSame,
  },
  CLIP_OUTSIDE_RANGE: {
    kind: 'missing',
    title: t.clipsTimelineDoesNot,
    text: t.theyLieOutsideRange,
  },
  RANGE_APPLIED: {
    kind: 'changed',
    title: t.rangesTracks,
    text: t.theyDoNotShow,
  },
  TRANSITION_LOST: {
    kind: 'missing',
    title: t.transitionsNoPosition,
    text: t.theyNoTimesNo,
  },
  FIELD_NOT_KEPT: {
    kind: 'missing',
    title: t.unknownFields,
    text: t.theyLeftOutExport,
  },
  REFERENCES_LEFT_OUT: {
    kind: 'missing',
    title: words.clips.veryMany,
    text: t.firstFiftyEachRead,
  },
  EMPTY_TIMELINE: {
    kind: 'note',
    title: t.noTracks,
    text: t.timelineFile,
  },
  INVALID_CHILDREN: {
    kind: 'missing',
    title: t.tracksCannotRead,
    text: t.theyNoListExport,
  },
  NUMBER_UNREADABLE: {
    kind: 'changed',
    title: t.numbersNotValid,
    text: t.theyReadIfThey,
  },
  EDL_RATE_ASSUMED: {
    kind: 'changed',
    title: t.frameRateGuess,
    text: t.compareLengthOriginalIf,
  },
  SOURCE_TIMECODE_ASSUMED: {
    kind: 'changed',
    title: t.timecodeMediaBeginsGuess,
    text: t.listCountsTheirTimecode,
  },
  TEXT_PUT_RIGHT: {
    kind: 'note',
    title: t.textFileRead,
    text: t.whetherNamesRightIf,
  },
  EDL_COUNTS_FROM_ONE: {
    kind: 'note',
    title: t.framesFrom,
    text: t.listNoFrameThose,
  },
  CLIP_RATE_IGNORED: {
    kind: 'changed',
    title: t.clipsWriteAnotherRate,
    text: t.theirLengthFitsRate,
  },
  EDL_LINE_IGNORED: {
    kind: 'missing',
    title: t.linesNotUnderstood,
    text: t.theyLeftOut,
  },
  KEY_IGNORED: { kind: 'changed', title: t.keys, text: t.theyCuts },
  SPEED_NOT_SAID: {
    kind: 'changed',
    title: t.clipsAnotherLengthThan,
    text: t.noFastTheyPlay,
  },
  EFFECT_DROPPED: {
    kind: 'missing',
    title: t.effectsLeftOut,
    text: t.onlyOpacityVolumeSpeed,
  },
  LINKS_LEFT_OUT: {
    kind: 'missing',
    title: t.links,
    text: t.picturesSoundsLinkedLie,
  },
  UNREFERENCED_MEDIA: {
    kind: 'note',
    title: t.filesNoClipUses,
    text: t.theyLeftBundle,
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
      const known = Object.hasOwn(directionWords, code)
        ? directionWords[code]
        : Object.hasOwn(wordsByCode, code)
          ? wordsByCode[code]
          : undefined;
      // A service that knows more than this page still says it in a sentence.
      return {
        code,
        warnings: list,
        ...(known ?? {
          kind: 'note',
          title: sentenceCase(code),
          text: words.sentences.translate(list[0]?.message ?? ''),
        }),
      };
    })
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

const sentenceCase = (code: string): string => {
  const words = code.toLowerCase().replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
};
