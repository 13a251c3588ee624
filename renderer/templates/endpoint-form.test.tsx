// @module-tag rig
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { EndpointForm } from './endpoint-form.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
});
afterEach(() => desk.restore());

const docs = {
  endpointId: 'end_1',
  templateId: 'tpl_1',
  name: 'Make a card',
  inputs: [],
  outputs: [],
  externalRun: { submit: '/run/end_1', status: '/run/end_1/runs/{task_id}', info: '/run/end_1' },
  requestExample: { inputs: {} },
};

async function show(price: number | undefined, runs?: number) {
  desk.desk('getTemplateForm', () => ({ inputs: [], ...(price !== undefined && { price }) }));
  await renderPage(
    <EndpointForm
      connectionId="local"
      docs={docs}
      inputsOfRun={null}
      {...(runs !== undefined && { runs })}
      running={false}
      onRun={() => undefined}
    />,
  );
}
const button = (name: string) => page.getByRole('button', { name, exact: true });

it('says on its button what the run costs at most', async () => {
  await show(12_000_000);
  await expect.element(button('Run · 12 credits')).toBeVisible();
  await expect.element(page.getByText('At most: what is reused costs nothing.')).toBeVisible();
});

it('says what all runs of the button cost together', async () => {
  await show(12_000_000, 3);
  await expect.element(button('Run · 36 credits')).toBeVisible();
});

it('says that a run is free', async () => {
  await show(0);
  await expect.element(button('Run')).toBeVisible();
  await expect.element(page.getByText('Free', { exact: true })).toBeVisible();
});

it('says nothing where nobody knows', async () => {
  await show(undefined);
  await expect.element(button('Run')).toBeVisible();
  expect(page.getByText(/Free|At most|not known/).elements()).toEqual([]);
});

it('opens a project with what was typed, not with what the template has, and runs nothing', async () => {
  desk.desk('getTemplateForm', () => ({
    inputs: [{ fieldName: 'who', pinType: 'text', isRequired: false, nodeTitle: 'Name', icon: null }],
  }));
  const onOpenProject = vi.fn<(projectId: string) => void>();
  desk.desk('openTemplate', () => ({ projectId: 'prj_9' }));
  const onRun = vi.fn<() => void>();
  await renderPage(
    <EndpointForm
      connectionId="local"
      docs={{
        ...docs,
        inputs: [{ name: 'Who', fieldName: 'who', dataType: 'text', kind: 'value' }],
        requestExample: { inputs: { who: { type: 'string', value: 'you' } } },
      }}
      inputsOfRun={null}
      running={false}
      onRun={onRun}
      onOpenProject={onOpenProject}
    />,
  );
  await page.getByLabelText('Who').fill('Ann');
  await button('Open as a project').click();
  await expect.poll(() => onOpenProject.mock.calls).toEqual([['prj_9']]);
  expect(desk.seen.find(({ name }) => name === 'openTemplate')?.body).toEqual({
    inputs: { who: { type: 'string', value: 'Ann' } },
  });
  expect(onRun).not.toHaveBeenCalled();
});

it('says that a file that is not given is the one of the template, and is needed where it has none', async () => {
  const input = (fieldName: string, name: string) =>
    ({ fieldName, name, dataType: 'image', kind: 'file' }) as const;
  const formInput = { pinType: 'image', nodeTitle: 'Photo', icon: null };
  desk.desk('getTemplateForm', () => ({
    inputs: [
      { ...formInput, fieldName: 'photo', isRequired: false },
      { ...formInput, fieldName: 'logo', isRequired: true },
    ],
  }));
  await renderPage(
    <EndpointForm
      connectionId="local"
      docs={{ ...docs, inputs: [input('photo', 'Photo'), input('logo', 'Logo')] }}
      inputsOfRun={null}
      running={false}
      onRun={() => undefined}
    />,
  );
  const note = (field: string) => page.getByRole('group', { name: field }).getByText('As in the template');
  await expect.element(note('Photo')).toBeVisible();
  await expect.element(note('Logo')).not.toBeInTheDocument();
});
