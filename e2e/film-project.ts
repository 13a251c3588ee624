import { endpoints, type ApiClient } from '#shared/api/index.ts';
import { filmStoryboard } from './film-media.ts';

export const FILM_NAME = 'Harbor film';

/** Makes a project with a storyboard and a short edit over the API, unless it is there. @returns its id. */
export async function putFilm(call: ApiClient): Promise<string> {
  const found = await call(endpoints.projects.list, { query: { search: FILM_NAME } });
  if (found.data[0]) return found.data[0].id;
  const project = await call(endpoints.projects.create, { body: { name: FILM_NAME } });
  const { version } = await call(endpoints.storyboards.replace, {
    params: { project_id: project.id },
    body: { expectedVersion: project.version, document: filmStoryboard() },
  });
  const shots = ['Opening', 'Harbor at dusk', 'Nets', 'Market', 'Hands', 'Leaving', 'Open sea', 'Titles'];
  let start = 0;
  const clip = (name: string, trackId: string, startTime: number, duration: number, type: string) => ({
    id: `${trackId}-${name}`,
    trackId,
    name,
    filename: `film-${name.toLowerCase().replaceAll(' ', '-')}.${type === 'audio' ? 'wav' : 'mp4'}`,
    type,
    storageType: 'library',
    startTime,
    duration,
    trimStart: 0,
    trimEnd: 0,
    opacity: 1,
    volume: 1,
    transform: { x: 0, y: 0, scale: 1, rotation: 0 },
  });
  const picture = shots.map((name, index) => {
    const duration = [3, 5.5, 2.25, 4, 1.75, 3.5, 6, 4][index]!;
    const made = clip(name, 'V1', start, duration, 'video');
    start += duration;
    return made;
  });
  const track = (id: string, name: string) => ({
    id,
    name,
    height: 64,
    volume: 1,
    locked: false,
    mutedAudio: false,
    mutedVideo: false,
  });
  await call(endpoints.timelines.replace, {
    params: { project_id: project.id },
    body: {
      expectedVersion: version,
      document: {
        serviceType: 'timeline',
        name: FILM_NAME,
        version: 1,
        timeline: {
          tracks: [track('V1', 'Picture'), track('V2', 'Titles'), track('A1', 'Sea'), track('A2', 'Music')],
          clips: [
            ...picture,
            clip('Main title', 'V2', 0.5, 2.5, 'text'),
            clip('Waves', 'A1', 0, 14, 'audio'),
            clip('Gulls', 'A1', 16, 9, 'audio'),
            clip('Accordion', 'A2', 8.5, 21.5, 'audio'),
          ],
          currentTime: 0,
          playheadPosition: 0,
          projectDuration: start,
          frameRate: 25,
          zoom: 1,
          selectedClipIds: [],
          selectedTrackId: 'V1',
          projectResolution: { width: 1920, height: 1080, isAutoDetected: false },
        },
      },
    },
  });
  return project.id;
}
