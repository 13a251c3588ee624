import { createWindowPresence } from '../window-presence.ts';

/**
 * Which windows of this computer have a project open, and which of them writes its journal. A window is present while its
 * event stream is open, whatever browser it belongs to and however it ends; nobody has to be asked and nothing expires.
 */
export interface WriterLeases {
  /** A window's event stream opened. @returns to be called when it ended. */
  arrived(window: string): () => void;
  /** A window opens a project. @returns whether it writes from now on. */
  acquire(project: string, window: string, take: boolean): boolean;
  /** Whether a window may write: it does already, or nobody does, and then it does from now on. */
  mayWrite(project: string, window: string): boolean;
  leave(project: string, window: string): void;
  /** Windows that have the project open, without one. */
  remaining(project: string, window: string | null): string[];
}

interface ProjectLease {
  writer: string | null;
  windows: Set<string>;
}

/**
 * @param options.now milliseconds that only ever grow.
 * @param options.writerChanged called for each project whose writer is another one now, with the windows to notify.
 */
export function createWriterLeases(options: {
  now: () => number;
  writerChanged: (project: string, writer: string | null, windows: string[]) => void;
}): WriterLeases {
  const leases = new Map<string, ProjectLease>();
  const presence = createWindowPresence(options.now);

  function leaseOf(project: string): ProjectLease {
    let lease = leases.get(project);
    if (!lease) {
      lease = { writer: null, windows: new Set() };
      leases.set(project, lease);
    }
    if (lease.writer !== null && !presence.isPresent(lease.writer)) lease.writer = null;
    return lease;
  }

  function setWriter(project: string, lease: ProjectLease, writer: string | null): void {
    if (lease.writer === writer) return;
    lease.writer = writer;
    options.writerChanged(
      project,
      writer,
      [...lease.windows].filter((window) => window !== writer),
    );
  }

  function leave(project: string, window: string): void {
    const lease = leases.get(project);
    if (!lease) return;
    lease.windows.delete(window);
    if (lease.writer === window) setWriter(project, lease, null);
    if (lease.windows.size === 0) leases.delete(project);
  }

  return {
    arrived(window) {
      const finished = presence.arrived(window);
      return () => {
        if (finished()) for (const project of leases.keys()) leave(project, window);
      };
    },
    acquire(project, window, take) {
      presence.expect(window);
      const lease = leaseOf(project);
      lease.windows.add(window);
      if (take || lease.writer === null) setWriter(project, lease, window);
      return lease.writer === window;
    },
    mayWrite(project, window) {
      const lease = leaseOf(project);
      lease.windows.add(window);
      if (lease.writer === null) setWriter(project, lease, window);
      return lease.writer === window;
    },
    leave,
    remaining: (project, window) => [...(leases.get(project)?.windows ?? [])].filter((id) => id !== window),
  };
}
