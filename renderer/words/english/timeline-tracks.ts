/** What people read in `renderer/timeline/tracks`, by the file that shows it. */
export const timelineTracks = {
  playheadLine: {
    playhead: 'Playhead',
  },
  trackCommands: {
    closeGaps: 'close the gaps',
    moveTrackUp: 'move track up',
    moveTrackDown: 'move track down',
  },
  trackHead: {
    nameTrack: 'Name of the track',
    hide: (name: string): string => `Hide ${name}`,
    mute: (name: string): string => `Mute ${name}`,
    solo: (name: string): string => `Solo ${name}`,
    lock: (name: string): string => `Lock ${name}`,
  },
  trackUploads: {
    notPictureVideoSound: (name: string): string => `${name} is not a picture, video or sound.`,
    fileNotAdded: 'A file was not added',
    filesNotAdded: (count: number): string => `${count} files were not added`,
  },
} as const;
