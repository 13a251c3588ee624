import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import type { OutputInput, OutputSearch } from '#shared/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { libraryOutput } from '#renderer/testing/library-output.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { viewedOutput } from '#renderer/viewer/index.ts';
import { OutputInfo, RunDiff } from './run-diff.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  desk.desk('getRunSource', ({ params }) => ({
    connectionId: 'local',
    runId: params['runId'] ?? '',
    projectId: 'prj_1',
    projectVersion: 3,
    graph: null,
    graphProblem: null,
    isExact: false,
    targetNodeIds: [],
    template: null,
  }));
  desk.api(endpoints.nodeTypes.get, () => ({
    type: 'image/composite',
    title: 'Composite',
    inputs: [{ name: 'y', label: 'Offset y', type: 'number', default: 0 }],
    outputs: [],
  }));
});
afterEach(() => desk.restore());

const offset = (value: number): OutputInput => ({
  nodeId: 'over',
  nodeType: 'image/composite',
  nodeTitle: null,
  name: 'y',
  value: { type: 'number', value },
});

const output = (number: number) => libraryOutput(number, { nodeId: 'over' });

function respond(): void {
  desk.desk('searchOutputs', ({ body }) => {
    const { runId } = body as OutputSearch;
    return { outputs: [output(runId === 'run_1' ? 1 : 2)], nextCursor: null, total: 1, unreadRuns: 0 };
  });
  desk.desk('getOutput', ({ params }) => ({
    output: output(Number(params['outputId'])),
    value: null,
    run: null,
    inputs: [offset(270 * Number(params['outputId']))],
    canOpen: false,
    openProblem: null,
    collectionIds: [],
  }));
}

it('an input is called in the details as on its node, with what it was', async () => {
  respond();
  await renderPage(<OutputInfo item={viewedOutput(output(1))} />);
  const inputs = page.getByRole('list', { name: 'Inputs of Composite' });
  await expect.element(inputs.getByText('Offset y')).toBeVisible();
  await expect.element(inputs.getByText('270')).toBeVisible();
});

it('what differs between runs is called so too', async () => {
  respond();
  await renderPage(<RunDiff items={[viewedOutput(output(1)), viewedOutput(output(2))]} />);
  await expect.element(page.getByRole('row', { name: 'Composite · Offset y 270 540' })).toBeVisible();
});
