import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '#shared/api/index.ts';
import type { DeskEvent, ExportRequest, ImportStartQuery, Transfer } from '#shared/desk/index.ts';
import { PROJECT_FILE_TYPE, projectFileName } from '#shared/project-file/index.ts';
import { DeskError, storageError } from '../desk-error.ts';
import { makeFolderDurably } from '../storage/atomic-file.ts';
import { spool } from '../uploads/spool.ts';
import { openProjectFile } from './archive.ts';
import { exportProject, type ExportDependencies } from './export-project.ts';
import { importProject, type ImportDependencies, type ImportProgress } from './import-project.ts';
import {
  clearLeftovers,
  removeProgress,
  saveProgress,
  rollBackImport,
  rollBackIncomplete,
  type RollbackDeps,
} from './rollback-import.ts';
import type { TransferReport } from './transfer.ts';
import { webStreamOf } from '../web-stream.ts';

/** A page gets at most this often events of one transfer's bytes. */
const PROGRESS_INTERVAL_MS = 100;
/** Ended transfers that a page may still ask about. */
const MAX_FINISHED_TRANSFERS = 20;

interface Live {
  snapshot: Transfer;
  /** When it began, later when it ended. Milliseconds since the epoch. */
  at: number;
  work: AbortController;
  notifiedAt: number;
  completion: Promise<void>;
}

/** Projects on their way into files and out of them. */
export class Transfers {
  readonly #transfers = new Map<string, Live>();
  #closing = false;
  readonly #options: ExportDependencies &
    ImportDependencies &
    RollbackDeps & { directory: string; emit: (event: DeskEvent) => void };

  constructor(
    options: ExportDependencies &
      ImportDependencies &
      RollbackDeps & {
        /** Folder of files on their way; emptied at the start. */
        directory: string;
        emit: (event: DeskEvent) => void;
      },
  ) {
    this.#options = options;
  }

  /** Clears what the last process left; what its unfinished imports had made is rolled back in the background. */
  async cleanUp(): Promise<void> {
    const notes = await clearLeftovers(this.#options.directory);
    void rollBackIncomplete(notes, this.#options).catch(() =>
      this.#options.log.warn({}, 'unfinished imports could not be cleared'),
    );
  }

  /** Those that go on and those that ended last, with when they began or ended. */
  list(): { transfer: Transfer; at: string }[] {
    return [...this.#transfers.values()].map(({ snapshot, at }) => ({
      transfer: snapshot,
      at: new Date(at).toISOString(),
    }));
  }

  /** @throws DeskError `NOT_FOUND` */
  get(id: string): Transfer {
    return this.#live(id).snapshot;
  }

  startExport(request: ExportRequest): Transfer {
    this.#options.connections.get(request.connectionId);
    const live = this.#begin(request.transferId, 'export', request.connectionId, request.projectId);
    const folder = join(this.#options.directory, `${request.transferId}.media`);
    const path = this.#path(request.transferId);
    live.completion = this.#run(live, async (report) => {
      await makeFolderDurably(folder);
      try {
        await exportProject(request, this.#options, { path, folder, signal: live.work.signal }, report);
      } catch (error) {
        await rm(path, { force: true });
        throw error;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    });
    return live.snapshot;
  }

  /**
   * Takes a project file over from a page, then makes a project of it.
   * @returns when all its bytes are here; the rest comes by events.
   */
  async startImport(query: ImportStartQuery, request: Request): Promise<Transfer> {
    const { connectionId, transferId } = query;
    this.#options.connections.get(connectionId);
    const live = this.#begin(transferId, 'import', connectionId, null);
    const path = this.#path(transferId);
    const sizeBytes = Number(query.sizeBytes);
    const signal = AbortSignal.any([request.signal, live.work.signal]);
    this.#report(live, { totalBytes: sizeBytes });
    try {
      await spool(request.body, path, sizeBytes, signal, {
        onReceived: (processedBytes) => this.#report(live, { doneBytes: processedBytes }),
        onProgress: () => undefined,
        onHead: () => undefined,
      });
    } catch (error) {
      await rm(path, { force: true });
      this.#fail(live, error);
      throw error;
    }
    const skipMissing = query.withoutMissing === 'true';
    live.completion = this.#run(live, (report) => this.#import(live, { path, skipMissing }, report));
    return live.snapshot;
  }

  async #import(
    live: Live,
    { path, skipMissing }: { path: string; skipMissing: boolean },
    report: TransferReport,
  ): Promise<void> {
    const { directory } = this.#options;
    const { id, connectionId } = live.snapshot;
    const { signal } = live.work;
    let importProgress: ImportProgress | null = null;
    try {
      report({ step: 'checking', doneBytes: 0, totalBytes: null });
      const file = await openProjectFile(path);
      try {
        const note = async (next: ImportProgress) => {
          importProgress = next;
          await saveProgress(directory, id, next);
        };
        await importProject({ file, connectionId, skipMissing, note, signal, report }, this.#options);
      } finally {
        file.close();
      }
      await removeProgress(directory, id);
    } catch (error) {
      // When the app closes there is no time: the note stays, and the next start does it.
      if (importProgress === null || this.#closing) throw error;
      try {
        await rollBackImport(importProgress, this.#options);
        await removeProgress(directory, id);
      } catch {
        // The note stays: the next start tries again.
        throw new DeskError(
          'UNREACHABLE',
          `${errorMessage(error)} What had been made of “${live.snapshot.name ?? 'the project'}” could not be removed yet; Patchbay removes it at its next start.`,
          { cause: error },
        );
      }
      throw error;
    } finally {
      await rm(path, { force: true });
    }
  }

  /** The file that an export made. @throws DeskError `NOT_FOUND` */
  file(id: string): Response {
    const { snapshot } = this.#live(id);
    if (snapshot.kind !== 'export' || snapshot.state !== 'done' || snapshot.sizeBytes === null) {
      throw new DeskError('NOT_FOUND', 'The file no longer exists. Export the project again.');
    }
    const name = projectFileName(snapshot.name ?? 'project');
    return new Response(webStreamOf(createReadStream(this.#path(id))), {
      headers: {
        'content-type': PROJECT_FILE_TYPE,
        'content-length': String(snapshot.sizeBytes),
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
      },
    });
  }

  /** Stops a transfer and removes its file; of an import, what it had made. One that ended stays as it is. */
  async cancel(id: string): Promise<Transfer> {
    const live = this.#live(id);
    live.work.abort(new DOMException('The transfer was canceled.', 'AbortError'));
    await live.completion;
    await rm(this.#path(id), { force: true });
    return live.snapshot;
  }

  /** Stops all transfers; what imports had made is rolled back by the next start. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const { work } of this.#transfers.values()) {
      work.abort(new DOMException('Patchbay is closing.', 'AbortError'));
    }
    await Promise.all([...this.#transfers.values()].map(({ completion }) => completion));
  }

  #path(id: string): string {
    return join(this.#options.directory, id);
  }

  #live(id: string): Live {
    const live = this.#transfers.get(id);
    if (!live) throw new DeskError('NOT_FOUND', 'This transfer is not known. Start it again.');
    return live;
  }

  #begin(id: string, kind: Transfer['kind'], connectionId: string, projectId: string | null): Live {
    if (this.#transfers.has(id)) {
      throw new DeskError('INVALID_REQUEST', 'This transfer has been started before.');
    }
    const live: Live = {
      snapshot: {
        id,
        kind,
        connectionId,
        projectId,
        state: 'working',
        step: 'reading',
        doneBytes: 0,
        totalBytes: null,
        name: null,
        nodeCount: 0,
        mediaCount: 0,
        sizeBytes: null,
        problems: [],
        missingTypes: [],
        error: null,
      },
      at: this.#options.clock.now(),
      work: new AbortController(),
      notifiedAt: 0,
      completion: Promise.resolve(),
    };
    this.#transfers.set(id, live);
    for (const [old, { snapshot }] of this.#transfers) {
      if (this.#transfers.size <= MAX_FINISHED_TRANSFERS) break;
      if (snapshot.state === 'working') continue;
      this.#transfers.delete(old);
      rm(this.#path(old), { force: true }).catch(() =>
        this.#options.log.warn({}, 'a file of an old transfer stays until the next start'),
      );
    }
    return live;
  }

  async #run(live: Live, work: (report: TransferReport) => Promise<void>): Promise<void> {
    try {
      await work((change) => this.#report(live, change));
      this.#end(live, { state: 'done' });
    } catch (error) {
      this.#fail(live, error);
    }
  }

  #fail(live: Live, error: unknown): void {
    const { name } = error instanceof Error ? error : { name: 'unknown' };
    this.#options.log.info({ transferId: live.snapshot.id, name }, 'a transfer did not come to its end');
    if (live.work.signal.aborted) this.#end(live, { state: 'canceled' });
    else this.#end(live, { state: 'failed', error: errorMessage(error) });
  }

  #end(live: Live, change: Pick<Transfer, 'state'> & { error?: string }): void {
    live.snapshot = { ...live.snapshot, ...change };
    live.at = this.#options.clock.now();
    this.#notify(live);
  }

  #report(live: Live, change: Parameters<TransferReport>[0]): void {
    const stepped = change.step !== undefined && change.step !== live.snapshot.step;
    live.snapshot = {
      ...live.snapshot,
      ...change,
      ...(change.problems ? { problems: [...change.problems] } : {}),
    };
    if (stepped || this.#options.clock.now() - live.notifiedAt >= PROGRESS_INTERVAL_MS) this.#notify(live);
  }

  #notify(live: Live): void {
    live.notifiedAt = this.#options.clock.now();
    this.#options.emit({ type: 'transfer', transfer: live.snapshot });
  }
}

/** A failure as a sentence that a person can act on. */
function errorMessage(error: unknown): string {
  const storageProblem = storageError(error);
  if (storageProblem) return storageProblem.message;
  if (error instanceof DeskError) return error.message;
  if (error instanceof ApiError) {
    return /[.!?]$/.test(error.message) ? error.message : `${error.message}.`;
  }
  return 'Something unexpected happened. Try again.';
}
