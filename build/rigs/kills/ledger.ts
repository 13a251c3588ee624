import type { DatabaseSync } from 'node:sqlite';
import type { Graph } from '#shared/graph/types.ts';
import { fields, isInRange } from './fields.ts';
import type { FromPage } from './messages.ts';

/** What was done and what the app promised of it; compared with what the service holds when all has come to its end. */
export class Ledger {
  readonly #editCounts = new Map<string, number>();
  readonly #journaled = new Map<string, number>();
  readonly #uploads = new Map<string, { sha256: string; received: boolean }>();
  readonly #runs = new Map<string, { runId: string | null }>();
  readonly #creations = new Map<string, { isConfirmed: boolean }>();
  readonly totals = { edits: 0, uploads: 0, runs: 0, projects: 0 };

  note(message: FromPage): void {
    switch (message.type) {
      case 'edited':
        this.#editCounts.set(message.field, message.count);
        this.totals.edits += 1;
        break;
      case 'journaled':
        this.#journaled.set(message.field, message.count);
        break;
      case 'upload':
      case 'received':
        this.#uploads.set(message.filename, {
          sha256: message.sha256,
          received: message.type === 'received',
        });
        if (message.type === 'received') this.totals.uploads += 1;
        break;
      case 'clicked-run':
      case 'run-accepted':
        this.#runs.set(message.token, { runId: message.runId ?? null });
        if (message.type === 'run-accepted') this.totals.runs += 1;
        break;
      case 'clicked-create':
      case 'created':
        this.#creations.set(message.name, { isConfirmed: message.type === 'created' });
        if (message.type === 'created') this.totals.projects += 1;
        break;
      default:
        break;
    }
  }

  /** How often each field was edited, as far as anybody told. */
  get counts(): Record<string, number> {
    return Object.fromEntries(this.#editCounts);
  }

  /** @returns what the service holds otherwise than it was promised. */
  compare(database: DatabaseSync, projectId: string): string[] {
    return [
      ...this.#compareEdits(readGraph(database, projectId)),
      ...this.#compareUploads(database),
      ...this.#compareRuns(database),
      ...this.#compareCreations(database),
    ];
  }

  #compareEdits(graph: Graph): string[] {
    return fields.flatMap((field) => {
      const journaled = this.#journaled.get(field) ?? 0;
      const createdCount = this.#editCounts.get(field) ?? 0;
      if (isInRange(graph, field, journaled, createdCount)) return [];
      const node = graph.nodes.find(({ id }) => id === field.split(':')[1]);
      return [
        `${field} was journaled up to ${journaled} of ${createdCount}; the service has ${JSON.stringify(node ?? null)}.`,
      ];
    });
  }

  #compareUploads(database: DatabaseSync): string[] {
    const problems: string[] = [];
    const files = database.prepare('SELECT blob FROM files WHERE filename = ?');
    for (const [filename, { sha256, received }] of this.#uploads) {
      const rows = files.all(filename);
      if (rows.length > 1) problems.push(`One upload made ${rows.length} files.`);
      if (received && rows.length === 0)
        problems.push('A file that the app had taken is not at the service.');
      if (rows[0] !== undefined && rows[0]['blob'] !== sha256)
        problems.push('A file has other bytes than were given.');
    }
    return problems;
  }

  #compareRuns(database: DatabaseSync): string[] {
    const problems: string[] = [];
    const runs = database.prepare('SELECT id, status FROM runs WHERE instr(graph, ?) > 0');
    for (const [token, { runId }] of this.#runs) {
      const rows = runs.all(token);
      if (rows.length > 1) problems.push(`One click made ${rows.length} runs.`);
      if (runId !== null && rows[0]?.['id'] !== runId)
        problems.push('An accepted run is not at the service.');
      for (const { status } of rows) {
        if (status !== 'succeeded') problems.push(`A run ended as ${String(status)}.`);
      }
    }
    return problems;
  }

  #compareCreations(database: DatabaseSync): string[] {
    const problems: string[] = [];
    const projects = database.prepare('SELECT 1 FROM projects WHERE name = ?');
    for (const [name, { isConfirmed }] of this.#creations) {
      const { length } = projects.all(name);
      if (length > 1) problems.push(`One press made ${length} projects.`);
      if (isConfirmed && length === 0) problems.push('A project that was made is not at the service.');
    }
    return problems;
  }

  /** What was compared once need not be compared again. Fields go on counting. */
  removeThings(): void {
    this.#uploads.clear();
    this.#runs.clear();
    this.#creations.clear();
  }
}

function readGraph(database: DatabaseSync, projectId: string): Graph {
  const rows = database
    .prepare('SELECT node_id, type, title, x, y, inputs FROM nodes WHERE project_id = ?')
    .all(projectId);
  return {
    nodes: rows.map((row) => ({
      id: String(row['node_id']),
      type: String(row['type']),
      title: row['title'] === null ? null : String(row['title']),
      position: row['x'] === null ? null : { x: Number(row['x']), y: Number(row['y']) },
      inputs: JSON.parse(String(row['inputs'])) as NonNullable<Graph['nodes'][number]['inputs']>,
    })),
    connections: [],
  };
}
