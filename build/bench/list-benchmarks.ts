import type { DatabaseSync } from 'node:sqlite';
import { SqliteDatabase } from '#service/storage/sqlite-database.ts';
import { fileBacklog } from '#service/projects/search-rows.ts';
import { load } from './load.ts';
import { median, type Figure } from './measure.ts';
import { startService, type LocalService } from './processes.ts';
import { call } from './service-benchmarks.ts';
import type { ResultOf, endpoints } from '#shared/api/index.ts';

const PAGE = 50;
const RUN = `run_${'0'.repeat(26)}`;

/** Fills a database with projects and with a run that has ended. */
function fill(projects: number, events: number) {
  return async (db: DatabaseSync, accountId: string): Promise<void> => {
    const timestamp = new Date().toISOString();
    db.exec('BEGIN');
    db.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO projects (id, account_id, name, name_folded, version, external_id, external_user_id,
         external_workspace_id, created_at, updated_at, touched)
       SELECT printf('prj_%026d', i), ?, 'Project ' || i, 'project ' || i, 1, 'ext-' || i, 'user-' || (i % (? / 50)),
         'space-' || (i % (? / 50)), ?, ?, i FROM n`,
    ).run(projects, accountId, projects, projects, timestamp, timestamp);
    db.prepare('UPDATE project_clock SET value = ?').run(projects);
    // What hangs on the projects of a page must not show in the cost of the page.
    if (projects > 100) {
      db.prepare(
        `INSERT INTO project_papers (project_id, place, document)
         SELECT id, 'timeline', hex(zeroblob(150000)) FROM projects WHERE touched > ?`,
      ).run(projects - 2 * PAGE);
    }
    db.prepare(
      `INSERT INTO runs (id, account_id, source_type, status, graph, target_node_ids, input_files, created_at,
         updated_at, started_at, finished_at, execution_time_ms)
       VALUES (?, ?, 'inline_graph', 'succeeded', '{"nodes":[],"connections":[]}', '[]', '[]', ?, ?, ?, ?, 1)`,
    ).run(RUN, accountId, timestamp, timestamp, timestamp, timestamp);
    db.prepare(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
       INSERT INTO run_events (run_id, sequence, type, node_id, data, created_at)
       SELECT ?, i, iif(i = ?, 'run.succeeded', 'node.succeeded'), 'n' || i,
         '{"outputs":{"text":{"type":"string","value":"A line"}},"durationMs":1}', ? FROM n`,
    ).run(events, RUN, events, timestamp);
    db.exec('COMMIT');
    for await (const _batch of fileBacklog(new SqliteDatabase(db)));
  };
}

type Page = Pick<ResultOf<typeof endpoints.projects.list>, 'data' | 'nextCursor'>;

/** The address of the page after `pages` pages of 100. */
async function deepPage(service: LocalService, path: string, pages: number): Promise<string> {
  let cursor: string | null = null;
  for (let page = 0; page < pages; page++) {
    const suffix: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const response: Page = await call<Page>(service, 'GET', `${path}?limit=100${suffix}`);
    if (!response.nextCursor) break;
    cursor = response.nextCursor;
  }
  return `${path}?limit=${PAGE}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
}

/** Lists in a database of `projects` and `events` against the same lists at 100 of each; pages are of equal length. */
export async function listCosts(size: {
  projects: number;
  events: number;
  rounds: number;
  requests: number;
}): Promise<Figure[]> {
  const smallest = await startService(fill(100, 100));
  const large = await startService(fill(size.projects, size.events));
  try {
    const events = `/runs/${RUN}/events`;
    const same = (path: string) => ({ small: path, large: path });
    const lists = {
      'projects, first page': same(`/projects?limit=${PAGE}`),
      'projects, deep page': {
        small: `/projects?limit=${PAGE}`,
        large: await deepPage(large, '/projects', size.projects / 1000),
      },
      'projects, by external id': same('/projects?limit=50&externalId=ext-7'),
      'projects, by external user': same('/projects?limit=50&externalUserId=user-1'),
      'projects, by external workspace': same('/projects?limit=50&externalWorkspaceId=space-1'),
      'projects, unknown external user': same('/projects?limit=50&externalUserId=nobody'),
      'projects, search that finds many': same(`/projects?limit=${PAGE}&search=project`),
      'projects, search that finds one': {
        small: '/projects?limit=50&search=project%2077',
        large: `/projects?limit=50&search=project%20${size.projects - 23}`,
      },
      'projects, search for one character': same('/projects?limit=50&search=7'),
      'projects, search for two that are nowhere': same('/projects?limit=50&search=qz'),
      'projects, search that finds nothing': same('/projects?limit=50&search=zebra'),
      'run events, first page': same(`${events}?limit=${PAGE}`),
      'run events, deep page': {
        small: `${events}?limit=${PAGE}`,
        large: await deepPage(large, events, size.events / 2000),
      },
    };
    const figures: Figure[] = [];
    const cost = async (service: LocalService, path: string) => {
      const headers = { authorization: `Bearer ${service.key}` };
      return (await load(service.origin, () => ({ path: `/api/v1${path}`, headers }), size.requests, 1))
        .median;
    };
    for (const [name, paths] of Object.entries(lists)) {
      const costs = { small: [] as number[], large: [] as number[] };
      for (let round = 0; round <= size.rounds; round++) {
        costs.small.push(await cost(smallest, paths.small));
        costs.large.push(await cost(large, paths.large));
      }
      const [at100, atMany] = [median(costs.small.slice(1)), median(costs.large.slice(1))];
      figures.push({
        name,
        measured: {
          label: (name.startsWith('run') ? size.events : size.projects).toLocaleString('en'),
          value: atMany,
          unit: 'ms',
        },
        reference: { label: 'at 100', value: at100, unit: 'ms' },
        ratio: atMany / at100,
        target: '≤ 3',
      });
    }
    return figures;
  } finally {
    await Promise.all([smallest.stop(), large.stop()]);
  }
}
