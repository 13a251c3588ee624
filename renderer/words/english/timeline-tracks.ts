/** What people read in `renderer/timeline/tracks`, by the file that shows it. */
export const timelineTracks = {
  playheadLine: {
    playhead: 'Playhead',
  },
  trackCommands: {
    deleteTrack: 'delete track',
    lockTrack: 'lock track',
    unlockTrack: 'unlock track',
    hideTrack: 'hide track',
    showTrack: 'show track',
    soloTrack: 'solo track',
    muteTrack: 'mute track',
    unmuteTrack: 'unmute track',
    closeGaps: 'close the gaps',
    moveTrackUp: 'move track up',
    moveTrackDown: 'move track down',
  },
  trackHead: {
    lockTrack: 'lock track',
    unlockTrack: 'unlock track',
    muteTrack: 'mute track',
    unmuteTrack: 'unmute track',
    hideTrack: 'hide track',
    showTrack: 'show track',
    renameTrack: 'rename track',
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
