import type { DatabaseSync } from 'node:sqlite';
import type { ProjectFace } from '#shared/desk/index.ts';
import { GraphSketch } from '#shared/graph/index.ts';
import { DeskError } from '../desk-error.ts';
import { jsonOf } from '../response-cache/json-of.ts';
import { readFilmFaces } from './film-faces.ts';
import type { StoredOutput } from '../runs/output-rows.ts';
import type { Outputs } from './outputs.ts';

/** What stands for projects in lists, and when they were opened. */
export interface ProjectFaces {
  find(connectionId: string, projectId: string): ProjectFace;
  /** @param outputId null leaves it to the latest picture. @throws DeskError `NOT_FOUND`, `INVALID_REQUEST` */
  chooseCover(connectionId: string, projectId: string, outputId: string | null): void;
  recordOpen(connectionId: string, projectId: string, at: string): void;
  recentProjects(connectionId: string): { projectId: string; openedAt: string }[];
  moveProject(connectionId: string, from: string, to: string): void;
  removeConnection(connectionId: string): void;
}

/** @param outputOf an output that is listed, by its id */
export function createProjectFaces(
  database: DatabaseSync,
  outputs: Pick<Outputs, 'latestPicture'>,
  outputOf: (id: string) => StoredOutput | null,
): ProjectFaces {
  const selectFace = database.prepare(`
    SELECT f.opened_at, o.id, o.file_id FROM project_faces f
    LEFT JOIN outputs o ON o.id = f.cover_output_id AND o.missing = 0
    WHERE f.connection_id = ? AND f.project_id = ?`);
  const selectThumbnail = database.prepare(
    `SELECT sketch FROM versions WHERE connection_id = ? AND project_id = ? AND kind = 'graph'
      ORDER BY place DESC LIMIT 1`,
  );
  const { filmOf, boardOf, fileIdOf, lastPageOf } = readFilmFaces(database);
  const setCover = database.prepare(`
    INSERT INTO project_faces (connection_id, project_id, cover_output_id) VALUES (?, ?, ?)
    ON CONFLICT (connection_id, project_id) DO UPDATE SET cover_output_id = excluded.cover_output_id`);
  const updateVisit = database.prepare(`
    INSERT INTO project_faces (connection_id, project_id, opened_at) VALUES (?, ?, ?)
    ON CONFLICT (connection_id, project_id) DO UPDATE SET opened_at = excluded.opened_at`);
  const selectRecent = database.prepare(`
    SELECT project_id, opened_at FROM project_faces WHERE connection_id = ? AND opened_at IS NOT NULL
    ORDER BY opened_at DESC LIMIT 50`);
  const move = database.prepare(
    'UPDATE OR REPLACE project_faces SET project_id = ? WHERE connection_id = ? AND project_id = ?',
  );
  const removeAll = database.prepare('DELETE FROM project_faces WHERE connection_id = ?');

  function graphThumbnail(connectionId: string, projectId: string): GraphSketch | null {
    const row = selectThumbnail.get(connectionId, projectId);
    const parsed = GraphSketch.safeParse(
      row === undefined ? null : jsonOf(Buffer.from(String(row['sketch']))),
    );
    return parsed.success ? parsed.data : null;
  }

  return {
    find(connectionId, projectId) {
      const row = selectFace.get(connectionId, projectId);
      const selectedFileId = typeof row?.['file_id'] === 'string' ? row['file_id'] : null;
      const openedAt = row?.['opened_at'];
      const cut = filmOf(connectionId, projectId);
      const board = boardOf(connectionId, projectId);
      return {
        projectId,
        coverFileId: selectedFileId ?? outputs.latestPicture(connectionId, projectId)?.fileId ?? null,
        isChosen: selectedFileId !== null,
        sketch: graphThumbnail(connectionId, projectId),
        film: cut,
        shots: board.shots,
        firstFileId: fileIdOf(connectionId, cut?.picture ?? board.file),
        lastPage: lastPageOf(connectionId, projectId),
        openedAt: typeof openedAt === 'string' ? openedAt : null,
      };
    },
    chooseCover(connectionId, projectId, outputId) {
      const found = outputId === null ? null : outputOf(outputId);
      if (outputId !== null && found === null) {
        throw new DeskError('NOT_FOUND', 'This output is not listed any more. Choose another one.');
      }
      if (found !== null && (found.output.kind !== 'image' || found.output.connectionId !== connectionId)) {
        throw new DeskError('INVALID_REQUEST', 'Only a picture can be the cover. Choose another output.');
      }
      setCover.run(connectionId, projectId, outputId === null ? null : Number(outputId));
    },
    recordOpen: (connectionId, projectId, at) => void updateVisit.run(connectionId, projectId, at),
    recentProjects: (connectionId) =>
      selectRecent.all(connectionId).map((row) => ({
        projectId: String(row['project_id']),
        openedAt: String(row['opened_at']),
      })),
    moveProject: (connectionId, from, to) => void move.run(to, connectionId, from),
    removeConnection: (connectionId) => void removeAll.run(connectionId),
  };
}
