import { StoryboardScene, StoryboardShot, type StoryboardDocument } from './document.ts';

/**
 * Edits of a storyboard, each naming what it changes by id, so that it can be made on a document that others have
 * changed meanwhile. Null: what it is about is not there any more.
 */
export type StoryboardEdit = (document: StoryboardDocument) => StoryboardDocument | null;

/** Somebody else changed the same meanwhile; the message says what it is now. */
export class ChangedMeanwhile extends Error {}

/** The same of the words or the length of a shot. */
export class ShotChangedMeanwhile extends ChangedMeanwhile {
  readonly now: ShotWords;
  constructor(now: ShotWords) {
    const length = now.durationSeconds === null ? '' : `, ${now.durationSeconds} s`;
    super(
      `Somebody changed this shot meanwhile. It says “${now.description}”${length} now; saving again puts yours in its place.`,
    );
    this.now = now;
  }
}

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

/**
 * Gives a scene a name; an empty one lets it be called by its number.
 * @param seen the name that was changed; one that somebody else gave meanwhile stays, which `ChangedMeanwhile` says.
 */
export const renameScene = (sceneId: string, name: string, seen: string): StoryboardEdit =>
  inScene(sceneId, (scene) => {
    if (scene.name !== seen && scene.name !== name) {
      throw new ChangedMeanwhile(`The scene was renamed to “${scene.name}” meanwhile.`);
    }
    return { ...scene, name };
  });

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

/**
 * Changes the words and the length of a shot; its panels and all else stay, and so does what of the two was not changed.
 * @param seen what they were when editing began. Where somebody else changed the same meanwhile, `ShotChangedMeanwhile` is
 * thrown instead of writing over it. @param instead what may be written over all the same, because the person knows it.
 */
export const changeShot = (
  sceneId: string,
  shotId: string,
  words: ShotWords,
  seen: ShotWords,
  instead: ShotWords | null = null,
): StoryboardEdit =>
  inScene(sceneId, (scene) => {
    const shot = scene.shots.find(({ id }) => id === shotId);
    if (!shot) return null;
    const now = wordsOfShot(shot);
    const mine = fieldsOf(words).filter((field) => words[field] !== seen[field]);
    const isKnown = (field: keyof ShotWords): boolean =>
      [seen, words, instead].some((known) => known !== null && known[field] === now[field]);
    if (!mine.every(isKnown)) throw new ShotChangedMeanwhile(now);
    const changed = { ...shot, ...Object.fromEntries(mine.map((field) => [field, words[field]])) };
    return { ...scene, shots: scene.shots.map((one) => (one === shot ? changed : one)) };
  });

const fieldsOf = (words: ShotWords) => Object.keys(words) as (keyof ShotWords)[];

/** Takes a shot out of its scene; the files it shows stay in the library. */
export const removeShot = (sceneId: string, shotId: string): StoryboardEdit =>
  inScene(sceneId, (scene) => ({ ...scene, shots: scene.shots.filter(({ id }) => id !== shotId) }));
