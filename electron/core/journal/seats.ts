/**
 * Which windows of this computer have a project open, and which of them writes its journal. A window is there while its
 * event stream is open, whatever browser it belongs to and however it ends; nobody has to be asked and nothing expires.
 */
export interface Seats {
  /** A window's event stream opened. @returns to be called when it ended. */
  arrived(window: string): () => void;
  /** A window opens a project. @returns whether it writes from now on. */
  sit(project: string, window: string, take: boolean): boolean;
  /** Whether a window may write: it does already, or nobody does, and then it does from now on. */
  mayWrite(project: string, window: string): boolean;
  leave(project: string, window: string): void;
  /** Windows that have the project open, without one. */
  others(project: string, window: string | null): string[];
}

/** A window that has claimed a project and whose event stream is not open yet counts as there for so long. */
const ARRIVING_MS = 15_000;

interface Seat {
  writer: string | null;
  windows: Set<string>;
}

/**
 * @param options.now milliseconds that only ever grow.
 * @param options.writerChanged told for each project whose writer is another one now, with the windows to be told.
 */
export function createSeats(options: {
  now: () => number;
  writerChanged: (project: string, writer: string | null, windows: string[]) => void;
}): Seats {
  const seats = new Map<string, Seat>();
  const streams = new Map<string, number>();
  const arriving = new Map<string, number>();

  const isThere = (window: string): boolean =>
    streams.has(window) || options.now() - (arriving.get(window) ?? Number.NEGATIVE_INFINITY) < ARRIVING_MS;

  function seatOf(project: string): Seat {
    let seat = seats.get(project);
    if (!seat) {
      seat = { writer: null, windows: new Set() };
      seats.set(project, seat);
    }
    if (seat.writer !== null && !isThere(seat.writer)) seat.writer = null;
    return seat;
  }

  function setWriter(project: string, seat: Seat, writer: string | null): void {
    if (seat.writer === writer) return;
    seat.writer = writer;
    options.writerChanged(
      project,
      writer,
      [...seat.windows].filter((window) => window !== writer),
    );
  }

  function leave(project: string, window: string): void {
    const seat = seats.get(project);
    if (!seat) return;
    seat.windows.delete(window);
    if (seat.writer === window) setWriter(project, seat, null);
    if (seat.windows.size === 0) seats.delete(project);
  }

  return {
    arrived(window) {
      arriving.delete(window);
      streams.set(window, (streams.get(window) ?? 0) + 1);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (streams.get(window) ?? 1) - 1;
        if (left > 0) {
          streams.set(window, left);
          return;
        }
        streams.delete(window);
        for (const project of seats.keys()) leave(project, window);
      };
    },
    sit(project, window, take) {
      if (!streams.has(window)) arriving.set(window, options.now());
      const seat = seatOf(project);
      seat.windows.add(window);
      if (take || seat.writer === null) setWriter(project, seat, window);
      return seat.writer === window;
    },
    mayWrite(project, window) {
      const seat = seatOf(project);
      seat.windows.add(window);
      if (seat.writer === null) setWriter(project, seat, window);
      return seat.writer === window;
    },
    leave,
    others: (project, window) => [...(seats.get(project)?.windows ?? [])].filter((one) => one !== window),
  };
}
