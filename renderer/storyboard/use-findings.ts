import { useMemo, useState } from 'react';
import { ApiError } from '#shared/api/index.ts';
import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import { words } from '#renderer/words/index.ts';
import { keyOf } from './selection.ts';
import { findingsByShot, type ShotFinding } from './shot-problems.ts';

type Findings = ReadonlyMap<string, readonly ShotFinding[]>;

const AT_SHOT = /^(?:document\.)?sequences\.(\d+)\.shots\.(\d+)(?:\.(.*))?$/;

/** What a refusal of the service says against single shots, by shot. */
function refusalsByShot({ sequences }: StoryboardDocument, error: unknown): Findings {
  const found = new Map<string, ShotFinding[]>();
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
export function useFindings(
  document: StoryboardDocument,
  find: FindLibraryFile,
): { findings: Findings; onRefused: (error: unknown, sent: StoryboardDocument) => void } {
  const [refused, setRefused] = useState<{ sent: StoryboardDocument; byShot: Findings } | null>(null);
  const own = useMemo(() => findingsByShot(document, find), [document, find]);
  const findings = useMemo(() => {
    // Once something is changed, nobody knows what the service says of it.
    if (refused?.sent !== document) return own;
    const all = new Map(own);
    for (const [key, list] of refused.byShot) all.set(key, [...list, ...(own.get(key) ?? [])]);
    return all;
  }, [own, refused, document]);
  return {
    findings,
    onRefused: (error, sent) => setRefused({ sent, byShot: refusalsByShot(sent, error) }),
  };
}
