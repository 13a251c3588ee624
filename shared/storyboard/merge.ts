import { mergeDocuments, type Merged, type TextFields } from '../document/merge.ts';
import type { StoryboardDocument, StoryboardScene, StoryboardShot } from './document.ts';
import { UsedNames } from '../language/used-names.ts';
import { inOrder } from './media.ts';

type Panel = StoryboardShot['panels'][number];

/**
 * The storyboard with scenes, shots and panels listed as they play, each with the order of its place, and an id for every
 * panel: edits and merges then speak of places and ids only. Parts that are so already stay the same objects.
 */
export function sortedStoryboard(document: StoryboardDocument): StoryboardDocument {
  const sequences = numbered(document.sequences).map((scene) => {
    const shots = numbered(scene.shots).map(sortedShot);
    return isSameList(shots, scene.shots) ? scene : { ...scene, shots };
  });
  return isSameList(sequences, document.sequences) ? document : { ...document, sequences };
}

/** Items in playing order, each with the number of its place as its `order`. */
const numbered = <T extends { order?: number | undefined }>(list: readonly T[]): T[] =>
  inOrder(list).map(({ item }, index) => (item.order === index ? item : { ...item, order: index }));

const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => item === b[index]);

function sortedShot(shot: StoryboardShot): StoryboardShot {
  const used = new UsedNames();
  const panels = inOrder(shot.panels).map(({ item }, index): Panel => {
    const id = used.reserve(item.id ?? `panel-${index + 1}`);
    if (item.id === id && item.order === undefined) return item;
    const { order: _listed, ...remaining } = item;
    return { ...remaining, id };
  });
  return isSameList(panels, shot.panels) ? shot : { ...shot, panels };
}

/** A shot on its own, with the scene it is in. */
interface PartialShot {
  id: string;
  scene: string;
  shot: Omit<StoryboardShot, 'order'>;
}

interface PartialStoryboard {
  head: Omit<StoryboardDocument, 'sequences'>;
  scenes: Omit<StoryboardScene, 'shots' | 'order'>[];
  shots: PartialShot[];
}

/** Ids that more than one scene of a storyboard has: its shots are known by scene and id. */
function sharedIds(documents: readonly StoryboardDocument[]): ReadonlySet<string> {
  const shared = new Set<string>();
  for (const { sequences } of documents) {
    const visited = new Set<string>();
    for (const { shots } of sequences) {
      for (const { id } of shots) (visited.has(id) ? shared : visited).add(id);
    }
  }
  return shared;
}

function loosen({ sequences, ...head }: StoryboardDocument, shared: ReadonlySet<string>): PartialStoryboard {
  const shots = sequences
    // By id, so that a scene that is moved moves no shot.
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
    .flatMap((scene) =>
      scene.shots.map(({ order: _index, ...shot }) => ({
        id: shared.has(shot.id) ? `${scene.id}/${shot.id}` : shot.id,
        scene: scene.id,
        shot,
      })),
    );
  return { head, scenes: sequences.map(({ shots: _shots, order: _index, ...scene }) => scene), shots };
}

/** @param remaining where a scene is found that was removed while one of its shots stays. */
function fasten({ head, scenes, shots }: PartialStoryboard, remaining: readonly PartialStoryboard[]) {
  const byScene = Map.groupBy(shots, ({ scene }) => scene);
  const sceneIds = new Set(scenes.map(({ id }) => id));
  // Of several with one id the first counts.
  const theirScenes = new Map(
    remaining.toReversed().flatMap((candidate) => candidate.scenes.map((scene) => [scene.id, scene])),
  );
  const missing = [...byScene.keys()].flatMap((id) => (sceneIds.has(id) ? [] : (theirScenes.get(id) ?? [])));
  return {
    ...head,
    sequences: [...scenes, ...missing].map((scene, order): StoryboardScene => {
      const used = new UsedNames();
      const shotsOfScene = (byScene.get(scene.id) ?? []).map(({ shot }, index) => ({
        ...shot,
        id: used.reserve(shot.id),
        order: index,
      }));
      return { ...scene, order, shots: shotsOfScene };
    }),
  };
}

/**
 * Merges two changes of one storyboard, as `mergeDocuments` does; a shot that one side moved to another scene takes along
 * what the other changed in it.
 * @param base as all three have to be: from `sortedStoryboard`. @param texts as of `mergeDocuments`.
 */
export function mergeStoryboards(
  base: StoryboardDocument,
  ours: StoryboardDocument,
  theirs: StoryboardDocument,
  texts?: TextFields,
): Merged<StoryboardDocument> {
  if (ours === theirs || theirs === base) return { document: ours, clashes: [] };
  if (ours === base) return { document: theirs, clashes: [] };
  const shared = sharedIds([base, ours, theirs]);
  const [ofBase, ofOurs, ofTheirs] = [loosen(base, shared), loosen(ours, shared), loosen(theirs, shared)];
  const { document, clashes } = mergeDocuments(ofBase, ofOurs, ofTheirs, texts);
  return { document: fasten(document, [ofOurs, ofTheirs, ofBase]), clashes };
}
