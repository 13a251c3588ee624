import { endpoints } from '#shared/api/index.ts';
import type { Operation } from './operation.ts';
import { makeProject } from './project-operations.ts';
import { retryAfterFault, check, underFault } from './world.ts';

/** Storyboards and timelines. */

const saveTimeline: Operation = {
  name: 'save a timeline',
  async play(world, fault) {
    const id = await makeProject(world, 'timeline');
    const params = { project_id: id };
    const { document } = await world.direct(endpoints.timelines.get, { params });
    const idempotencyKey = crypto.randomUUID();
    const press = () =>
      world.api(endpoints.timelines.replace, {
        params,
        body: { document, expectedVersion: 1 },
        idempotencyKey,
      });
    const first = await underFault(world, fault, this.name, press);
    const saved = await retryAfterFault(world, this.name, first, press);
    const read = await world.direct(endpoints.timelines.get, { params });
    check(read.version === saved.version && read.version <= 2, 'The timeline was saved more than once.');
  },
};

const saveStoryboard: Operation = {
  name: 'save a storyboard',
  async play(world, fault) {
    const id = await makeProject(world, 'storyboard');
    const params = { project_id: id };
    const { document } = await world.direct(endpoints.storyboards.get, { params });
    const idempotencyKey = crypto.randomUUID();
    const press = () =>
      world.api(endpoints.storyboards.replace, {
        params,
        body: { document, expectedVersion: 1 },
        idempotencyKey,
      });
    const first = await underFault(world, fault, this.name, press);
    const saved = await retryAfterFault(world, this.name, first, press);
    const read = await world.direct(endpoints.storyboards.get, { params });
    check(read.version === saved.version && read.version <= 2, 'The storyboard was saved more than once.');
  },
};

export const mediaDocumentOperations: readonly Operation[] = [saveTimeline, saveStoryboard];
