import type { ServiceTarget } from '../service-target.ts';

/** What a page that edits documents and its rig tell each other. */

export type FromPage =
  /** An edit was made and is not on the disk yet, then the app said that it is. `field` grows by one with every edit. */
  | { type: 'edited' | 'kept'; field: string; count: number }
  /** What a page shows that was just opened. */
  | { type: 'shows'; counts: Record<string, number | null> }
  /** The connection that the project is reached by. */
  | { type: 'connection'; connectionId: string }
  /** The project that was made for editing. */
  | { type: 'project'; projectId: string }
  /** Everything is saved, and nothing is under way any more. */
  | { type: 'drained' }
  | { type: 'problem'; message: string };

export type ToPage =
  | {
      type: 'open';
      link: string;
      target: ServiceTarget;
      /** Null: one is made. */
      projectId: string | null;
      /** Which of the windows this is: it edits its own fields. */
      window: number;
      /** How often each field was edited so far, also where that was lost. */
      created: Record<string, number>;
      seed: number;
    }
  /** Stop editing, and say when everything is saved. */
  | { type: 'drain' }
  /** Edit from now on, once it shows what the service has of its fields: a person goes on from what they see. */
  | { type: 'go-on'; counts: Record<string, number | null> };
