import {
  StoryboardScene,
  StoryboardShot,
  type StoryboardDocument,
  type StoryboardMedia,
  type StoryboardPanel,
} from './document.ts';
import { withOrigin, type PanelOrigin } from './made.ts';
import { resolveMedia, type FindLibraryFile } from './media.ts';
import { notesIn, withNotes } from './notes.ts';

/**
 * Edits of a storyboard that is listed as it plays (`arrangedStoryboard`), each naming what it changes by id. The result is
 * listed so as well. Null, or the same document: there is nothing to change.
 */
export type StoryboardEdit = (document: StoryboardDocument) => StoryboardDocument | null;

/** Ids of shots are unique within their scene. */
export interface ShotRef {
  scene: string;
  shot: string;
}

/** Makes an id that nothing has yet. */
export type NewId = () => string;

/** Items with the number of their place as their `order`. */
const positioned = <T extends { order?: number | undefined }>(items: readonly T[]): T[] =>
  items.map((item, order) => (item.order === order ? item : { ...item, order }));

const withScenes = (
  document: StoryboardDocument,
  sequences: readonly StoryboardScene[],
): StoryboardDocument => ({
  ...document,
  sequences: positioned(sequences),
});

function inScene(
  sceneId: string,
  change: (scene: StoryboardScene) => StoryboardScene | null,
): StoryboardEdit {
  return (document) => {
    const scene = document.sequences.find(({ id }) => id === sceneId);
    const changed = scene ? change(scene) : null;
    if (!changed || changed === scene) return null;
    return { ...document, sequences: document.sequences.map((item) => (item === scene ? changed : item)) };
  };
}

const withShots = (scene: StoryboardScene, shots: readonly StoryboardShot[]): StoryboardScene => ({
  ...scene,
  shots: positioned(shots),
});

function inShot(ref: ShotRef, change: (shot: StoryboardShot) => StoryboardShot | null): StoryboardEdit {
  return inScene(ref.scene, (scene) => {
    const shot = scene.shots.find(({ id }) => id === ref.shot);
    const changed = shot ? change(shot) : null;
    if (!changed || changed === shot) return null;
    return { ...scene, shots: scene.shots.map((item) => (item === shot ? changed : item)) };
  });
}

const isIn = (refs: readonly ShotRef[], scene: string) => {
  const ids = new Set(refs.filter((ref) => ref.scene === scene).map(({ shot }) => shot));
  return (shot: StoryboardShot): boolean => ids.has(shot.id);
};

/** The shots that refs name, in playing order. */
const shotsOf = (document: StoryboardDocument, refs: readonly ShotRef[]): StoryboardShot[] =>
  document.sequences.flatMap((scene) => scene.shots.filter(isIn(refs, scene.id)));

const insert = <T>(list: readonly T[], at: number, items: readonly T[]): T[] => [
  ...list.slice(0, at),
  ...items,
  ...list.slice(at),
];

/** Where something goes behind an item; at the end without one. */
function insertionIndex(list: readonly { id: string }[], id: string | null): number {
  const at = list.findIndex((item) => item.id === id);
  return at === -1 ? list.length : at + 1;
}

/** Adds a scene with one shot to begin with. @param behind the scene it comes after; null: at the end. */
export const addScene =
  (id: string, shotId: string, behind: string | null = null): StoryboardEdit =>
  (document) => {
    const scene = StoryboardScene.parse({ id, shots: [{ id: shotId, order: 0 }] });
    return withScenes(
      document,
      insert(document.sequences, insertionIndex(document.sequences, behind), [scene]),
    );
  };

/** What of a scene is written in place. An empty name lets it be called by its number. */
export const changeScene = (
  sceneId: string,
  fields: Partial<Pick<StoryboardScene, 'name' | 'description'>>,
): StoryboardEdit => inScene(sceneId, (scene) => ({ ...scene, ...fields }));

export const removeScene =
  (sceneId: string): StoryboardEdit =>
  (document) => {
    const sequences = document.sequences.filter(({ id }) => id !== sceneId);
    return sequences.length === document.sequences.length ? null : withScenes(document, sequences);
  };

/** @param before the scene it comes to stand before; null: at the end. */
export const moveScene =
  (sceneId: string, before: string | null): StoryboardEdit =>
  (document) => {
    const scene = document.sequences.find(({ id }) => id === sceneId);
    if (!scene || before === sceneId) return null;
    const remaining = document.sequences.filter((item) => item !== scene);
    const at = remaining.findIndex(({ id }) => id === before);
    const sequences = insert(remaining, at === -1 ? remaining.length : at, [scene]);
    return sequences.every((item, index) => item === document.sequences[index])
      ? null
      : withScenes(document, sequences);
  };

/** What of a shot is written in place. No length: as long as the storyboard's settings say. */
export type ShotFields = Partial<
  Pick<StoryboardShot, 'name' | 'description' | 'durationSeconds' | 'transition'>
>;

/** Adds a shot. @param behind the shot it comes after; null: at the end of the scene. */
export const addShot = (
  sceneId: string,
  id: string,
  fields: ShotFields = {},
  behind: string | null = null,
): StoryboardEdit =>
  inScene(sceneId, (scene) =>
    withShots(
      scene,
      insert(scene.shots, insertionIndex(scene.shots, behind), [StoryboardShot.parse({ ...fields, id })]),
    ),
  );

/** Changes fields of shots; their panels and all else stay. */
export const changeShots =
  (refs: readonly ShotRef[], fields: ShotFields): StoryboardEdit =>
  (document) => {
    if (shotsOf(document, refs).length === 0) return null;
    return {
      ...document,
      sequences: document.sequences.map((scene) => {
        const isChanged = isIn(refs, scene.id);
        if (!scene.shots.some(isChanged)) return scene;
        return {
          ...scene,
          shots: scene.shots.map((shot) => (isChanged(shot) ? { ...shot, ...fields } : shot)),
        };
      }),
    };
  };

/** Writes what is noted on a shot; empty takes the notes away. */
export const noteShot = (ref: ShotRef, notes: string): StoryboardEdit =>
  inShot(ref, (shot) => (notesIn(shot.ext) === notes ? null : withNotes(shot, notes)));

/** Takes shots out of their scenes; the files they show stay in the library. */
export const removeShots =
  (refs: readonly ShotRef[]): StoryboardEdit =>
  (document) => {
    if (shotsOf(document, refs).length === 0) return null;
    return {
      ...document,
      sequences: document.sequences.map((scene) => {
        const isRemoved = isIn(refs, scene.id);
        return scene.shots.some(isRemoved)
          ? withShots(
              scene,
              scene.shots.filter((shot) => !isRemoved(shot)),
            )
          : scene;
      }),
    };
  };

/** Puts a copy of each shot behind it. */
export const duplicateShots =
  (refs: readonly ShotRef[], newId: NewId): StoryboardEdit =>
  (document) => {
    if (shotsOf(document, refs).length === 0) return null;
    return {
      ...document,
      sequences: document.sequences.map((scene) => {
        const isCopied = isIn(refs, scene.id);
        if (!scene.shots.some(isCopied)) return scene;
        return withShots(
          scene,
          scene.shots.flatMap((shot) => (isCopied(shot) ? [shot, { ...shot, id: newId() }] : [shot])),
        );
      }),
    };
  };

/**
 * Moves shots, in their playing order, to a scene. @param before the shot they come to stand before; null: at the end.
 * @param newId for one whose id the scene has already.
 */
export const moveShots =
  (refs: readonly ShotRef[], sceneId: string, before: string | null, newId: NewId): StoryboardEdit =>
  (document) => {
    const shifted = shotsOf(document, refs);
    const target = document.sequences.find(({ id }) => id === sceneId);
    if (shifted.length === 0 || !target) return null;
    const sequences = document.sequences.map((scene) => {
      const isRelocated = isIn(refs, scene.id);
      const left = scene.shots.filter((shot) => !isRelocated(shot));
      if (scene !== target) return left.length === scene.shots.length ? scene : withShots(scene, left);
      // One that is moved itself stands for the next that stays.
      const from = scene.shots.findIndex(({ id }) => id === before);
      const next = from === -1 ? undefined : scene.shots.slice(from).find((shot) => !isRelocated(shot));
      const at = next ? left.indexOf(next) : left.length;
      const used = new Set(left.map(({ id }) => id));
      const incoming = shifted.map((shot) => {
        const copy = used.has(shot.id) ? { ...shot, id: newId() } : shot;
        used.add(copy.id);
        return copy;
      });
      return withShots(scene, insert(left, at, incoming));
    });
    const isSame = sequences.every((scene, index) => {
      const shots = document.sequences[index]?.shots ?? [];
      return (
        scene.shots.length === shots.length && scene.shots.every((shot, position) => shot === shots[position])
      );
    });
    return isSame ? null : { ...document, sequences };
  };

/** What people see of a panel. Two of one such key look the same. */
const signatureOf = ({ name = '', description = '', media = null }: StoryboardPanel): string =>
  JSON.stringify([name, description, media]);

/** Panels without those that look like an earlier one, as the halves of a shot that was split do. */
function omitTwins(panels: readonly StoryboardPanel[]): StoryboardPanel[] {
  const signatures = new Set<string>();
  return panels.filter((panel) => {
    const signature = signatureOf(panel);
    const isNew = !signatures.has(signature);
    signatures.add(signature);
    return isNew;
  });
}

/**
 * Makes one shot of several: the first, with the words and panels of all, as long as all together. Of panels with the same
 * media and words the first stays.
 */
export const mergeShots =
  (refs: readonly ShotRef[], newId: NewId): StoryboardEdit =>
  (document) => {
    const shots = shotsOf(document, refs);
    const [first] = shots;
    const scene = document.sequences.find(({ shots }) => first !== undefined && shots.includes(first));
    if (shots.length < 2 || !first || !scene) return null;
    const lengthOf = ({ durationSeconds }: StoryboardShot) =>
      durationSeconds ?? document.settings.defaultFrameDuration;
    const panelIds = new Set<string>();
    const panels = omitTwins(shots.flatMap((shot) => shot.panels)).map((panel) => {
      const id = panel.id === undefined || panelIds.has(panel.id) ? newId() : panel.id;
      panelIds.add(id);
      return { ...panel, id };
    });
    const joined = (texts: readonly string[]) => texts.filter((text) => text !== '').join('\n');
    const full = {
      ...first,
      description: joined(shots.map(({ description }) => description)),
      durationSeconds: shots.reduce((sum, shot) => sum + lengthOf(shot), 0),
      panels,
    };
    const merged = withNotes(full, joined(shots.map(({ ext }) => notesIn(ext)))) ?? full;
    const remaining = refs.filter((ref) => ref.scene !== scene.id || ref.shot !== first.id);
    const left = removeShots(remaining)(document) ?? document;
    return inShot({ scene: scene.id, shot: first.id }, () => merged)(left);
  };

/** Makes two shots of one, each half as long; the panels behind the first go to the second. */
export const splitShot =
  (ref: ShotRef, newId: NewId): StoryboardEdit =>
  (document) =>
    inScene(ref.scene, (scene) => {
      const at = scene.shots.findIndex(({ id }) => id === ref.shot);
      const shot = scene.shots[at];
      if (!shot) return null;
      const half = (shot.durationSeconds ?? document.settings.defaultFrameDuration) / 2;
      const first = { ...shot, durationSeconds: half, panels: shot.panels.slice(0, 1) };
      const second = StoryboardShot.parse({
        id: newId(),
        durationSeconds: half,
        transition: 'cut',
        panels: shot.panels.length > 1 ? shot.panels.slice(1) : shot.panels,
      });
      return withShots(scene, [...scene.shots.slice(0, at), first, second, ...scene.shots.slice(at + 1)]);
    })(document);

/** Adds a panel for each medium, at the end. */
export const addPanels = (ref: ShotRef, media: readonly StoryboardMedia[], newId: NewId): StoryboardEdit =>
  inShot(ref, (shot) =>
    media.length === 0
      ? null
      : { ...shot, panels: [...shot.panels, ...media.map((medium) => ({ id: newId(), media: medium }))] },
  );

/** Adds a panel with what made its picture, unless one of that id is there; it is shown first. */
export const addCreatedPanel = (
  ref: ShotRef,
  id: string,
  medium: StoryboardMedia,
  created: PanelOrigin,
): StoryboardEdit =>
  inShot(ref, (shot) =>
    shot.panels.some((panel) => panel.id === id)
      ? null
      : { ...shot, panels: [withOrigin({ id, media: medium }, created), ...shot.panels] },
  );

/** Puts another medium into a panel. @param created what made it, where that is known. */
export const swapPanel = (
  ref: ShotRef,
  panelId: string,
  medium: StoryboardMedia,
  created: PanelOrigin | null,
): StoryboardEdit =>
  inShot(ref, (shot) => ({
    ...shot,
    panels: shot.panels.map((panel) => {
      if (panel.id !== panelId) return panel;
      const next = { ...panel, media: medium };
      return created === null ? next : withOrigin(next, created);
    }),
  }));

/** What a panel says beside its picture. */
export type PanelFields = Partial<Pick<StoryboardPanel, 'name' | 'description'>>;

/** Names a panel, or writes what it shows; what is empty is no field of it. */
export const changePanel = (ref: ShotRef, panelId: string, fields: PanelFields): StoryboardEdit =>
  inShot(ref, (shot) => ({
    ...shot,
    panels: shot.panels.map((panel) => {
      if (panel.id !== panelId) return panel;
      const { name, description, ...remaining } = { ...panel, ...fields };
      return { ...remaining, ...(name && { name }), ...(description && { description }) };
    }),
  }));

/** Whether a panel shows a picture or video that is there. */
const showsPicture = ({ media }: StoryboardPanel, find: FindLibraryFile): boolean =>
  [media ?? []].flat().some((item) => {
    const resolved = resolveMedia({ media: item, path: '' }, find);
    return resolved.kind === 'file' && resolved.type !== 'audio';
  });

/**
 * Makes a shot of each of these panels, right behind their own, which keeps its first picture.
 * @param panelIds panels of pictures. @param find finds out which of the other panels show one
 */
export const panelsToShots = (
  ref: ShotRef,
  panelIds: readonly string[],
  find: FindLibraryFile,
  newId: NewId,
): StoryboardEdit =>
  inScene(ref.scene, (scene) => {
    const at = scene.shots.findIndex(({ id }) => id === ref.shot);
    const shot = scene.shots[at];
    if (!shot) return null;
    const isNamed = ({ id = '' }: StoryboardPanel) => panelIds.includes(id);
    const preserved = shot.panels.find((panel) => isNamed(panel) || showsPicture(panel, find));
    const shifted = shot.panels.filter((panel) => panel !== preserved && isNamed(panel));
    if (shifted.length === 0) return null;
    const left = { ...shot, panels: shot.panels.filter((panel) => !shifted.includes(panel)) };
    const created = shifted.map((panel) => StoryboardShot.parse({ id: newId(), panels: [panel] }));
    return withShots(scene, scene.shots.toSpliced(at, 1, left, ...created));
  });

export const removePanel = (ref: ShotRef, panelId: string): StoryboardEdit =>
  inShot(ref, (shot) => ({ ...shot, panels: shot.panels.filter(({ id }) => id !== panelId) }));

/** Makes a panel the first of its shot: the one that stands for it. */
export const showPanelFirst = (ref: ShotRef, panelId: string): StoryboardEdit =>
  inShot(ref, (shot) => {
    const panel = shot.panels.find(({ id }) => id === panelId);
    if (!panel || panel === shot.panels[0]) return null;
    return { ...shot, panels: [panel, ...shot.panels.filter((candidate) => candidate !== panel)] };
  });

/** Moves a panel among those of its shot. @param by places; negative towards the first. */
export const movePanel = (ref: ShotRef, panelId: string, by: number): StoryboardEdit =>
  inShot(ref, (shot) => {
    const from = shot.panels.findIndex(({ id }) => id === panelId);
    const panel = shot.panels[from];
    const to = Math.max(0, Math.min(shot.panels.length - 1, from + by));
    if (!panel || to === from) return null;
    return { ...shot, panels: shot.panels.toSpliced(from, 1).toSpliced(to, 0, panel) };
  });

/** Calls the storyboard otherwise. */
export const renameStoryboard =
  (name: string): StoryboardEdit =>
  (document) =>
    name === '' || document.name === name ? null : { ...document, name };

export const changeSettings =
  (fields: Partial<StoryboardDocument['settings']>): StoryboardEdit =>
  (document) => ({ ...document, settings: { ...document.settings, ...fields } });
