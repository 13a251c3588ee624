import { endpoints } from '#shared/api/index.ts';
import type { DeskStandIn } from '#renderer/testing/desk-stand-in.ts';

/** A timeline of clips of a second each on one track, as a service has it; without clips it has no track. */
export const storedCut = (...clips: string[]) => ({
  serviceType: 'timeline',
  version: 1,
  name: 'Opening',
  timeline: {
    tracks: clips.length > 0 ? [{ id: 'V1', name: 'Picture' }] : [],
    clips: clips.map((id, index) => ({
      id,
      trackId: 'V1',
      type: 'image',
      name: id,
      filename: `${id}.png`,
      startTime: index,
      duration: 1,
      trimStart: 0,
      trimEnd: 1,
    })),
  },
});

/** The ids of the clips of such a timeline. */
export const idsOfClips = (document: unknown): string[] =>
  (document as ReturnType<typeof storedCut>).timeline.clips.map(({ id }) => id);

/** The timeline that a service has of a project. */
export interface StoredTimeline {
  document: Record<string, unknown>;
  version: number;
}

/** Answers for the timeline of a project, which can be replaced. @param projectId asked anew with each answer. */
export function storeTimeline(desk: DeskStandIn, stored: StoredTimeline, projectId: () => string): void {
  const answer = () => ({
    projectId: projectId(),
    ...stored,
    summary: { clipCount: 0, trackCount: 0, durationSeconds: 0 },
  });
  desk.api(endpoints.timelines.get, answer);
  desk.api(endpoints.timelines.replace, ({ body }) => {
    stored.document = endpoints.timelines.replace.body.parse(body).document;
    stored.version += 1;
    return { ...answer(), mode: 'replace' };
  });
}
