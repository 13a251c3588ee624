import { errorFields } from './error-fields.ts';
import type { CoreLog } from './options.ts';

/**
 * What is open and must be closed: databases, children, watchers, the lock. Each is added the moment it is open, and all
 * are closed in the reverse order, at the end as well as when opening fails half-way.
 */
export class OpenHandles {
  readonly #log: CoreLog;
  readonly #handles: { name: string; close: () => void | Promise<void> }[] = [];

  constructor(log: CoreLog) {
    this.#log = log;
  }

  /** @param close called once. @returns `handle` */
  add<T>(name: string, handle: T, close: (handle: T) => void | Promise<void>): T {
    this.#handles.push({ name, close: () => close(handle) });
    this.#log.debug({ handle: name }, 'opened');
    return handle;
  }

  /** Closes all, the last opened first. One that fails to close is logged and keeps no other open. */
  async close(): Promise<void> {
    for (const { name, close } of this.#handles.splice(0).toReversed()) {
      try {
        await close();
        this.#log.debug({ handle: name }, 'closed');
      } catch (error) {
        this.#log.error({ handle: name, ...errorFields(error) }, 'something could not be closed');
      }
    }
  }
}
