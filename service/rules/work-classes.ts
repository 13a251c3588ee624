/**
 * Classes of work, each with a queue of its own: `live` are previews while somebody edits, `film` what runs ffmpeg, `image` all
 * other work of native children.
 */
export const WORK_CLASSES = ['live', 'image', 'film'] as const;

export type WorkClass = (typeof WORK_CLASSES)[number];

/** What two have to agree in, so that one does what the other asks for. */
export interface Versions {
  /** Short hash of protocol, node types with their versions, and fonts. */
  program: string;
  ffmpeg: string;
}

/** How many tasks of a class somebody does at the same time; 0 for what is not done there. */
export type Slots = Readonly<Record<WorkClass, number>>;

export const NO_SLOTS: Slots = { live: 0, image: 0, film: 0 };

export const classOf = (task: { runsPrograms: boolean; isLive: boolean }): WorkClass =>
  task.runsPrograms ? 'film' : task.isLive ? 'live' : 'image';
