import type { ServiceTarget } from './service-target.ts';

/** What the page process and the rig tell each other. Every thing that is made carries a token of its own. */

export type FromPage =
  /** An edit was made and is not journaled yet, then journaled. `field` grows by one with every edit of it. */
  | { type: 'edited' | 'journaled'; field: string; count: number }
  /** A file's bytes were handed over; `received` when the app said that it has them all. */
  | { type: 'upload' | 'received'; filename: string; sha256: string }
  | { type: 'clicked-run' | 'run-accepted'; token: string; runId?: string }
  | { type: 'clicked-create' | 'created'; name: string }
  /** The connection that the project is reached by. */
  | { type: 'connection'; connectionId: string }
  /** The project that was made for editing. */
  | { type: 'project'; projectId: string }
  /** Everything journaled is saved, and nothing is under way any more. */
  | { type: 'drained' }
  | { type: 'problem'; message: string };

export type ToPage =
  /** `made`: how often each field was edited so far, also where that was lost. Without a project, one is made. */
  | {
      type: 'open';
      link: string;
      target: ServiceTarget;
      projectId: string | null;
      counts: Record<string, number>;
      seed: number;
    }
  /** Stop making new things, and say when all there is has come to its end. */
  | { type: 'drain' }
  | { type: 'go-on' };
