import type { LibraryOutput, OutputCollection, RunCopy, RunSource } from '#shared/desk/index.ts';
import { makeProject } from '#renderer/app/parts/make-project.ts';
import { callDesk } from '#renderer/desk/index.ts';
import { createRunStore } from '#renderer/runs/run-store.ts';
import type { Operation } from './operation.ts';
import { runnable } from './run-operations.ts';
import { check, startLying, surely, until, type World } from './world.ts';

/** What runs made is recorded in the app, with stars, notes and collections: whatever the network does meanwhile. */

const library: Operation = {
  name: 'find, star and collect what a run made',
  streams: true,
  async play(world, fault) {
    const { connectionId, api } = world;
    const projectId = await runnable(world, 0.1);
    const runs = createRunStore({ connectionId, projectId, api, desk: callDesk, wait: world.delay.wait });
    const found = async (): Promise<LibraryOutput[]> =>
      (await callDesk('searchOutputs', { body: { connectionId, projectId } })).outputs;
    try {
      const { runId } = await surely(world, this.name, () => runs.start({}));
      startLying(world, fault);
      // Lied to until the run has ended, as far as that is seen.
      const isOver = () => runs.store.getState().runs[runId]?.endedAt != null;
      await until('the run has ended', isOver, 1500).catch(() => undefined);
      world.proxy.beHonest();
      // The page that followed it may have been lied to: the core finds out by itself.
      let outputs: LibraryOutput[] = [];
      await until('the output is recorded', async () => {
        outputs = await found();
        return outputs.length > 0;
      });
      check(outputs.length === 1 && outputs[0]?.runId === runId, `The run left ${outputs.length} outputs.`);
      check(outputs[0]?.title === 'Words', `The output is called ${outputs[0]?.title}.`);
      const outputIds = outputs.map(({ id }) => id);
      await callDesk('changeOutputs', { body: { outputIds, starred: true, note: 'kept' } });
      const created: OutputCollection = await callDesk('createCollection', {
        body: { connectionId, name: world.name, outputIds },
      });
      const [starred] = await found();
      check(starred?.starred === true && starred.note === 'kept', 'A star or a note was lost.');
      check(created.count === 1, `The collection holds ${created.count} outputs.`);
      const source = await callDesk('getRunSource', { params: { connectionId, runId } });
      check(
        source.graph?.nodes.map(({ id }) => id).join() === 'words,delay,join,out',
        'The graph of the run is not the one that ran.',
      );
      await checkCopy(world, runId, projectId, source);
    } finally {
      world.proxy.beHonest();
      runs.dispose();
    }
  },
};

/** Its graph as a project of its own, which is found by its run again. */
async function checkCopy(
  { connectionId, name }: World,
  runId: string,
  projectId: string,
  { graph }: RunSource,
): Promise<void> {
  if (graph === null) throw new Error('The run has no graph.');
  const created = await makeProject(connectionId, `${name} as it was`, graph);
  const copy: RunCopy = {
    projectId: created.id,
    runId,
    version: created.version,
    sourceProjectId: projectId,
    sourceName: name,
    runAt: new Date(0).toISOString(),
  };
  await callDesk('recordRunCopy', { params: { connectionId }, body: copy });
  const { copies } = await callDesk('listRunCopies', { params: { connectionId }, query: { runId } });
  check(copies.length === 1 && copies[0]?.projectId === created.id, 'The copy of the run was lost.');
}

export const libraryOperations: readonly Operation[] = [library];
