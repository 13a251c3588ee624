import type { FileRecord } from '#shared/desk/index.ts';
import type { Candidate, MediumKind } from '#shared/timeline/relink.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { mediaKindOf } from '#renderer/uploads/index.ts';
import { clipTypeOf } from '../model/add-file.ts';

/** Files that may be missing media: those of the library, and those that a person chose on this computer. */

export interface RelinkCandidate extends Candidate {
  /** Where it is. */
  source: { at: 'library'; file: FileRecord } | { at: 'computer'; file: File };
}

/** Pictures, videos and sounds of one choice that are looked at. */
export const MAX_LOCAL = 2000;
const INFO_TIMEOUT_MS = 10_000;

/** A file of the library; null for what can be no clip. */
export function libraryCandidate(file: FileRecord): RelinkCandidate | null {
  const kind = clipTypeOf(file);
  if (kind === null || kind === 'text') return null;
  return {
    id: file.fileId,
    name: file.filename,
    kind,
    seconds: null,
    framesPerSecond: null,
    sha256: file.sha256 ?? null,
    source: { at: 'library', file },
  };
}

/** Files of this computer that can be clips, by their names alone. @param first number that tells them apart. */
export function localCandidates(files: readonly File[], first: number): RelinkCandidate[] {
  return files
    .flatMap((file) => {
      const kind = mediaKindOf(file);
      return kind === 'file' || file.name.startsWith('.') ? [] : [{ file, kind }];
    })
    .slice(0, MAX_LOCAL)
    .map(({ file, kind }, index) => ({
      id: `computer-${first + index}`,
      name: file.name,
      kind,
      seconds: null,
      framesPerSecond: null,
      sha256: null,
      source: { at: 'computer', file },
    }));
}

/** What a file is found to be once it is read: its length and rate. What cannot be read stays unknown. */
export async function readMediaInfo(
  connectionId: string,
  { source, kind }: RelinkCandidate,
): Promise<Pick<Candidate, 'seconds' | 'framesPerSecond'>> {
  if (kind === 'image') return { seconds: null, framesPerSecond: null };
  if (source.at === 'computer') return { seconds: await lengthOf(source.file, kind), framesPerSecond: null };
  const { fileId } = source.file;
  const info = await callDesk('mediaFacts', { body: { connectionId, fileId } }).catch(() => null);
  const seconds = info && 'seconds' in info && info.seconds > 0 ? info.seconds : null;
  const rate = info && 'framesPerSecond' in info ? info.framesPerSecond : 0;
  return { seconds, framesPerSecond: rate > 0 ? rate : null };
}

/** Seconds of a file of this computer, as far as the browser can read it. */
function lengthOf(file: File, kind: MediumKind): Promise<number | null> {
  const url = URL.createObjectURL(file);
  const element = document.createElement(kind === 'audio' ? 'audio' : 'video');
  element.preload = 'metadata';
  return new Promise<number | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), INFO_TIMEOUT_MS);
    const end = (seconds: number | null) => {
      clearTimeout(timer);
      resolve(seconds);
    };
    element.addEventListener('loadedmetadata', () =>
      end(Number.isFinite(element.duration) ? element.duration : null),
    );
    element.addEventListener('error', () => end(null));
    element.src = url;
  }).finally(() => {
    element.removeAttribute('src');
    URL.revokeObjectURL(url);
  });
}
