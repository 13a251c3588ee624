import { readTextFile } from '#shared/reading/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ScriptScene, ScriptShot } from '#shared/storyboard/script-board.ts';

/** What a person takes of a script: each scene and shot as it is edited, and whether it comes along. */

export interface ScriptShotChoice extends ScriptShot {
  isIncluded: boolean;
}

export interface ScriptSceneChoice {
  name: string;
  description: string;
  shots: readonly ScriptShotChoice[];
}

/** A row of the list: a scene, or a shot of it. */
export type ScriptRow = { scene: number; shot: number | null };

/** Bytes of a file with a script; its text has a limit of its own. */
const MAX_SCRIPT_BYTES = 16 * 1024 ** 2;

/** Endings of files with scripts. */
export const SCRIPT_FILES = '.fountain,.spmd,.txt,.md,text/plain';

/** @returns the text of a file with a script, or a sentence that says what to do next. */
export async function readScriptFile(
  file: Blob,
): Promise<{ ok: true; text: string } | { ok: false; problem: string }> {
  const read = await readTextFile(file, {
    kind: words.script.kindOfFile,
    maxBytes: MAX_SCRIPT_BYTES,
    hint: words.script.fileHint,
  });
  return read.ok ? { ok: true, text: read.text } : { ok: false, problem: read.problem };
}

/** Everything of a script, to begin with. */
export const includeAll = (scenes: readonly ScriptScene[]): readonly ScriptSceneChoice[] =>
  scenes.map((scene) => ({ ...scene, shots: scene.shots.map((shot) => ({ ...shot, isIncluded: true })) }));

/** The rows of the list, a scene before its shots. */
export const scriptRows = (scenes: readonly ScriptSceneChoice[]): ScriptRow[] =>
  scenes.flatMap(({ shots }, scene) => [
    { scene, shot: null },
    ...shots.map((_shot, shot): ScriptRow => ({ scene, shot })),
  ]);

const withScene = (
  scenes: readonly ScriptSceneChoice[],
  at: number,
  change: (scene: ScriptSceneChoice) => ScriptSceneChoice,
): readonly ScriptSceneChoice[] => scenes.map((scene, index) => (index === at ? change(scene) : scene));

export const renameScriptScene = (
  scenes: readonly ScriptSceneChoice[],
  at: number,
  name: string,
): readonly ScriptSceneChoice[] => withScene(scenes, at, (scene) => ({ ...scene, name }));

/** Takes all shots of a scene along, or none of them. */
export const includeScriptScene = (
  scenes: readonly ScriptSceneChoice[],
  at: number,
  isIncluded: boolean,
): readonly ScriptSceneChoice[] =>
  withScene(scenes, at, (scene) => ({
    ...scene,
    shots: scene.shots.map((shot) => ({ ...shot, isIncluded })),
  }));

export const changeScriptShot = (
  scenes: readonly ScriptSceneChoice[],
  at: { scene: number; shot: number },
  change: Partial<ScriptShotChoice>,
): readonly ScriptSceneChoice[] =>
  withScene(scenes, at.scene, (scene) => ({
    ...scene,
    shots: scene.shots.map((shot, index) => (index === at.shot ? { ...shot, ...change } : shot)),
  }));

/** The scenes that are taken, with the shots that are; scenes of which nothing is taken are left out. */
export const includedScenes = (scenes: readonly ScriptSceneChoice[]): ScriptScene[] =>
  scenes.flatMap(({ name, description, shots }) => {
    const included = shots.flatMap(({ isIncluded, ...shot }) => (isIncluded ? [shot] : []));
    return included.length > 0 || (shots.length === 0 && description !== '')
      ? [{ name, description, shots: included }]
      : [];
  });

/** How many shots are taken, and how long they are together, in seconds. */
export function scriptSums(scenes: readonly ScriptScene[]): {
  scenes: number;
  shots: number;
  seconds: number;
} {
  const shots = scenes.flatMap((scene) => scene.shots);
  return {
    scenes: scenes.length,
    shots: shots.length,
    seconds: shots.reduce((sum, shot) => sum + shot.seconds, 0),
  };
}
