import { StoryboardScene, type StoryboardDocument } from './document.ts';
import { readScript, type ScriptElement } from './script-lines.ts';
import { appendScenes } from './storyboard.ts';

/** Scenes and shots of a script, as they are shown before they are taken. */

/** Characters of a script: three times that of 500 pages. */
export const MAX_SCRIPT_LENGTH = 4_000_000;

/** Shots of one storyboard that a script may fill. */
const MAX_SHOTS = 10_000;
const MAX_SCENES = 1000;

/** Words of speech. */
const WORDS_PER_SECOND = 2.5;
/** Characters of action in a second: a page of 55 lines with 60 characters is a minute. */
const CHARACTERS_PER_SECOND = 55;
/** The shortest shot that is proposed, in seconds, and the longest. */
const SECONDS = { min: 2, max: 60 };

export interface ScriptShot {
  /** What is seen and said. */
  description: string;
  /** Estimated, in halves. */
  seconds: number;
}

export interface ScriptScene {
  name: string;
  /** What the script says the scene is about. */
  description: string;
  shots: ScriptShot[];
}

export interface ScriptBoard {
  /** Null where the script has none. */
  title: string | null;
  scenes: ScriptScene[];
}

interface OpenShot {
  action: string;
  speeches: { character: string; text: string }[];
}

const wordCount = (text: string): number => text.match(/\S+/g)?.length ?? 0;

/** Seconds of a shot, by what is said and by the room that action takes on a page. */
function estimateSeconds({ action, speeches }: OpenShot): number {
  const speech = speeches.reduce((sum, { text }) => sum + wordCount(text), 0) / WORDS_PER_SECOND;
  const seconds = speech + action.length / CHARACTERS_PER_SECOND;
  return Math.min(SECONDS.max, Math.max(SECONDS.min, Math.round(seconds * 2) / 2));
}

function closedShot(shot: OpenShot): ScriptShot {
  const dialogue = shot.speeches.map(({ character, text }) => `${character}: ${text}`);
  const description = [...(shot.action === '' ? [] : [shot.action]), ...dialogue].join('\n');
  return { description, seconds: estimateSeconds(shot) };
}

/** Puts parts into scenes: a paragraph of action is a shot, what is said belongs to it, and somebody else's words begin another. */
class BoardBuilder {
  title: string | null = null;
  readonly scenes: ScriptScene[] = [];
  #shot: OpenShot | null = null;
  #synopsis = '';

  add(element: ScriptElement): void {
    switch (element.kind) {
      case 'title':
        if (element.key === 'title' && element.text !== '') this.title = element.text;
        return;
      case 'scene':
        return this.#addScene(element);
      case 'synopsis':
        return this.#addSynopsis(element.text);
      case 'action':
        this.close();
        this.#shot = { action: element.text, speeches: [] };
        return;
      case 'speech':
        return this.#addSpeech(element);
      case 'section':
      case 'transition':
        return;
      default:
        return element satisfies never;
    }
  }

  #addScene({ heading, number }: Extract<ScriptElement, { kind: 'scene' }>): void {
    this.close();
    const name = [number, heading].filter(Boolean).join(' · ');
    this.scenes.push({ name, description: this.#synopsis, shots: [] });
    this.#synopsis = '';
  }

  /** Of the scene that it stands in; before the first, of that. */
  #addSynopsis(text: string): void {
    const last = this.scenes.at(-1);
    const joined = [last?.description ?? this.#synopsis, text].filter(Boolean).join('\n');
    if (last) last.description = joined;
    else this.#synopsis = joined;
  }

  #addSpeech({ character, text }: Extract<ScriptElement, { kind: 'speech' }>): void {
    const last = this.#shot?.speeches.at(-1);
    if (last && last.character !== character) this.close();
    this.#shot ??= { action: '', speeches: [] };
    this.#shot.speeches.push({ character, text });
  }

  #scene(): ScriptScene {
    const last = this.scenes.at(-1);
    if (last) return last;
    const first: ScriptScene = { name: '', description: '', shots: [] };
    this.scenes.push(first);
    return first;
  }

  close(): void {
    if (this.#shot) this.#scene().shots.push(closedShot(this.#shot));
    this.#shot = null;
  }
}

/** Why a script is not taken; the page says it in its language. */
export type ScriptProblem = 'empty' | 'too-long' | 'too-many-scenes' | 'too-many-shots';

/**
 * Scenes and shots of a script with words and estimated seconds. Scenes without anything to see are left out.
 * @param text in Fountain, or plain. O(characters).
 */
export function scriptBoard(
  text: string,
): { ok: true; board: ScriptBoard } | { ok: false; problem: ScriptProblem } {
  if (text.length > MAX_SCRIPT_LENGTH) return { ok: false, problem: 'too-long' };
  const builder = new BoardBuilder();
  for (const element of readScript(text)) builder.add(element);
  builder.close();
  const scenes = builder.scenes.filter(({ shots, description }) => shots.length > 0 || description !== '');
  if (scenes.length === 0) return { ok: false, problem: 'empty' };
  if (scenes.length > MAX_SCENES) return { ok: false, problem: 'too-many-scenes' };
  if (scenes.reduce((sum, { shots }) => sum + shots.length, 0) > MAX_SHOTS)
    return { ok: false, problem: 'too-many-shots' };
  return { ok: true, board: { title: builder.title, scenes } };
}

/** Puts the scenes of a script behind those of a storyboard. @param newId an id that nothing has yet, for each scene and shot. */
export function appendScript(
  document: StoryboardDocument,
  scenes: readonly ScriptScene[],
  newId: () => string,
): StoryboardDocument {
  const sequences = scenes.map(({ name, description, shots }, order) =>
    StoryboardScene.parse({
      id: newId(),
      name,
      order,
      ...(description !== '' && { description }),
      shots: shots.map((shot, index) => ({
        id: newId(),
        order: index,
        description: shot.description,
        durationSeconds: shot.seconds,
      })),
    }),
  );
  return appendScenes(document, { ...document, sequences });
}
