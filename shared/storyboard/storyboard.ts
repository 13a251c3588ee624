import type { PublicProjectStoryboardApplyResponse, StoryboardSummary } from '../api/schemas/storyboards.ts';
import {
  addDoubledIds,
  asList,
  asRecord,
  checkSchema,
  MAX_PROBLEMS,
  type Checked,
  type DocumentProblem,
} from '../document/problems.ts';
import { drain, SLICE_STEPS, type Slices } from '../reading/slices.ts';
import { UsedNames } from '../language/used-names.ts';
import { STORYBOARD_VERSION, StoryboardDocument } from './document.ts';
import {
  inOrder,
  mediaOfShot,
  resolveMedia,
  shotsInOrder,
  type FindLibraryFile,
  type ResolvedMedia,
  type ShotMedia,
} from './media.ts';

/** Adds what no schema can say: ids of scenes are unique, and those of shots within their scene. */
function* addCrossProblems(problems: DocumentProblem[], input: unknown): Slices<void> {
  const { sequences } = asRecord(input);
  yield* addDoubledIds(problems, sequences, ['sequences'], 'scene');
  for (const [index, scene] of asList(sequences).entries()) {
    if (problems.length >= MAX_PROBLEMS) return;
    if (index % SLICE_STEPS === SLICE_STEPS - 1) yield;
    const { shots } = asRecord(scene);
    yield* addDoubledIds(problems, shots, ['sequences', index, 'shots'], 'shot of the scene');
  }
}

/**
 * Checks a storyboard document.
 * @returns the document with every default filled in, or its problems with their places: the first `MAX_PROBLEMS`.
 */
export const validateStoryboard = (input: unknown): Checked<StoryboardDocument> =>
  drain(validateStoryboardInSlices(input));

/** As `validateStoryboard`; pauses after every few hundred entries, so that the caller can let others go first. */
export function* validateStoryboardInSlices(input: unknown): Slices<Checked<StoryboardDocument>> {
  const { document, problems } = yield* checkSchema(StoryboardDocument, input);
  yield* addCrossProblems(problems, input);
  yield;
  return document !== null && problems.length === 0
    ? { ok: true, document: withOrders(document) }
    : { ok: false, problems };
}

/** Every scene and shot with the `order` it plays in; lists keep their sequence. */
function withOrders(document: StoryboardDocument): StoryboardDocument {
  return {
    ...document,
    sequences: document.sequences.map((scene, index) => ({
      ...scene,
      order: scene.order ?? index,
      shots: scene.shots.map((shot, position) => ({ ...shot, order: shot.order ?? position })),
    })),
  };
}

/** The media of all shots, shot by shot in playing order. */
export const allMedia = (document: StoryboardDocument): ShotMedia[][] =>
  shotsInOrder(document).map(({ shot, path }) => mediaOfShot(shot, path));

export function summarizeStoryboard(document: StoryboardDocument): StoryboardSummary {
  const media = allMedia(document);
  return {
    mediaCount: media.reduce((count, references) => count + references.length, 0),
    sceneCount: document.sequences.length,
    shotCount: media.length,
  };
}

/** A storyboard with nothing in it, as a project without one has. */
export const emptyStoryboard = (name: string): StoryboardDocument =>
  StoryboardDocument.parse({ serviceType: 'storyboard', name, version: STORYBOARD_VERSION, sequences: [] });

/** The media of a storyboard, and what each of them stands for. */
export interface AppliedMedia {
  /** By shot, in playing order. */
  media: readonly (readonly ShotMedia[])[];
  /** In the same order. */
  resolved: readonly ResolvedMedia[];
}

/** Finds out what all media of a storyboard stand for. @param media of its shots, as `allMedia` gives them. */
export const resolveAll = (media: AppliedMedia['media'], find: FindLibraryFile): AppliedMedia => ({
  media,
  resolved: media.flatMap((ofShot) => ofShot.map((reference) => resolveMedia(reference, find))),
});

/**
 * What storing a storyboard did with its media: files of the account count as imported, all others are skipped with
 * a warning each. `extraPanelMedia` counts references beyond the first of a shot.
 */
export function summarizeApplied(
  document: StoryboardDocument,
  { media, resolved }: AppliedMedia,
): PublicProjectStoryboardApplyResponse['summary'] {
  const count = (...kinds: string[]) => resolved.filter(({ kind }) => kinds.includes(kind)).length;
  const imported = count('file');
  return {
    ...summarizeStoryboard(document),
    documentMedia: count('document'),
    extraPanelMedia: media.reduce((extra, ofShot) => extra + Math.max(0, ofShot.length - 1), 0),
    mediaImported: imported,
    mediaSkipped: resolved.length - imported,
    unresolvedMedia: count('unresolved', 'unsupported'),
    urlMedia: count('url'),
    warnings: resolved.flatMap((media) => (media.kind === 'file' ? [] : [media.warning])),
  };
}

/**
 * Appends the scenes of another storyboard after those of the first, whose name and settings stay. Scenes whose id
 * is taken get a free one (`scene-2`); orders go on from the highest there is.
 */
export function appendScenes(base: StoryboardDocument, added: StoryboardDocument): StoryboardDocument {
  const used = new UsedNames(base.sequences.map((scene) => scene.id));
  const highest = base.sequences.reduce((high, scene, index) => Math.max(high, scene.order ?? index), -1);
  const fresh = inOrder(added.sequences).map(({ item: scene }, index) => {
    return { ...scene, id: used.reserve(scene.id), order: highest + 1 + index };
  });
  return { ...base, sequences: [...base.sequences, ...fresh] };
}
