import type { StoryboardDocument, StoryboardShot } from '#shared/storyboard/index.ts';
import { TimelineClip, type TimelineDocument } from '#shared/timeline/index.ts';
import { replaceClips, withClips } from '#shared/timeline/edits/index.ts';

/**
 * Edits that tell afterwards which of them arrived: each field of a document counts its edits, and every edit writes the
 * count into the field. A field that comes and goes is there after odd counts and away after even ones.
 */
export interface DocumentField<D> {
  name: string;
  isTransient: boolean;
  /** What the count-th edit does; null where it does not fit. */
  edit(document: D, count: number): D | null;
  /** Which edit a document shows last; 0 for none, null for what is away. */
  countIn(document: D): number | null;
}

/** Each window edits fields of its own, so that no edit of one stands against the other's. */
export const WINDOWS = 2;

const clipOf = ({ timeline }: TimelineDocument, id: string) => timeline.clips.find((clip) => clip.id === id);

const newClip = (id: string, name: string): TimelineClip =>
  TimelineClip.parse({ id, trackId: 'picture', name, type: 'text', startTime: 0, duration: 1 });

function clipField(
  name: string,
  id: string,
  set: (count: number) => Partial<TimelineClip>,
  read: (clip: TimelineClip) => number,
): DocumentField<TimelineDocument> {
  return {
    name: `clip ${name} ${id}`,
    isTransient: false,
    edit(document, count) {
      const clip = clipOf(document, id);
      return clip ? replaceClips(document, [{ ...clip, ...set(count) }]) : null;
    },
    countIn(document) {
      const clip = clipOf(document, id);
      return clip ? read(clip) : null;
    },
  };
}

/** @returns the fields of a timeline that one of the windows edits. */
export const timelineFields = (window: number): DocumentField<TimelineDocument>[] => [
  clipField(
    'name',
    `steady${window}`,
    (count) => ({ name: `${count}` }),
    (clip) => Number(clip.name),
  ),
  clipField(
    'start',
    `steady${window}`,
    (count) => ({ startTime: count }),
    (clip) => clip.startTime,
  ),
  clipField(
    'trim',
    `steady${window}`,
    (count) => ({ trimStart: count }),
    (clip) => clip.trimStart,
  ),
  {
    name: `clip passing${window}`,
    isTransient: true,
    edit(document, count) {
      const id = `passing${window}`;
      const remaining = document.timeline.clips.filter((clip) => clip.id !== id);
      return withClips(document, count % 2 === 1 ? [...remaining, newClip(id, `${count}`)] : remaining);
    },
    countIn(document) {
      const clip = clipOf(document, `passing${window}`);
      return clip ? Number(clip.name) : null;
    },
  },
];

const shotsOf = (document: StoryboardDocument) => document.sequences[0]?.shots ?? [];

const withShots = (document: StoryboardDocument, shots: StoryboardShot[]): StoryboardDocument => ({
  ...document,
  sequences: document.sequences.map((scene, at) => (at === 0 ? { ...scene, shots } : scene)),
});

const newShot = (id: string, description: string): StoryboardShot => ({
  id,
  description,
  transition: 'cut',
  panels: [],
});

function shotField(
  name: string,
  id: string,
  set: (count: number) => Partial<StoryboardShot>,
  read: (shot: StoryboardShot) => number,
): DocumentField<StoryboardDocument> {
  const find = (document: StoryboardDocument) => shotsOf(document).find((shot) => shot.id === id);
  return {
    name: `shot ${name} ${id}`,
    isTransient: false,
    edit: (document, count) =>
      withShots(
        document,
        shotsOf(document).map((shot) => (shot.id === id ? { ...shot, ...set(count) } : shot)),
      ),
    countIn(document) {
      const shot = find(document);
      return shot ? read(shot) : null;
    },
  };
}

/** Shots whose sequence counts: there are 5040 sequences of them. */
const ORDERED = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

/** @returns the count-th of all sequences of names. */
function sequenceAt(names: readonly string[], count: number): string[] {
  if (names.length === 0) return [];
  const at = count % names.length;
  const remaining = names.filter((_, index) => index !== at);
  return [names[at] ?? '', ...sequenceAt(remaining, Math.floor(count / names.length))];
}

/** @returns which of all sequences of names this is. */
function countOfSequence(names: readonly string[], sequence: readonly string[]): number {
  const [first, ...following] = sequence;
  if (first === undefined) return 0;
  const outside = names.filter((name) => name !== first);
  return names.indexOf(first) + names.length * countOfSequence(outside, following);
}

/** Only moves shots, in a scene of the window's own. */
const shotOrder = (window: number): DocumentField<StoryboardDocument> => ({
  name: `shot order ${window}`,
  isTransient: false,
  edit(document, count) {
    const sequence = sequenceAt(ORDERED, count).map((id) => `${id}${window}`);
    const sequences = document.sequences.map((scene) => {
      if (scene.id !== `ordered${window}`) return scene;
      const shots = sequence.flatMap((id) => scene.shots.filter((shot) => shot.id === id));
      return { ...scene, shots: shots.map((shot, order) => ({ ...shot, order })) };
    });
    return { ...document, sequences };
  },
  countIn(document) {
    const scene = document.sequences.find(({ id }) => id === `ordered${window}`);
    return scene
      ? countOfSequence(
          ORDERED,
          scene.shots.map(({ id }) => id.slice(0, 1)),
        )
      : null;
  },
});

/** @returns the fields of a storyboard that one of the windows edits. */
export const storyboardFields = (window: number): DocumentField<StoryboardDocument>[] => [
  shotField(
    'words',
    `steady${window}`,
    (count) => ({ description: `${count}` }),
    (shot) => Number(shot.description),
  ),
  shotField(
    'length',
    `steady${window}`,
    (count) => ({ durationSeconds: count }),
    (shot) => shot.durationSeconds ?? 0,
  ),
  shotOrder(window),
  {
    name: `shot passing${window}`,
    isTransient: true,
    edit(document, count) {
      const id = `passing${window}`;
      const remaining = shotsOf(document).filter((shot) => shot.id !== id);
      return withShots(document, count % 2 === 1 ? [...remaining, newShot(id, `${count}`)] : remaining);
    },
    countIn(document) {
      const shot = shotsOf(document).find(({ id }) => id === `passing${window}`);
      return shot ? Number(shot.description) : null;
    },
  },
];

const windows = Array.from({ length: WINDOWS }, (_, window) => window);

/** @returns the fields of all windows. */
export const ofAll = <D>(fieldsOf: (window: number) => DocumentField<D>[]): DocumentField<D>[] =>
  windows.flatMap((window) => fieldsOf(window));

/** The timeline that all of this is done to. */
export const startTimeline = {
  serviceType: 'timeline',
  version: 1,
  timeline: {
    tracks: [{ id: 'picture' }],
    clips: windows.map((window) => ({ ...newClip(`steady${window}`, '0') })),
  },
};

/** The storyboard that all of this is done to. */
export const startStoryboard = {
  serviceType: 'storyboard',
  version: 1,
  sequences: [
    { id: 'scene', shots: windows.map((window) => newShot(`steady${window}`, '0')) },
    ...windows.map((window) => ({
      id: `ordered${window}`,
      shots: ORDERED.map((id) => newShot(`${id}${window}`, 'Stays')),
    })),
  ],
};
