import { pluralForm } from '../forms.ts';

/** What people read in `renderer/timeline/page`, by the file that shows it. */
export const timelinePage = {
  timelineLanes: {
    zoom: 'Zoom',
  },
  timelinePage: {
    firstAudio: 'Audio 1',
    firstVideo: 'Video 1',
    skipTracks: 'Skip to the tracks',
    markRange: 'mark a range',
    theRange: 'forget the range',
    timelineCannot: (count: number): string =>
      `This timeline has ${pluralForm(count, ['# problem', '# problems'])} and cannot be shown`,
    projectNoLongerExists: 'This project no longer exists',
    timelineCouldNotRead: 'The timeline could not be read',
    deletedBelongsAnotherAccount: 'It was deleted, or it belongs to another account.',
    loadingTimeline: 'Loading the timeline',
    startTimeline: 'start a timeline',
  },
  timelineTools: {
    uploading: 'Uploading',
    /** @param files the only one, or how many. */
    reading: (files: string): string => `Reading ${files}`,
    tools: 'Tools',
    edits: 'Edits',
    label: (count: number, count2: number): string =>
      `${pluralForm(count, ['# clip', '# clips'])} on ${pluralForm(count2, ['# track', '# tracks'])}`,
    fps: (value: number): string => `${value} fps`,
    files: (count: number): string => `${count} files`,
    cancelUpload: 'Cancel the upload',
  },
  timelineView: {
    endSolo: 'end solo',
    soloTrack: 'solo track',
    timeline: 'Timeline',
  },
} as const;
