import { randomUUID } from 'node:crypto';
import type { ZipDownload } from '#shared/desk/index.ts';
import { DeskError } from '../desk-error.ts';
import type { Clock } from '../options.ts';
import type { ZipMember, ZipWatch } from './zip-stream.ts';

/** Ended ones that the queue still lists. */
const MAX_FINISHED_DOWNLOADS = 20;

export type ZipDownloads = ReturnType<typeof createZipDownloads>;

/** The ZIPs under way and those that ended last. @param onChange one began, went on or ended. */
export function createZipDownloads(
  clock: Pick<Clock, 'now'>,
  onChange: (connectionId: string) => void = () => undefined,
) {
  const downloads = new Map<string, { snapshot: ZipDownload; stop: AbortController }>();
  const getTimestamp = () => new Date(clock.now()).toISOString();

  function dropOldest(): void {
    const finished = [...downloads].filter(([, { snapshot }]) => snapshot.state !== 'working');
    for (const [id] of finished.slice(0, -MAX_FINISHED_DOWNLOADS)) downloads.delete(id);
  }

  return {
    list: (): ZipDownload[] => [...downloads.values()].map(({ snapshot }) => snapshot),

    /** Notes one that begins. @returns its members, counted as they are asked for, and what its stream tells. */
    begin(
      of: Pick<ZipDownload, 'connectionId' | 'name' | 'totalFiles'>,
      members: Iterable<ZipMember>,
    ): { members: Iterable<ZipMember>; watch: ZipWatch } {
      const { connectionId, name, totalFiles } = of;
      const id = `zip_${randomUUID()}`;
      const stop = new AbortController();
      const snapshot: ZipDownload = {
        id,
        connectionId,
        name,
        state: 'working',
        doneFiles: 0,
        totalFiles,
        at: getTimestamp(),
      };
      const live = { snapshot, stop };
      downloads.set(id, live);
      const change = (next: Partial<ZipDownload>) => {
        live.snapshot = { ...live.snapshot, ...next };
        onChange(connectionId);
      };
      function* withProgress(): Generator<ZipMember> {
        for (const member of members) {
          yield member;
          change({ doneFiles: live.snapshot.doneFiles + 1 });
        }
      }
      onChange(connectionId);
      return {
        members: withProgress(),
        watch: {
          signal: stop.signal,
          onEnd(state) {
            change({ state, at: getTimestamp() });
            dropOldest();
          },
        },
      };
    },

    /** Breaks a ZIP off; one that ended stays as it is. @throws DeskError `NOT_FOUND` */
    cancel(id: string): void {
      const live = downloads.get(id);
      if (live === undefined) throw new DeskError('NOT_FOUND', 'This ZIP is not listed any more.');
      live.stop.abort();
    },
  };
}
