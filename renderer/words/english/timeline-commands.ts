import { pluralForm } from '../forms.ts';

/** What people read in `renderer/timeline/commands`, by the file that shows it. */
export const timelineCommands = {
  captionCommands: {
    addCaption: 'add caption',
    caption: 'Caption',
    captions: 'Captions',
  },
  addFiles: {
    allFiles: 'All files',
    outputsOfRuns: 'Outputs of runs',
    uploads: 'Uploads',
    shotsOfStoryboard: 'Shots of the storyboard',
    filesTimeline: 'Files for the timeline',
    addFiles: 'Add files',
    findFile: 'Find a file',
    find: 'Find',
    from: 'From',
    searchFindThem: (count: number): string =>
      `${pluralForm(count, ['# more file', '# more files'])}. Search to find them.`,
    fromComputer: 'From this computer…',
    filesComputer: 'Files of this computer',
    noName: 'Nothing here has that in its name.',
    noShotStoryboardPicture: 'No shot of the storyboard has a picture, video or sound yet.',
    noRunPictureVideo: 'No run has made a picture, video or sound yet.',
    noPicturesVideosSounds:
      'There are no pictures, videos or sounds yet. Add some to the graph, run it, or choose some of this computer.',
    overwritePlayhead: (name: string): string => `Overwrite with ${name} at the playhead`,
    dragTrackPressEnter: (name: string): string =>
      `${name}. Drag it to a track, or press Enter to put it over what lies at the playhead.`,
    insertPlayhead: (name: string): string => `Insert ${name} at the playhead`,
  },
  captionFiles: {
    kind: 'captions',
    captions: 'Captions',
    importCaptions: 'import captions',
    srtVttFile: 'Choose an .srt or .vtt file.',
  },
  useAddMedia: {
    add: (filename: string): string => `add ${filename}`,
    addFiles: (count: number): string => `add ${count} files`,
  },
  useClips: {
    shotNotTimeline: 'This shot is not on the timeline',
    goBackStoryboardTimeline: 'Go back to the storyboard and choose “Timeline…” to bring it over.',
  },
  useTimelineCommands: {
    clip: 'clip',
    addMarker: 'add marker',
    deleteKeyframe: 'delete keyframe',
    deleteMarker: 'delete marker',
    clips: (count: number): string => `${count} clips`,
    aFrame: 'hold a frame',
    trim: (clipWords: string): string => `trim ${clipWords}`,
    duplicate: (words: string): string => `duplicate ${words}`,
    splitPlayhead: 'split at the playhead',
    unlink: (words: string): string => `unlink ${words}`,
    link: (words: string): string => `link ${words}`,
    delete: (words: string): string => `delete ${words}`,
    deleteCloseGap: (words: string): string => `delete ${words} and close the gap`,
  },
} as const;
