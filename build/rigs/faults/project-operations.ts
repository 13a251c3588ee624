import { endpoints } from '#shared/api/index.ts';
import { renameProject } from '#renderer/projects/queries.ts';
import { isMissing } from '#renderer/desk/index.ts';
import type { Operation } from './operation.ts';
import { retryAfterFault, check, countOf, underFault, type World } from './world.ts';

/** What a person does on the projects page. */

let serial = 0;
export const freshName = (world: World, stem: string): string => `${world.name} ${stem} ${(serial += 1)}`;

export async function makeProject(world: World, stem: string): Promise<string> {
  const created = await world.direct(endpoints.projects.create, { body: { name: freshName(world, stem) } });
  return created.id;
}

const create: Operation = {
  name: 'create a project',
  async play(world, fault) {
    const name = freshName(world, 'new');
    const idempotencyKey = crypto.randomUUID();
    const press = () => world.api(endpoints.projects.create, { body: { name }, idempotencyKey });
    const first = await underFault(world, fault, this.name, press);
    const project = await retryAfterFault(world, this.name, first, press);
    const stored = countOf(
      world,
      'SELECT count(*) AS count FROM projects WHERE name = ? AND deleted_at IS NULL',
      name,
    );
    check(stored === 1, `One press made ${stored} projects.`);
    const read = await world.direct(endpoints.projects.get, { params: { project_id: project.id } });
    check(read.name === name, 'The project that the page was given is another one.');
  },
};

const rename: Operation = {
  name: 'rename a project',
  async play(world, fault) {
    const id = await makeProject(world, 'old name');
    const { name: previousName } = await world.direct(endpoints.projects.get, { params: { project_id: id } });
    const name = freshName(world, 'new name');
    const press = () => renameProject(world.connectionId, id, name, previousName);
    const first = await underFault(world, fault, this.name, press);
    await retryAfterFault(world, this.name, first, press);
    const read = await world.direct(endpoints.projects.get, { params: { project_id: id } });
    check(read.name === name, `The project is called ${read.name} after it was renamed.`);
  },
};

async function allNamed(api: World['api'], search: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await api(endpoints.projects.list, { query: { search, limit: 2, cursor } });
    ids.push(...page.data.map(({ id }) => id));
    if (!page.hasMore || !page.nextCursor) return ids;
    cursor = page.nextCursor;
  }
}

const search: Operation = {
  name: 'list and search projects',
  async play(world, fault) {
    const stem = `hunt${world.random.between(1, 1_000_000)}`;
    const created = [
      await makeProject(world, stem),
      await makeProject(world, stem),
      await makeProject(world, stem),
    ];
    const findProjects = () => allNamed(world.api, stem);
    const first = await underFault(world, fault, this.name, findProjects);
    const found = await retryAfterFault(world, this.name, first, findProjects);
    check(found.toSorted().join() === created.toSorted().join(), 'The list is not what the service has.');
  },
};

const remove: Operation = {
  name: 'delete a project',
  async play(world, fault) {
    const id = await makeProject(world, 'doomed');
    const untouched = await makeProject(world, 'stays');
    const press = async () => {
      try {
        await world.api(endpoints.projects.delete, {
          params: { project_id: id },
          query: { expectedVersion: 1 },
        });
      } catch (error) {
        // The first press did it, and nobody said so.
        if (!first || !isMissing(error)) throw error;
      }
    };
    let first: Awaited<ReturnType<typeof underFault<void>>> | null = null;
    first = await underFault(world, fault, this.name, press);
    await retryAfterFault(world, this.name, first, press);
    const isDeleted = await world.direct(endpoints.projects.get, { params: { project_id: id } }).then(
      () => false,
      (error: unknown) => isMissing(error),
    );
    check(isDeleted, 'The project is still there after it was deleted.');
    await world.direct(endpoints.projects.get, { params: { project_id: untouched } });
  },
};

/** How edits go to a service that knows no operations, and how a project is recreated. */
const replace: Operation = {
  name: 'replace a document',
  async play(world, fault) {
    const params = { project_id: await makeProject(world, 'replaced') };
    const idempotencyKey = crypto.randomUUID();
    const graph = { nodes: [{ id: 'a', type: 'input/text', inputs: {} }], connections: [] };
    const press = () =>
      world.api(endpoints.projects.replaceDocument, {
        params,
        body: { expectedVersion: 1, document: { graph } },
        idempotencyKey,
      });
    const first = await underFault(world, fault, this.name, press, { immediate: true });
    const replaced = await retryAfterFault(world, this.name, first, press);
    const read = await world.direct(endpoints.projects.getDocument, { params });
    check(read.version === replaced.version && read.version === 2, 'It was replaced more than once.');
    check(read.document.graph.nodes.length === 1, 'The document is another one.');
  },
};

export const projectOperations: readonly Operation[] = [create, rename, search, remove, replace];
