import type { DeskEvent } from '#shared/desk/index.ts';
import type { ProxyObserver } from './api/proxy-observer.ts';
import type { DeskEvents } from './http/desk-events.ts';
import type { DeskHandlers } from './http/desk-router.ts';
import type { Notices } from './notices.ts';
import type { OpenHandles } from './open-handles.ts';
import type { Clock, CoreLog, CoreOptions } from './options.ts';

/** What every feature is opened with. */
export interface CoreContext {
  options: CoreOptions;
  /** The core's own part of the data folder. */
  folder: string;
  clock: Clock;
  log: CoreLog;
  events: DeskEvents;
  notices: Notices;
  /** A feature adds here whatever must be closed, the moment it is open. */
  handles: OpenHandles;
}

/** A part of the core. `openCore` puts the features together; none of them knows the whole. */
export interface Feature {
  /** Handlers of rows of the desk table. */
  routes?: Partial<DeskHandlers>;
  /** Of what passes between pages and services. */
  observer?: ProxyObserver;
  /** What a page must know that has just connected. */
  snapshot?(): DeskEvent[];
  /** Called in order once all features are open. */
  start?(): void | Promise<void>;
}
