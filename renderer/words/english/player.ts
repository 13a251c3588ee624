/** What people read in `renderer/player`, by the file that shows it. */
export const player = {
  openMedium: {
    large: 'is too large to be shown here',
    notPictureCan: 'is not a picture that can be shown here',
    isHeic: 'is HEIC, which cannot be shown here; save it as JPEG',
    isJpegXl: 'is JPEG XL, which cannot be shown here; save it as PNG or JPEG',
    manyPixels: 'has too many pixels to be shown here',
    formatCannot: 'is in a format that cannot be played here',
    manyPixels2: 'has too many pixels to be played here',
    notFilmSoundCan: 'is not a film or sound that can be read here',
    namesFilesMediaExport:
      'names other files that hold its media; export it again as one self-contained file',
    notFinishedWhenRecorded: 'was not finished when it was recorded',
  },
  exportChoices: {
    mp4: 'MP4 (H.264 and AAC)',
    webm: 'WebM (VP9 and Opus)',
    wav: 'Sound alone (WAV)',
    cannotEncode: (format: string, size: string, alternative: string): string =>
      `This browser cannot encode ${format} at ${size}. Choose ${alternative} or half the size.`,
    browserCannotEncodeSound:
      'This browser cannot encode the sound of WebM. Choose MP4, so that the film has its sound.',
  },
  filmRunRequest: {
    media: (value: number): string => `media${value}`,
  },
  makeFilmFile: {
    noFilmDiskFree:
      'There is no room for the film on this disk. Free some, or export it smaller, and try again.',
    filmCouldNotTry: 'The film could not be made here. Try another format or half the size.',
  },
  monitor: {
    monitor: 'Monitor',
    filmPlayhead: 'The film at the playhead',
    playbackFilm: 'Playback of the film',
    unmuteFilm: 'Unmute the film',
    muteFilm: 'Mute the film',
    volumeFilm: 'Volume of the film',
  },
  position: {
    positionFilm: 'Position in the film',
  },
  useMonitorCommands: {
    png: (replaceAll: string): string => `still ${replaceAll}.png`,
    saved: (name: string): string => `Saved ${name}`,
    pictureNotSaved: 'The picture was not saved',
    couldNotGoAnother: 'It could not be drawn. Go to another frame and back, and try again.',
  },
} as const;
