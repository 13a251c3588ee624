import { CUT_ENDINGS, FOLDER_ENDING } from '#shared/timeline/cut-formats.ts';
import { formatAlternatives, pluralForm, withCounts } from '../forms.ts';

/** Clips and their files: on the timeline, in the monitor, and on their way in and out. */
export const clips = {
  proxy: 'Proxy',
  playedFromProxy: 'played from a proxy',
  stillFrame: 'One frame is held, without sound.',
  resampled: 'Sound plays along, higher when faster and lower when slower.',
  tooFastForSound: 'Silent at this speed. Sound plays from 25 % to 400 %.',
  playheadOutside: (label: string) =>
    `The playhead is outside the clip: move it there to set a keyframe of ${label}`,
  trimmed: (length: string, change: string) => `${length} long, ${change}`,
  rolled: (left: string, right: string, change: string) => `${left} | ${right}, ${change}`,
  slipped: (from: string, change: string) => `from ${from}, ${change}`,
  lastFrame: (time: string) => `Last frame ${time}`,
  firstFrame: (time: string) => `First frame ${time}`,
  kinds: { video: 'Video', image: 'Image', audio: 'Sound', text: 'Text' },
  /** How a clip is told to those who do not see it. @param times in words. */
  spoken: (name: string, kind: string, isMissing: boolean, from: string, length: string, speed: string) =>
    `${name}, ${kind}${isMissing ? ', missing' : ''}, from ${from}, ${length} long${speed === '' ? '' : `, ${speed}`}`,
  spokenSpeed: (speed: string) => `speed ${speed}`,
  spokenStill: 'still frame',
  spokenTime: {
    hours: { one: '# hour', other: '# hours' },
    minutes: { one: '# minute', other: '# minutes' },
    seconds: { one: '# second', other: '# seconds' },
    frames: { one: '# frame', other: '# frames' },
  },
  razorOn: 'Razor: every click cuts',
  /** @param selectedName as the computer's keyboard writes it */
  chooseOne: (selectedName: string) =>
    `Choose a clip to see its times and its file. ${selectedName} with an arrow key goes from clip to clip.`,
  /** @param names of tracks, one or more */
  stuck: (names: readonly string[]) =>
    `${withCounts(names.map((name) => `“${name}”`)).join(', ')} did not move along`,
  stuckWhy: 'A clip there is in the way. Make room before it, or undo.',
  notMadeHere: 'No run that this computer has seen made this file. It was added from elsewhere.',
  onlyOneTake: 'This is the only take of its node. Run it again to make another.',
  takesLocked: 'Unlock the track to put another take in the place of the clip.',
  fileRead: 'The file was read',
  /** @param project that was made for it; null where it went into one that was there. */
  imported: (project: string | null) =>
    project === null ? 'Timeline imported' : `Timeline imported as the project “${project}”`,
  /** @param segmentCount how many clips are left of it */
  covered: (name: string, frames: number, segmentCount: number) =>
    `“${name}” is ${pluralForm(frames, { one: '# frame', other: '# frames' })} shorter${
      segmentCount > 1 ? `, in ${segmentCount} parts` : ''
    }.`,
  coveredAll: (name: string) => `“${name}” is gone.`,
  coveredMany: (clips: number) =>
    `${pluralForm(clips, { one: '# clip', other: '# clips' })} are shorter or gone.`,
  coveredWhy: 'What other clips were put over is cut away there.',
  undo: 'Undo',
  stepNudge: (count: number) =>
    count === 1 ? 'nudge clip' : `nudge ${pluralForm(count, { one: '# clip', other: '# clips' })}`,
  /** @param frames below 0 for earlier */
  nudged: (frames: number) =>
    frames === 0
      ? 'Back where it was'
      : `Moved ${pluralForm(Math.abs(frames), { one: '# frame', other: '# frames' })} ${frames < 0 ? 'earlier' : 'later'}`,
  noFile: 'No file',
  named: (name: string) => `“${name}”`,
  placed: (name: string, time: string) => (name === '' ? `At ${time}` : `“${name}” at ${time}`),
  onTrack: (name: string) => (name === '' ? 'A track' : `Track “${name}”`),
  stepPaste: (count: number) =>
    count === 1 ? 'paste clip' : `paste ${pluralForm(count, { one: '# clip', other: '# clips' })}`,
  stepCut: (count: number) =>
    count === 1 ? 'cut clip' : `cut ${pluralForm(count, { one: '# clip', other: '# clips' })}`,
  copied: (count: number): string => (count === 1 ? 'Clip copied' : `${count} clips copied`),
  noGap: 'There is no gap at the playhead on this track.',
  noGaps: 'There are no gaps on this track.',
  noTrackAbove: 'No track of this kind is above this one.',
  noTrackBelow: 'No track of this kind is below this one.',
  nothingCopied: 'There are no clips to paste',
  nothingCopiedWhy: 'Copy clips here, or on the timeline of another project or window.',
  gapOf: (length: string) => `Gap of ${length}`,
  stepCloseGap: 'close the gap',
  stepDetachSound: (count: number) =>
    count === 1
      ? 'detach the sound'
      : `detach the sound of ${pluralForm(count, { one: '# clip', other: '# clips' })}`,
  notImported: (name: string) => `${name} was not imported`,
  captionsFrom: (name: string) => `Captions from ${name}`,
  captionsFromTitle: (name: string) => `${name}. Press Enter to put its captions on a track of their own.`,
  ease: (label: string) => `How ${label} goes on from this keyframe`,
  easeLinear: 'Linear',
  easeSmooth: 'Ease in and out',
  easeHold: 'Hold',
  stepEase: 'change the easing',
  marker: 'Marker',
  markerAt: (time: string) => `Marker at ${time}`,
  markerSaying: (text: string, time: string) => `Marker “${text}” at ${time}`,
  stepImported: (name: string) => `import ${name}`,
  noTimeline: 'This project has no timeline yet',
  noTimelineDetail: `Drop pictures, videos and sounds here, or an edit from another program (${formatAlternatives([...CUT_ENDINGS, FOLDER_ENDING])}).`,
  noTimelineWithBoard:
    'The storyboard has shots to make it from. Or drop pictures, videos, sounds or an edit from another program here.',
  firstClips:
    'Nothing lies on these tracks yet. Drop pictures, videos and sounds here, choose outputs of runs and other files with “Add files” above, or bring in an edit of another program with “Import an edit…”.',
  addTrackOfKind: {
    picture: 'Add a picture track',
    sound: 'Add a sound track',
    captions: 'Add a caption track',
  },
  stepAddTrack: { picture: 'add video track', sound: 'add audio track', captions: 'add caption track' },
  trackOfKind: { picture: 'Video', sound: 'Audio', captions: 'Captions' },
  /** @param peak decibels below full scale */
  lowLevel: (peak: string) => `${peak} dB`,
  lowLevelWhy: (peak: string, factor: number) =>
    `Its loudest moment is at ${peak} dB. So that it can be seen, its waveform is drawn ${factor} times as high.`,
  export: 'Export',
  importEdit: 'Import an edit…',
  importEditTitle: 'Import an edit',
  readsReplaced: 'Reading its timeline…',
  replacesUnread:
    'Its timeline could not be read: whatever clips it has are replaced. The graph stays as it is.',
  newProject: 'Begins one with this timeline.',
  newProjectName: 'Name of the new project',
  nameOfTimeline: 'As the timeline is called',
  startEmpty: 'Start with empty tracks',
  makeFromStoryboard: 'Make from the storyboard',
  undoImport: 'Undo brings back the timeline that was there before.',
  dissolve: 'Dissolve from the clip before',
  stepDissolve: 'dissolve',
  stepAddDissolve: 'add dissolve',
  stepRemoveDissolve: 'remove dissolve',
  dissolveLength: 'Dissolve',
  crossFadeLength: 'Cross-fade',
  crossFade: 'Cross-fade from the clip before',
  dissolveSpan: (frames: number, seconds: string) =>
    `${seconds} s, ${pluralForm(frames, { one: '# frame', other: '# frames' })}`,
  dissolveLongest: (time: string) =>
    `The file of the clip before goes on for ${time}; then its last frame is held.`,
  added: (count: number, name: string, from: string) =>
    count === 1
      ? `“${name}” was added at ${from}`
      : `${pluralForm(count, { one: '# clip', other: '# clips' })} added from ${from} on`,
  besideOnNew: (track: string) => `Put on a new track, “${track}”: nothing was overwritten.`,
  besideOn: (track: string) => `Put on “${track}”, where there is room: nothing was overwritten.`,
  notThere: 'This clip is no longer on the timeline',
  trackHeight: (name: string) => `Height of ${name}`,
  setTrackHeight: 'set track height',
  missing: 'Its file is missing',
  shotWithoutPicture: 'Its shot has no picture yet',
  missingNamed: (name: string) => `Its file “${name}” is missing`,
  nothingToShow: 'The file of this clip is missing.',
  isHeic: (name: string) =>
    `${name} is HEIC, which cannot be read here. On the iPhone choose Settings, Camera, Formats, Most Compatible, or save the photo as JPEG and drop that.`,
  isJpegXl: (name: string) =>
    `${name} is JPEG XL. Nodes and films have no decoder for it: they read JPEG, PNG, WebP, AVIF, GIF, TIFF and SVG. Save it as PNG or JPEG and drop that.`,
  hasHdrMap: (name: string) =>
    `${name} has a gain map for HDR screens. Its ordinary picture is used here; the file itself stays as it is.`,
  hasHdrProfile: (name: string) =>
    `${name} is a JPEG with a profile of HDR: its highlights may look other in nodes than in previews. Save it as AVIF or PNG in HDR and drop that, which looks alike everywhere.`,
  hasSoundTracks: (name: string, count: number) =>
    `${name} has ${count} tracks of sound, of which one is heard: the first that the file marks to be played. The node Extract sound takes out another.`,
  isExternal: (name: string) =>
    `${name} holds no pictures or sound itself: it names other files that do, and those are not opened. Export it again as one self-contained file and drop that.`,
  nothingToShowNamed: (name: string) => `The file “${name}” is missing.`,
  notInProject: (name: string) => `“${name}” is not among the files of this project.`,
  notReadNow: (name: string) => `“${name}” cannot be read at the moment. Try again when the service answers.`,
  transitionsTooEarly: 'Transitions that begin before their file',
  /** What a drop over the tracks does, said at the pointer. */
  dropHere: {
    beside: 'Add here, over no clip. Ctrl inserts, Shift overwrites',
    insert: 'Insert here',
    overwrite: 'Overwrite here',
  },
  dissolvesPlayOn: 'Dissolves from the end of a video',
  dissolvesPlayOnWhy:
    'The video before them has no more pictures. Here its last frame is held; other programs may show black.',
  textsAsGenerators: 'Captions and titles',
  textsAsGeneratorsWhy:
    'They are text generators in the file, which other programs show in a style of their own.',
  several: 'Clips with several files',
  veryMany: 'Clips with very many files',
  noTime: (text: string) =>
    `“${text.slice(0, 40)}” is no time. Type timecode such as 00:00:02:12, or seconds such as 2.5.`,
  tooLong: 'Clips that show more than their file has',
  noLength: 'Neither the clip nor its file says how long it is. They were left at 0 s.',
  importUnreadable:
    'The service answered the import with something that Patchbay cannot read. Try again, or tell whoever runs the service.',
  bundleReplaced:
    'Something else came in place of the file, as a guest network does before one signs in. Look at your connection, then try again.',
  soundNotWritten: 'Sound of videos',
  soundNotWrittenWhy:
    'A list has the picture of a video alone. Detach its sound to have it in a list of its own.',
  soundStays: (filename: string) => `The sound that “${filename}” may have stays behind.`,
  soundStaysHere: (filename: string) =>
    `Other programs play “${filename}” without the sound that it may have.`,
  soundStaysHereWhy:
    'OpenTimelineIO has the picture of a video alone. Detach its sound to have it in other programs. Imported here again, the video sounds as before.',
  videosSilent: 'Videos without their sound',
  videosSilentWhy:
    'The file has sounds on tracks of their own and none of these videos. Raise their volume where they should sound.',
  goneFromLibrary: (name: string) => `“${name}” is no longer in the library.`,
  notCompared: 'One of the two timelines cannot be read, so they cannot be compared.',
  bundleNeedsService: (reason: string) =>
    `${reason} Until then this form would be without your last changes. FCP 7 XML and EDL are written here and need no service.`,
  unsoundNotExported: 'The timeline has problems, so it cannot be exported. Its page lists them.',
  bundleCutOff: 'The file stopped on its way. Try again.',
} as const;
