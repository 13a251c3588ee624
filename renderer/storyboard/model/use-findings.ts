import { useMemo, useState } from 'react';
import { ApiError } from '#shared/api/index.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import { words } from '#renderer/words/index.ts';
import { keyOf } from './selection.ts';
import { issuesByShot, type ShotIssue } from './shot-problems.ts';

type IssueMap = ReadonlyMap<string, readonly ShotIssue[]>;

const AT_SHOT = /^(?:document\.)?sequences\.(\d+)\.shots\.(\d+)(?:\.(.*))?$/;

/** What a refusal of the service says against single shots, by shot. */
function rejectionsByShot({ sequences }: StoryboardDocument, error: unknown): IssueMap {
  const found = new Map<string, ShotIssue[]>();
  const problems = error instanceof ApiError ? error.details['problems'] : null;
  for (const problem of Array.isArray(problems) ? (problems as unknown[]) : []) {
    if (typeof problem !== 'object' || problem === null) continue;
    const { path, message } = problem as { path?: unknown; message?: unknown };
    const [, scene, shot, field = ''] = AT_SHOT.exec(typeof path === 'string' ? path : '') ?? [];
    const [inScene, atShot] = [sequences[Number(scene)], sequences[Number(scene)]?.shots[Number(shot)]];
    if (!inScene || !atShot || typeof message !== 'string') continue;
    const key = keyOf({ scene: inScene.id, shot: atShot.id });
    const text = words.storyboard.refusedField(field, message);
    found.set(key, [...(found.get(key) ?? []), { kind: 'problem', text }]);
  }
  return found;
}

/** What is found at the shots of a board here, and what the service said against it as it is now. */
export function useIssues(
  document: StoryboardDocument,
  find: FindLibraryFile,
): { issues: IssueMap; onRejected: (error: unknown, submitted: StoryboardDocument) => void } {
  const [rejected, setRejected] = useState<{ submitted: StoryboardDocument; byShot: IssueMap } | null>(null);
  const localIssues = useMemo(() => issuesByShot(document, find), [document, find]);
  const issues = useMemo(() => {
    // Once something is changed, nobody knows what the service says of it.
    if (rejected?.submitted !== document) return localIssues;
    const all = new Map(localIssues);
    for (const [key, list] of rejected.byShot) all.set(key, [...list, ...(localIssues.get(key) ?? [])]);
    return all;
  }, [localIssues, rejected, document]);
  return {
    issues: issues,
    onRejected: (error, submitted) =>
      setRejected({ submitted: submitted, byShot: rejectionsByShot(submitted, error) }),
  };
}
