import type { StoryboardDocument } from '#shared/storyboard/document.ts';
import {
  addPanels,
  addScene,
  addShot,
  duplicateShots,
  mergeShots,
  moveScene,
  moveShots,
  panelsToShots,
  removeShots,
  splitShot,
  type ShotRef,
} from '#shared/storyboard/editing.ts';
import type { FindLibraryFile } from '#shared/storyboard/media.ts';
import type { DocumentSession } from '#renderer/documents/index.ts';
import { words } from '#renderer/words/index.ts';
import { keyOf } from './selection.ts';

const t = words.storyboard.boardActions;

export type BoardSession = DocumentSession<StoryboardDocument>;

/** Where something is put down: before or behind what it is held over. */
export type Edge = 'before' | 'behind';

/** What a drag of the board comes to. */
export type BoardDrop =
  | { what: 'shot'; source: ShotRef; scene: string; over: string | null; edge: Edge }
  | { what: 'scene'; source: string; over: string; edge: Edge };

/** A file of the library that is put into a shot. */
export interface AddedFile {
  fileId: string;
  filename: string;
  /** Of a file of this computer as the system says it, else with `*` by its name. */
  contentType: string;
}

const isSound = ({ contentType }: Pick<AddedFile, 'contentType'>): boolean =>
  contentType.startsWith('audio/');

const newId = (kind: string) => () => `${kind}-${crypto.randomUUID()}`;
const newShot = newId('shot');

/** `1.2`: the second shot of the first scene. */
function numberOfShot({ sequences }: StoryboardDocument, ref: ShotRef): string {
  const at = sequences.findIndex(({ id }) => id === ref.scene);
  const index = sequences[at]?.shots.findIndex(({ id }) => id === ref.shot) ?? -1;
  return `${at + 1}.${index + 1}`;
}

/** A board with a shot that shows a file, at the end of a scene; a board without scenes gets its first. */
function withShotOf(
  current: StoryboardDocument,
  scene: string,
  { fileId, filename }: AddedFile,
): StoryboardDocument {
  const shot = newShot();
  const exists = current.sequences.some(({ id }) => id === scene);
  const added = (exists ? addShot(scene, shot) : addScene(scene, shot))(current) ?? current;
  return addPanels({ scene, shot }, [{ fileId, filename }], newId('panel'))(added) ?? added;
}

/** What people do with shots and scenes, each one step of undo. Those that make something say its id. */
export function boardActions(session: BoardSession) {
  const currentDocument = () => session.getState().document;
  const sceneOf = (id: string) => currentDocument().sequences.find((scene) => scene.id === id);

  return {
    addScene(behind: string | null): ShotRef {
      const created = { scene: newId('scene')(), shot: newShot() };
      session.change(t.addScene, addScene(created.scene, created.shot, behind));
      return created;
    },
    addShot(scene: string, behind: string | null): ShotRef {
      const created = { scene, shot: newShot() };
      session.change(t.addShot, addShot(scene, created.shot, {}, behind));
      return created;
    },
    duplicate: (refs: readonly ShotRef[]) =>
      session.change(t.duplicate(refs.length), duplicateShots(refs, newShot)),
    remove: (refs: readonly ShotRef[]) => session.change(t.delete(refs.length), removeShots(refs)),
    merge: (refs: readonly ShotRef[]) =>
      session.change(t.merge(refs.length), mergeShots(refs, newId('panel'))),
    split: (ref: ShotRef) => session.change(t.splitShot, splitShot(ref, newShot)),
    /** @returns the ids of the panels that are made. */
    addMedia(ref: ShotRef, files: readonly AddedFile[]): string[] {
      const created: string[] = [];
      const newPanel = () => {
        const id = newId('panel')();
        created.push(id);
        return id;
      };
      const media = files.map(({ fileId, filename }) => ({ fileId, filename }));
      session.change(
        words.storyboard.stepAdd(files.length, files.every(isSound)),
        addPanels(ref, media, newPanel),
      );
      return created;
    },
    numberOf: (ref: ShotRef) => numberOfShot(currentDocument(), ref),
    panelsToShots: (ref: ShotRef, panelIds: readonly string[], find: FindLibraryFile) =>
      session.change(words.storyboard.stepPanelsToShots, panelsToShots(ref, panelIds, find, newShot)),
    /** Makes a shot of each file, at the end of a scene. */
    addShotsOf: (scene: string, files: readonly AddedFile[]) =>
      session.change(t.add(files.length), (document) =>
        files.reduce((current, file) => withShotOf(current, scene, file), document),
      ),
    drop(drop: BoardDrop, selected: readonly ShotRef[]): void {
      if (drop.what === 'scene') {
        const { sequences } = currentDocument();
        const at = sequences.findIndex(({ id }) => id === drop.over);
        const before = drop.edge === 'before' ? drop.over : (sequences[at + 1]?.id ?? null);
        session.change(t.moveScene, moveScene(drop.source, before));
        return;
      }
      const isSelected = selected.some((ref) => keyOf(ref) === keyOf(drop.source));
      const refs = isSelected ? selected : [drop.source];
      const shots = sceneOf(drop.scene)?.shots ?? [];
      const at = shots.findIndex(({ id }) => id === drop.over);
      const before = at === -1 ? null : (shots[drop.edge === 'before' ? at : at + 1]?.id ?? null);
      session.change(t.move(refs.length), moveShots(refs, drop.scene, before, newShot));
    },
    /** Moves shots one place, or to the scene above or below. */
    move(refs: readonly ShotRef[], direction: 'left' | 'right' | 'up' | 'down'): void {
      const [first] = refs;
      const last = refs.at(-1);
      if (!first || !last) return;
      const name = t.move(refs.length);
      const { sequences } = currentDocument();
      if (direction === 'up' || direction === 'down') {
        const at = sequences.findIndex(({ id }) => id === first.scene);
        const target = sequences[at + (direction === 'up' ? -1 : 1)];
        if (target) session.change(name, moveShots(refs, target.id, null, newShot));
        return;
      }
      const edge = direction === 'left' ? first : last;
      const shots = sceneOf(edge.scene)?.shots ?? [];
      const at = shots.findIndex(({ id }) => id === edge.shot);
      if (direction === 'left' && at === 0) return;
      const before = direction === 'left' ? shots[at - 1]?.id : shots[at + 2]?.id;
      session.change(name, moveShots(refs, edge.scene, before ?? null, newShot));
    },
  };
}

export type BoardActions = ReturnType<typeof boardActions>;
