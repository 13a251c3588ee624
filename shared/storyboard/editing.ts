import { StoryboardScene, StoryboardShot, type StoryboardDocument } from './document.ts';

/**
 * Edits of a storyboard, each naming what it changes by id, so that it can be made on a document that others have
 * changed meanwhile. Null: what it is about is not there any more.
 */
export type StoryboardEdit = (document: StoryboardDocument) => StoryboardDocument | null;

const nextOrder = (items: readonly { order?: number | undefined }[]): number =>
  items.reduce((highest, item, index) => Math.max(highest, item.order ?? index), -1) + 1;

/** Adds a scene after all others, with one shot to begin with. */
export const addScene =
  (id: string, shotId: string): StoryboardEdit =>
  (document) => ({
    ...document,
    sequences: [
      ...document.sequences,
      StoryboardScene.parse({
        id,
        order: nextOrder(document.sequences),
        shots: [{ id: shotId, order: 0 }],
      }),
    ],
  });

function inScene(
  sceneId: string,
  change: (scene: StoryboardScene) => StoryboardScene | null,
): StoryboardEdit {
  return (document) => {
    const scene = document.sequences.find(({ id }) => id === sceneId);
    const changed = scene ? change(scene) : null;
    if (!changed) return null;
    return { ...document, sequences: document.sequences.map((one) => (one === scene ? changed : one)) };
  };
}

/** Gives a scene a name; an empty one lets it be called by its number. */
export const renameScene = (sceneId: string, name: string): StoryboardEdit =>
  inScene(sceneId, (scene) => (scene.name === name ? scene : { ...scene, name }));

/** What a person writes of a shot. No length: as long as the storyboard's settings say. */
export interface ShotWords {
  description: string;
  durationSeconds: number | null;
}

/** Adds a shot at the end of a scene. */
export const addShot = (sceneId: string, id: string, words: ShotWords): StoryboardEdit =>
  inScene(sceneId, (scene) => ({
    ...scene,
    shots: [...scene.shots, StoryboardShot.parse({ ...words, id, order: nextOrder(scene.shots) })],
  }));

export const wordsOfShot = (
  shot: Pick<StoryboardShot, 'description' | 'durationSeconds'> | null | undefined,
): ShotWords => ({ description: shot?.description ?? '', durationSeconds: shot?.durationSeconds ?? null });

/** Changes the words and the length of a shot; its panels and all else stay. */
export const changeShot = (sceneId: string, shotId: string, words: ShotWords): StoryboardEdit =>
  inScene(sceneId, (scene) => {
    const isThere = scene.shots.some(({ id }) => id === shotId);
    const shots = scene.shots.map((shot) => (shot.id === shotId ? { ...shot, ...words } : shot));
    return isThere ? { ...scene, shots } : null;
  });

/** Takes a shot out of its scene; the files it shows stay in the library. */
export const removeShot = (sceneId: string, shotId: string): StoryboardEdit =>
  inScene(sceneId, (scene) => ({ ...scene, shots: scene.shots.filter(({ id }) => id !== shotId) }));
