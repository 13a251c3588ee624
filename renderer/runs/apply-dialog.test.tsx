import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { Problem, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ApplyDialog, type ApplyDialogProps } from './apply-dialog.tsx';
import { runFromDetail } from './run-state.ts';
import { done, useRunWorld } from './testing/run-story.ts';

let connectionId: string;
let desk: DeskStandIn;
useRunWorld((world) => ({ connectionId, desk } = world));

const applyProps = (change: Partial<ApplyDialogProps> = {}): ApplyDialogProps => ({
  connectionId,
  run: runFromDetail(done),
  saveFirst: () => Promise.resolve(4),
  plan: (outputs) =>
    outputs.map(({ key }) => ({ op: 'addNode', node: { id: `applied-${key}`, type: 'input/text' } })),
  currentGraph: () => ({ nodes: [], connections: [] }),
  onApplyAsEdit: vi.fn<ApplyDialogProps['onApplyAsEdit']>(),
  onApplied: vi.fn<ApplyDialogProps['onApplied']>(),
  onRerun: vi.fn<() => void>(),
  onClose: vi.fn<() => void>(),
  ...change,
});

it('applies the chosen outputs under the version the run was of', async () => {
  desk.api(endpoints.runs.applyToProject, () => ({
    runId: 'run_1',
    projectId: 'prj_1',
    version: 5,
    appliedOutputs: 1,
    outputKeys: ['Headline'],
  }));
  const props = applyProps();
  await renderPage(<ApplyDialog {...props} />);
  await page.getByRole('button', { name: 'Apply 1 output' }).click();
  await vi.waitFor(() => expect(props.onApplied).toHaveBeenCalled());
  expect(desk.calls('runs.applyToProject')[0]?.body).toEqual({
    expectedVersion: 4,
    outputKeys: ['Headline'],
  });
});

it('begins at the button that applies, also while it still looks whether they fit, and stays there', async () => {
  let saved = (_version: number): void => undefined;
  const saveFirst = () => new Promise<number>((resolve) => (saved = resolve));
  await renderPage(<ApplyDialog {...applyProps({ saveFirst })} />);
  await expect.element(page.getByRole('button', { name: 'Apply 1 output' })).toHaveFocus();
  saved(6);
  await expect.element(page.getByRole('button', { name: 'Apply as an edit' })).toHaveFocus();
});

it('says when the project has moved on, and applies as an edit instead', async () => {
  const props = applyProps({ saveFirst: () => Promise.resolve(6) });
  await renderPage(<ApplyDialog {...props} />);
  await expect.element(page.getByText(/used version 4, the project is now at version 6/)).toBeVisible();
  await page.getByRole('button', { name: 'Apply as an edit' }).click();
  expect(props.onApplyAsEdit).toHaveBeenCalledWith(
    [{ op: 'addNode', node: { id: 'applied-Headline', type: 'input/text' } }],
    1,
  );
  expect(desk.calls('runs.applyToProject')).toEqual([]);
});

it('says nothing of a change where only a timeline or storyboard was edited since, and applies as an edit', async () => {
  const node = (id: string, x: number) => ({
    id,
    type: 'utility/text',
    inputs: { text: { type: 'text', value: id } },
    position: { x, y: 0 },
  });
  desk.desk('getRunSource', () => ({
    connectionId,
    runId: 'run_1',
    projectId: 'prj_1',
    projectVersion: 4,
    graph: { nodes: [node('a', 0), node('b', 0)], connections: [] },
    graphProblem: null,
    isExact: true,
    targetNodeIds: [],
    template: null,
  }));
  // Moved since, which makes no difference to what runs.
  const graphNow = () => ({ nodes: [node('b', 9), node('a', 0)], connections: [] });
  const props = applyProps({ saveFirst: () => Promise.resolve(6), currentGraph: graphNow });
  await renderPage(<ApplyDialog {...props} />);
  await page.getByRole('button', { name: 'Apply 1 output' }).click();
  expect(props.onApplyAsEdit).toHaveBeenCalledTimes(1);
  expect(page.getByText(/has changed since this run/).elements()).toEqual([]);
  expect(desk.calls('runs.applyToProject')).toEqual([]);
});

it('offers the same ways on when somebody else was faster', async () => {
  desk.api(endpoints.runs.applyToProject, () => {
    throw new Problem(409, 'STALE_VERSION', 'stale');
  });
  const props = applyProps();
  await renderPage(<ApplyDialog {...props} />);
  await page.getByRole('button', { name: 'Apply 1 output' }).click();
  await page.getByRole('button', { name: 'Run the current version' }).click();
  expect(props.onRerun).toHaveBeenCalled();
});

it('keeps what an unfinished run made as an edit, never through the service', async () => {
  const props = applyProps({ run: { ...runFromDetail(done), status: 'canceled' } });
  await renderPage(<ApplyDialog {...props} />);
  await expect.element(page.getByText('This run did not finish.')).toBeVisible();
  await page.getByRole('button', { name: 'Apply as an edit' }).click();
  expect(props.onApplyAsEdit).toHaveBeenCalled();
  expect(desk.calls('runs.applyToProject')).toEqual([]);
});

it('applies what a run without muted nodes made as an edit, and says so', async () => {
  const props = applyProps({ run: { ...runFromDetail(done), projectVersion: null } });
  await renderPage(<ApplyDialog {...props} />);
  await expect.element(page.getByText(/nodes were muted or frozen/)).toBeVisible();
  await page.getByRole('button', { name: 'Apply as an edit' }).click();
  expect(props.onApplyAsEdit).toHaveBeenCalled();
  expect(desk.calls('runs.applyToProject')).toEqual([]);
});
