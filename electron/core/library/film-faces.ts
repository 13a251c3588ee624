import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import type { ProjectFace } from '#shared/desk/index.ts';
import { StoryboardSketch } from '#shared/storyboard/sketch.ts';
import { TimelineSketch } from '#shared/timeline/sketch.ts';
import { jsonOf } from '../response-cache/json-of.ts';

/** What is stored beside a version of a timeline. */
const StoredFilm = z.object({ kind: z.literal('timeline'), sketch: TimelineSketch });
/** What is stored beside a version of a storyboard. */
const StoredBoard = z.object({ kind: z.literal('storyboard'), sketch: StoryboardSketch });

const DocumentName = z.enum(['graph', 'storyboard', 'timeline']);

/** What stands for projects of the films and boards that were kept of them, and which page was kept last. */
export function readFilmFaces(database: DatabaseSync) {
  const film = database.prepare(`
    SELECT sketch FROM versions WHERE connection_id = ? AND project_id = ? AND kind = ?
    ORDER BY place DESC LIMIT 1`);
  const latest = database.prepare(`
    SELECT kind FROM versions WHERE connection_id = ? AND project_id = ? ORDER BY at DESC, place DESC LIMIT 1`);
  const fileNamed = database.prepare(`
    SELECT file_id FROM files WHERE connection_id = ? AND (file_id = ? OR filename = ?)
    ORDER BY file_id = ? DESC, created_at DESC LIMIT 1`);

  function latestThumbnail(
    connectionId: string,
    projectId: string,
    kind: 'timeline' | 'storyboard',
  ): unknown {
    const row = film.get(connectionId, projectId, kind);
    return row === undefined ? null : jsonOf(Buffer.from(String(row['sketch'])));
  }

  function filmOf(connectionId: string, projectId: string): TimelineSketch | null {
    const parsed = StoredFilm.safeParse(latestThumbnail(connectionId, projectId, 'timeline'));
    return parsed.success && parsed.data.sketch.clips > 0 ? parsed.data.sketch : null;
  }

  function boardOf(connectionId: string, projectId: string): { shots: number; file: string | null } {
    const parsed = StoredBoard.safeParse(latestThumbnail(connectionId, projectId, 'storyboard'));
    if (!parsed.success) return { shots: 0, file: null };
    const { shots, frames } = parsed.data.sketch;
    return { shots, file: frames.find((frame) => frame.file !== null)?.file ?? null };
  }

  /** @param file id or name of a file; null where there is none */
  function fileIdOf(connectionId: string, file: string | null): string | null {
    const row = file === null ? undefined : fileNamed.get(connectionId, file, file, file);
    return typeof row?.['file_id'] === 'string' ? row['file_id'] : null;
  }

  /** The page of which a version was kept last. */
  function lastPageOf(connectionId: string, projectId: string): NonNullable<ProjectFace['lastPage']> | null {
    return DocumentName.safeParse(latest.get(connectionId, projectId)?.['kind']).data ?? null;
  }

  return { filmOf, boardOf, fileIdOf, lastPageOf };
}
