import type { Translated } from '../translated.ts';
import type { player as english } from '../english/player.ts';

export const player: Translated<typeof english> = {
  openMedium: {
    large: 'ist zu groß, um hier gezeigt zu werden',
    notPictureCan: 'ist kein Bild, das hier gezeigt werden kann',
    isHeic: 'ist HEIC und kann hier nicht gezeigt werden; als JPEG speichern',
    isJpegXl: 'ist JPEG XL und kann hier nicht gezeigt werden; als PNG oder JPEG speichern',
    manyPixels: 'hat zu viele Pixel, um hier gezeigt zu werden',
    formatCannot: 'hat ein Format, das hier nicht abspielbar ist',
    manyPixels2: 'hat zu viele Pixel, um hier abgespielt zu werden',
    notFilmSoundCan: 'ist kein Film oder Ton, der hier gelesen werden kann',
    namesFilesMediaExport:
      'verweist für seine Medien auf andere Dateien; noch einmal als eine vollständige Datei exportieren',
    notFinishedWhenRecorded: 'wurde bei der Aufnahme nicht abgeschlossen',
  },
  exportChoices: {
    mp4: 'MP4 (H.264 und AAC)',
    webm: 'WebM (VP9 und Opus)',
    wav: 'Nur Ton (WAV)',
    cannotEncode: (format, size, alternative) =>
      `Dieser Browser kann ${format} mit ${size} nicht kodieren. ${alternative} oder die halbe Größe wählen.`,
    browserCannotEncodeSound:
      'Dieser Browser kann den Ton von WebM nicht codieren. MP4 wählen, damit der Film seinen Ton hat.',
  },
  filmRunRequest: {
    media: (value) => `media${value}`,
  },
  makeFilmFile: {
    noFilmDiskFree:
      'Auf diesem Laufwerk ist kein Platz für den Film. Platz schaffen oder kleiner exportieren und erneut versuchen.',
    filmCouldNotTry:
      'Der Film konnte hier nicht erstellt werden. Ein anderes Format oder die halbe Größe versuchen.',
  },
  monitor: {
    monitor: 'Monitor',
    filmPlayhead: 'Der Film am Abspielkopf',
    playbackFilm: 'Wiedergabe des Films',
    unmuteFilm: 'Ton des Films einschalten',
    muteFilm: 'Film stummschalten',
    volumeFilm: 'Lautstärke des Films',
  },
  position: {
    positionFilm: 'Position im Film',
  },
  useMonitorCommands: {
    png: (replaceAll) => `Standbild ${replaceAll}.png`,
    saved: (name) => `${name} ist gespeichert`,
    pictureNotSaved: 'Das Bild wurde nicht gespeichert',
    couldNotGoAnother:
      'Es ließ sich nicht zeichnen. Zu einem anderen Frame und zurück gehen und erneut versuchen.',
  },
};
