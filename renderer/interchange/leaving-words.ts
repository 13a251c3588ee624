import { words } from '#renderer/words/index.ts';
import type { WarningWords } from './warning-words.ts';

/** What an export says of its timeline, in words for people. */
export const exportWords: Readonly<Record<string, WarningWords>> = {
  MEDIA_FILE_MISSING: {
    kind: 'missing',
    title: 'Media left out of the export',
    text: 'Their clips are exported with a name and a range, or as missing, to be relinked in the other program.',
  },
  MEDIA_RENAMED: {
    kind: 'changed',
    title: 'Media under another name',
    text: 'The name had characters that not every program reads.',
  },
  FRAME_ROUNDED: {
    kind: 'changed',
    title: 'Clips between two frames',
    text: 'They go out at whole frames. OpenTimelineIO files are exact when they are imported here again.',
  },
  OVERLAP_SPLIT: {
    kind: 'changed',
    title: 'Clips that overlap',
    text: 'They go to tracks of their own.',
  },
  TRACK_SPLIT: {
    kind: 'changed',
    title: 'Tracks of pictures and sounds',
    text: 'Each becomes two tracks.',
  },
  TRANSITION_DROPPED: {
    kind: 'missing',
    title: 'Transitions that no longer fit',
    text: 'Their clips were moved or cut since.',
  },
  TRANSITION_CHANGED: {
    kind: 'changed',
    title: 'Transitions in another form',
    text: 'This format has fewer kinds and places of them.',
  },
  DISSOLVE_PLAYS_ON: {
    kind: 'changed',
    title: words.clips.dissolvesPlayOn,
    text: words.clips.dissolvesPlayOnWhy,
  },
  LOOK_NOT_SHOWN: {
    kind: 'changed',
    title: 'Effects that other programs do not show',
    text: 'They are kept in the file, and are there again when it is imported here.',
  },
  LOOK_NOT_WRITTEN: {
    kind: 'missing',
    title: 'Opacity, volume and position',
    text: 'This format has no place for them.',
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
    title: 'Texts',
    text: 'Other programs see a clip without a file.',
  },
  PLACE_REMOVED: {
    kind: 'missing',
    title: 'Folders and secret addresses',
    text: 'They are private to this computer or account, so they were removed.',
  },
  SCHEMA_LEFT_OUT: {
    kind: 'changed',
    title: 'Objects in metadata',
    text: 'Their values stay; what kind of object they were is left out.',
  },
  NUMBER_ROUNDED: {
    kind: 'changed',
    title: 'Very long numbers',
    text: 'Whole numbers of more than 15 digits are rounded.',
  },
  EFFECT_DROPPED: {
    kind: 'missing',
    title: 'Effects',
    text: 'The format, or programs that read it, do not know them.',
  },
  MARKER_DROPPED: { kind: 'missing', title: 'Markers', text: 'They have no place in this format.' },
  REFERENCE_DROPPED: {
    kind: 'missing',
    title: 'Other media of a clip',
    text: 'Only the active one goes out.',
  },
  UNKNOWN_SCHEMA: {
    kind: 'missing',
    title: 'Items of an unknown kind',
    text: 'They were left out.',
  },
  GAP_CHANGED: {
    kind: 'missing',
    title: 'Gaps with notes',
    text: 'Their place is taken, so their markers and metadata are left out.',
  },
  METADATA_LEFT: {
    kind: 'missing',
    title: 'Metadata of other programs',
    text: 'This format has no place for it. OTIO keeps it.',
  },
  OWN_DATA_LEFT: {
    kind: 'missing',
    title: 'What Patchbay keeps of clips',
    text: 'Fades and key frames, and where a clip comes from: its shot, node or run. This format has no place for it. OTIO keeps it.',
  },
  UNSUPPORTED_TRACK_KIND: {
    kind: 'missing',
    title: 'Tracks that hold neither picture nor sound',
    text: 'This format has none.',
  },
  CLIP_DISABLED: {
    kind: 'changed',
    title: 'Disabled clips',
    text: 'An EDL has none; they are in it like any other.',
  },
  TRACK_DISABLED: {
    kind: 'changed',
    title: 'Disabled tracks',
    text: 'Each is a list like any other.',
  },
  NAME_LEFT: { kind: 'missing', title: 'Names of tracks', text: 'This format numbers its tracks.' },
  COLOR_LEFT: { kind: 'missing', title: 'Colors of markers', text: 'This format has none.' },
  RATE_ROUNDED: {
    kind: 'changed',
    title: 'The frame rate',
    text: 'This format knows whole rates and those of NTSC.',
  },
  RANGE_CHANGED: {
    kind: 'changed',
    title: words.clips.transitionsTooEarly,
    text: 'The clip begins with what is not there.',
  },
};
