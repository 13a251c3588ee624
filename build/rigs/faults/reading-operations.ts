import { endpoints } from '#shared/api/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import type { Operation } from './operation.ts';
import { makeProject } from './project-operations.ts';
import { retryAfterFault, check, checkSentence, surely, underFault } from './world.ts';

/** What is only looked at: balance, costs, node types, the connection itself. */

const money: Operation = {
  name: 'look at credits and spend',
  async play(world, fault) {
    const params = { project_id: await makeProject(world, 'spend') };
    const readState = async () => ({
      credits: await world.api(endpoints.account.credits, {}),
      spend: await world.api(endpoints.projects.getSpend, { params }),
    });
    const first = await underFault(world, fault, this.name, readState);
    const observed = await retryAfterFault(world, this.name, first, readState);
    const expected = await world.direct(endpoints.projects.getSpend, { params });
    check(
      JSON.stringify(observed.spend) === JSON.stringify(expected),
      'The costs on screen are not those there were.',
    );
    check(/^\d+$/.test(observed.credits.balanceMicrocredits), 'The balance cannot be read.');
  },
};

const nodeTypes: Operation = {
  name: 'look at node types',
  async play(world, fault) {
    const readState = async () => ({
      list: await world.api(endpoints.nodeTypes.list, { query: { limit: 50, search: 'text' } }),
      one: await world.api(endpoints.nodeTypes.get, { params: { node_type: 'text/template' } }),
    });
    const first = await underFault(world, fault, this.name, readState);
    const observed = await retryAfterFault(world, this.name, first, readState);
    check(observed.one.type === 'text/template' && observed.list.data.length > 0, 'Node types are missing.');
  },
};

const connection: Operation = {
  name: 'test the connection',
  async play(world, fault) {
    const test = () => callDesk('testConnection', { body: { id: world.connectionId } });
    const lied = await underFault(world, fault, this.name, test);
    if (lied.ok) checkSentence(world, this.name, lied.value.message);
    const result = await surely(world, this.name, test);
    check(
      result.ok || result.problem === 'timeout',
      `The connection is fine, and the test says “${result.message}”`,
    );
  },
};

export const readingOperations: readonly Operation[] = [money, nodeTypes, connection];
