import { useEffect, useMemo } from 'react';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { ShotRef } from '#shared/storyboard/editing.ts';
import { keyOf } from '../model/selection.ts';
import type { ShotToMake } from './make-source.ts';
import { resumeJobs, useJobs, type ActiveJob } from './making.ts';

/** Pictures that are being made for the shots of a board, by their keys. Takes up what an earlier page began. */
export function useBoardJobs(
  connectionId: string,
  projectId: string,
  { sequences }: StoryboardDocument,
): ReadonlyMap<string, readonly ActiveJob[]> {
  const jobs = useJobs();
  useEffect(() => resumeJobs({ connectionId, projectId }), [connectionId, projectId]);
  return useMemo(() => {
    const projectJobs = jobs.filter(
      (job) => job.connectionId === connectionId && job.projectId === projectId,
    );
    if (projectJobs.length === 0) return new Map<string, readonly ActiveJob[]>();
    const scenes = new Map(sequences.flatMap(({ id, shots }) => shots.map((shot) => [shot.id, id] as const)));
    // A shot that was moved meanwhile is told of where it is now.
    const isAt = ({ scene, shot }: ActiveJob) =>
      sequences.some(({ id, shots }) => id === scene && shots.some((entry) => entry.id === shot));
    return Map.groupBy(projectJobs, (job) =>
      keyOf({ scene: isAt(job) ? job.scene : (scenes.get(job.shot) ?? job.scene), shot: job.shot }),
    );
  }, [jobs, sequences, connectionId, projectId]);
}

/** The shots that have no picture, as they are asked for. */
export const bareShots = (document: StoryboardDocument): ShotToMake[] =>
  shotsToMake(
    document,
    document.sequences.flatMap(({ id, shots }) =>
      shots.filter(({ panels }) => panels.length === 0).map((shot) => ({ scene: id, shot: shot.id })),
    ),
  );

/** What is asked for when pictures of shots are to be made. */
export const shotsToMake = ({ sequences }: StoryboardDocument, refs: readonly ShotRef[]): ShotToMake[] => {
  const keys = new Set(refs.map(keyOf));
  return sequences.flatMap(({ id, shots }, scene) =>
    shots.flatMap((shot, index) => {
      const ref = { scene: id, shot: shot.id };
      if (!keys.has(keyOf(ref))) return [];
      const words = shot.description || shot.name || '';
      return [{ ref, number: `${scene + 1}.${index + 1}`, words }];
    }),
  );
};
