import { words } from '#renderer/words/index.ts';
import type { WarningWords } from './warning-words.ts';

const t = words.interchange.words;

/** What an export says of its timeline, in words for people. */
export const exportWords: Readonly<Record<string, WarningWords>> = {
  MEDIA_FILE_MISSING: {
    kind: 'missing',
    title: t.mediaLeftOutExport,
    text: t.theirClipsExportedName,
  },
  MEDIA_RENAMED: {
    kind: 'changed',
    title: t.mediaUnderAnotherName,
    text: t.nameHadCharactersNot,
  },
  FRAME_ROUNDED: {
    kind: 'changed',
    title: t.clipsBetweenTwoFrames,
    text: t.theyGoOutFrames,
  },
  OVERLAP_SPLIT: {
    kind: 'changed',
    title: t.clipsOverlap,
    text: t.theyGoTracksTheir,
  },
  TRACK_SPLIT: {
    kind: 'changed',
    title: t.tracksPicturesSounds,
    text: t.eachTwoTracks,
  },
  TRANSITION_DROPPED: {
    kind: 'missing',
    title: t.transitionsNoLongerFit,
    text: t.theirClipsCutSince,
  },
  TRANSITION_CHANGED: {
    kind: 'changed',
    title: t.transitionsAnotherForm,
    text: t.formatFewerKindsThem,
  },
  DISSOLVE_PLAYS_ON: {
    kind: 'changed',
    title: words.clips.dissolvesPlayOn,
    text: words.clips.dissolvesPlayOnWhy,
  },
  LOOK_NOT_SHOWN: {
    kind: 'changed',
    title: t.effectsProgramsDoNot,
    text: t.theyFileWhenImported,
  },
  LOOK_NOT_WRITTEN: {
    kind: 'missing',
    title: t.opacityVolumePosition,
    text: t.formatNoThem,
  },
  SOUND_NOT_WRITTEN: {
    kind: 'missing',
    title: words.clips.soundNotWritten,
    text: words.clips.soundNotWrittenWhy,
  },
  SOUND_NOT_SHOWN: {
    kind: 'missing',
    title: words.clips.soundNotWritten,
    text: words.clips.soundStaysHereWhy,
  },
  TEXT_AS_GENERATOR: {
    kind: 'changed',
    title: words.clips.textsAsGenerators,
    text: words.clips.textsAsGeneratorsWhy,
  },
  TEXT_NOT_SHOWN: {
    kind: 'missing',
    title: t.texts,
    text: t.programsSeeClipFile,
  },
  PLACE_REMOVED: {
    kind: 'missing',
    title: t.foldersSecretAddresses,
    text: t.theyPrivateComputerAccount,
  },
  SCHEMA_LEFT_OUT: {
    kind: 'changed',
    title: t.objectsMetadata,
    text: t.theirValuesKindObject,
  },
  NUMBER_ROUNDED: {
    kind: 'changed',
    title: t.veryNumbers,
    text: t.numbersThanDigitsRounded,
  },
  EFFECT_DROPPED: {
    kind: 'missing',
    title: t.effects,
    text: t.formatProgramsReadDo,
  },
  MARKER_DROPPED: { kind: 'missing', title: t.markers, text: t.theyNoFormat },
  REFERENCE_DROPPED: {
    kind: 'missing',
    title: t.mediaClip,
    text: t.onlyActiveGoesOut,
  },
  UNKNOWN_SCHEMA: {
    kind: 'missing',
    title: t.itemsUnknownKind,
    text: t.theyLeftOut,
  },
  GAP_CHANGED: {
    kind: 'missing',
    title: t.gapsNotes,
    text: t.theirMarkersMetadataLeft,
  },
  METADATA_LEFT: {
    kind: 'missing',
    title: t.metadataAlternativePrograms,
    text: t.formatNoOtioKeeps,
  },
  OWN_DATA_LEFT: {
    kind: 'missing',
    title: t.patchbayKeepsClips,
    text: t.fadesKeyFramesClip,
  },
  UNSUPPORTED_TRACK_KIND: {
    kind: 'missing',
    title: t.tracksNeitherPictureNor,
    text: t.formatNone,
  },
  CLIP_DISABLED: {
    kind: 'changed',
    title: t.disabledClips,
    text: t.edlNoneTheyLike,
  },
  TRACK_DISABLED: {
    kind: 'changed',
    title: t.disabledTracks,
    text: t.eachListLikeAny,
  },
  NAME_LEFT: { kind: 'missing', title: t.namesTracks, text: t.formatNumbersTracks },
  COLOR_LEFT: { kind: 'missing', title: t.colorsMarkers, text: t.formatNone },
  RATE_ROUNDED: {
    kind: 'changed',
    title: t.frameRate,
    text: t.formatKnowsRatesThose,
  },
  RANGE_CHANGED: {
    kind: 'changed',
    title: words.clips.transitionsTooEarly,
    text: t.clipBeginsNot,
  },
};
