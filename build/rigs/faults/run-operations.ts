import { endpoints, type EditableGraph } from '#shared/api/index.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { isOver, type RunState } from '#renderer/runs/run-state.ts';
import { createRunStore, type RunStore } from '#renderer/runs/run-store.ts';
import { runTemplate } from '#renderer/templates/template-run.ts';
import { renderedFromService, screenOf } from '../painted-run.ts';
import type { Operation } from './operation.ts';
import { makeProject } from './project-operations.ts';
import {
  act,
  retryAfterFault,
  surely,
  check,
  countOf,
  startLying,
  underFault,
  until,
  type World,
} from './world.ts';

/** Runs: starting, following, stopping, keeping what came out, and those of templates. */

/** A chain that takes a moment and tells of its progress. @param seconds of the delay. */
function chain(world: World, seconds: number): EditableGraph {
  const text = `${world.name} ${world.random.between(0, 1_000_000_000)}`;
  return {
    nodes: [
      { id: 'words', type: 'input/text', inputs: { value: { type: 'string', value: text } } },
      { id: 'delay', type: 'control/delay', inputs: { seconds: { type: 'number', value: seconds } } },
      { id: 'join', type: 'text/template', inputs: { template: { type: 'string', value: '{{a}}!' } } },
      { id: 'out', type: 'output/value', inputs: { name: { type: 'string', value: 'Words' } } },
    ],
    connections: [
      { from: ['words', 'text'], to: ['delay', 'value'] },
      { from: ['delay', 'value'], to: ['join', 'a'] },
      { from: ['join', 'text'], to: ['out', 'value'] },
    ],
  };
}

/** A project with a chain of nodes that takes so many seconds. @returns its id. */
export async function runnable(world: World, seconds: number): Promise<string> {
  const id = await makeProject(world, 'runs');
  await world.direct(endpoints.projects.replaceDocument, {
    params: { project_id: id },
    body: { expectedVersion: 1, document: { graph: chain(world, seconds) } },
  });
  world.tally.runs += 1;
  return id;
}

function openRuns(world: World, projectId: string): { runs: RunStore; finished: string[] } {
  const { connectionId, api } = world;
  const runs = createRunStore({ connectionId, projectId, api, desk: callDesk, wait: world.delay.wait });
  const finished: string[] = [];
  runs.onEnd(({ runId }) => finished.push(runId));
  return { runs, finished };
}

const selectedRun = (runs: RunStore): RunState | undefined => {
  const { runs: all, activeId } = runs.store.getState();
  return activeId === null ? undefined : all[activeId];
};

async function checkRendered(world: World, runs: RunStore, finished: readonly string[]): Promise<RunState> {
  await until('the run is over on screen', () => {
    const run = selectedRun(runs);
    return run !== undefined && isOver(run) && finished.includes(run.runId);
  });
  const run = selectedRun(runs)!;
  const expected = await renderedFromService(world.direct, run.runId);
  check(
    screenOf(run) === screenOf(expected),
    `The run is painted as ${screenOf(run)}, and is ${screenOf(expected)}.`,
  );
  check(
    finished.filter((id) => id === run.runId).length === 1,
    'The end of a run was notified more than once.',
  );
  return run;
}

const run: Operation = {
  name: 'run a project',
  streams: true,
  async play(world, fault) {
    const projectId = await runnable(world, 0.1);
    const { runs, finished } = openRuns(world, projectId);
    try {
      startLying(world, fault);
      let presses = 0;
      const press = () => {
        presses += 1;
        return runs.start({});
      };
      const first = await act(world, this.name, press);
      // Lied to from the first event to some later one, or throughout.
      if (first.ok && world.random.bool(0.6)) {
        await until('something is received', () => selectedRun(runs)?.status !== 'accepted', 1500).catch(
          () => undefined,
        );
      }
      world.proxy.beHonest();
      await retryAfterFault(world, this.name, first, press);
      const rendered = await checkRendered(world, runs, finished);
      check(rendered.status === 'succeeded', `The run ended as ${rendered.status}.`);
      const count = countOf(world, 'SELECT count(*) AS count FROM runs WHERE project_id = ?', projectId);
      check(count <= presses, `${count} runs came of ${presses} presses.`);
    } finally {
      world.proxy.beHonest();
      runs.dispose();
    }
  },
};

const cancel: Operation = {
  name: 'cancel a run',
  streams: true,
  async play(world, fault) {
    const projectId = await runnable(world, 300);
    const { runs, finished } = openRuns(world, projectId);
    try {
      const { runId } = await surely(world, this.name, () => runs.start({}));
      await until('the run has begun', () => selectedRun(runs)?.status === 'running');
      const press = () => runs.cancel(runId);
      const first = await underFault(world, fault, this.name, press);
      await retryAfterFault(world, this.name, first, press);
      const rendered = await checkRendered(world, runs, finished);
      check(rendered.status === 'canceled', `The run ended as ${rendered.status}.`);
    } finally {
      world.proxy.beHonest();
      runs.dispose();
    }
  },
};

const reopen: Operation = {
  name: 'come back to a run',
  streams: true,
  async play(world, fault) {
    const projectId = await runnable(world, 0.15);
    const before = openRuns(world, projectId);
    const { runId } = await surely(world, this.name, () => before.runs.start({}));
    before.runs.dispose();
    const { runs, finished } = openRuns(world, projectId);
    try {
      startLying(world, fault);
      await act(world, this.name, () => runs.loadHistory());
      world.proxy.beHonest();
      await retryAfterFault(world, this.name, await act(world, this.name, () => runs.show(runId)), () =>
        runs.show(runId),
      );
      await until('the run is over on screen', () => {
        const current = selectedRun(runs);
        return current !== undefined && isOver(current) && !runs.store.getState().opening.has(runId);
      });
      await until(
        'it is painted as it is',
        async () => {
          const expected = await renderedFromService(world.direct, runId);
          return screenOf(selectedRun(runs)!) === screenOf(expected);
        },
        5000,
      ).catch(async () => {
        const expected = await renderedFromService(world.direct, runId);
        throw new Error(
          `The run is painted as ${screenOf(selectedRun(runs)!)}, and is ${screenOf(expected)}.`,
        );
      });
      check(finished.length <= 1, 'The end of a run was notified more than once.');
    } finally {
      world.proxy.beHonest();
      runs.dispose();
    }
  },
};

const apply: Operation = {
  name: 'keep outputs in the project',
  async play(world, fault) {
    const projectId = await runnable(world, 0);
    const started = await world.direct(endpoints.runs.create, { body: { projectId } });
    const params = { run_id: started.id };
    await until('the run is over', async () => isOver(await renderedFromService(world.direct, started.id)));
    const { version } = await world.direct(endpoints.projects.get, { params: { project_id: projectId } });
    const idempotencyKey = crypto.randomUUID();
    const press = () =>
      world.api(endpoints.runs.applyToProject, {
        params,
        body: { expectedVersion: version, outputKeys: ['Words'] },
        idempotencyKey,
      });
    const first = await underFault(world, fault, this.name, press);
    const applied = await retryAfterFault(world, this.name, first, press);
    const after = await world.direct(endpoints.projects.get, { params: { project_id: projectId } });
    check(after.version === applied.version, 'The project has another version than the response said.');
    check(after.version <= version + 1, 'Outputs were applied more than once.');
  },
};

const template: Operation = {
  name: 'run a template',
  streams: true,
  async play(world, fault) {
    world.tally.runs += 1;
    const readTemplate = async () => {
      const { data } = await world.api(endpoints.templates.list, { query: { hasEndpoint: true } });
      const params = { template_id: data[0]?.templateId ?? '' };
      await world.api(endpoints.templates.get, { params });
      const { data: ends } = await world.api(endpoints.templates.listEndpoints, { params });
      const endpointId = ends[0]?.endpointId ?? '';
      const target = { template_id: params.template_id, endpoint_id: endpointId };
      await world.api(endpoints.templates.getEndpointDocs, { params: target });
      return { connectionId: world.connectionId, templateId: params.template_id, endpointId };
    };
    const found = await underFault(world, fault, 'Looking at a template', readTemplate);
    const target = await retryAfterFault(world, 'Looking at a template', found, readTemplate);
    const press = () =>
      runTemplate(
        target,
        {},
        {
          idempotencyKey: crypto.randomUUID(),
          onDetail: () => undefined,
          signal: new AbortController().signal,
          wait: world.delay.wait,
        },
      );
    startLying(world, fault);
    const running = act(world, this.name, press);
    // Without an end to the lies there would be none to the following.
    const requestCount = world.proxy.requests;
    await Promise.race([
      running,
      until('some requests', () => world.proxy.requests > requestCount + 6).catch(() => undefined),
    ]);
    world.proxy.beHonest();
    const finished = await retryAfterFault(world, this.name, await running, press);
    check(finished?.status === 'succeeded', `The template's run ended as ${finished?.status}.`);
    const expected = await world.direct(endpoints.templates.getRun, {
      params: {
        template_id: target.templateId,
        endpoint_id: target.endpointId,
        task_id: finished?.taskId ?? '',
      },
    });
    check(
      Object.keys(expected.outputs ?? {}).join() === Object.keys(finished?.outputs ?? {}).join(),
      'The outputs of the template on screen are not all there are.',
    );
  },
};

export const runOperations: readonly Operation[] = [run, cancel, reopen, apply, template];
