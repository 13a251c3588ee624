import { pluralForm } from '../forms.ts';
import type { Translated } from '../translated.ts';
import type { timelinePage as english } from '../english/timeline-page.ts';

export const timelinePage: Translated<typeof english> = {
  timelineLanes: {
    zoom: 'Zoom',
  },
  timelinePage: {
    firstAudio: 'Audio 1',
    firstVideo: 'Video 1',
    skipTracks: 'Zu den Spuren springen',
    markRange: 'Bereich markieren',
    theRange: 'Bereich aufheben',
    timelineCannot: (count) =>
      `Diese Zeitleiste hat ${pluralForm(count, ['# Problem', '# Probleme'])} und kann nicht gezeigt werden`,
    projectNoLongerExists: 'Dieses Projekt gibt es nicht mehr',
    timelineCouldNotRead: 'Die Zeitleiste war nicht lesbar',
    deletedBelongsAnotherAccount: 'Es wurde gelöscht oder gehört zu einem anderen Konto.',
    loadingTimeline: 'Die Zeitleiste wird geladen',
    startTimeline: 'Zeitleiste beginnen',
  },
  timelineTools: {
    uploading: 'Wird hochgeladen',
    reading: (files) => `${files}: wird gelesen`,
    tools: 'Werkzeuge',
    edits: 'Bearbeiten',
    label: (count, count2) =>
      `${pluralForm(count, ['# Clip', '# Clips'])} in ${pluralForm(count2, ['# Spur', '# Spuren'])}`,
    fps: (value) => `${value} fps`,
    files: (count) => `${count} Dateien`,
    cancelUpload: 'Upload abbrechen',
  },
  timelineView: {
    endSolo: 'Solo beenden',
    soloTrack: 'Solo für die Spur',
    timeline: 'Zeitleiste',
  },
};
