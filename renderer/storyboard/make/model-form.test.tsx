// @module-tag rig
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { MakeDialog } from './make-dialog.tsx';
import { makeFile } from './make-run.ts';
import type { MakeSource, ShotToMake } from './make-source.ts';

let desk: DeskStandIn;
let project = 0;
beforeEach(() => {
  project += 1;
  desk = standInForDesk();
  desk.api(endpoints.nodeTypes.get, ({ params }) => {
    if (params['node_type'] !== 'ai/image') return { type: 'image/text-card', ...CARD };
    return {
      type: 'ai/image',
      title: 'Make an image',
      source: 'built-in?Acme=abc$10000000',
      inputs: [
        { name: 'prompt', type: 'text(multiline)', default: '' },
        { name: 'size', type: 'choice(auto|512x512|1024x1536)', default: '512x512' },
        { name: 'provider', type: 'choice(Acme)', default: 'Acme' },
        { name: 'model', type: 'text', default: 'paint-1' },
      ],
      outputs: [{ name: 'image', type: 'image' }],
    };
  });
  desk.api(endpoints.projects.getDocument, () => ({
    projectId: `work_${project}`,
    name: 'Film',
    version: 1,
    document: { graph: { nodes: [{ id: 'card', type: 'image/text-card', inputs: {} }], connections: [] } },
    metadata: {},
  }));
  desk.api(endpoints.templates.list, () => ({ data: [], hasMore: false, total: 0 }));
});
afterEach(() => desk.restore());

const CARD = {
  title: 'Text card',
  inputs: [{ name: 'text', type: 'text(multiline)' }],
  outputs: [{ name: 'image', type: 'image' }],
};
const shot = (place: number, words: string): ShotToMake => ({
  ref: { scene: 'a', shot: `s${place}` },
  number: `1.${place}`,
  words,
});
const HARBOR = shot(1, 'Boats come in');
const GULLS = shot(2, 'Gulls');
const MUTE = shot(3, '');

async function show(shots: readonly ShotToMake[], bare: readonly ShotToMake[] = shots) {
  const onMake = vi.fn<(source: MakeSource, shots: readonly ShotToMake[]) => void>();
  await renderPage(
    <MakeDialog
      connectionId="local"
      projectId={`work_${project}`}
      shots={shots}
      bare={bare}
      onMake={onMake}
      onClose={() => undefined}
    />,
  );
  return onMake;
}
const makeButton = () => page.getByRole('button', { name: /^Make (the|\d+) picture/ });

it('offers the connected picture model first, and says what its pictures cost before they are made', async () => {
  const onMake = await show([HARBOR]);
  await expect.element(page.getByRole('button', { name: 'Acme' })).toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByLabelText('Prompt')).toHaveValue('Boats come in');
  await expect.element(page.getByText('Model: paint-1')).toBeVisible();
  await expect.element(page.getByText('10 credits', { exact: true })).toBeVisible();
  await page.getByLabelText('Prompt').fill('Boats at dusk');
  await page.getByLabelText('Pictures').fill('3');
  await expect.element(page.getByText('30 credits', { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: 'Size' }).click();
  await page.getByRole('option', { name: '1024 × 1536' }).click();
  await page.getByRole('button', { name: 'Make 3 pictures' }).click();
  const [source, shots] = onMake.mock.calls[0]!;
  expect(source).toEqual({ kind: 'model', name: 'Acme', provider: 'Acme', size: '1024x1536' });
  expect(shots.map(({ ref, words }) => [ref.shot, words])).toEqual([
    ['s1', 'Boats at dusk'],
    ['s1', 'Boats at dusk'],
    ['s1', 'Boats at dusk'],
  ]);
});

it('makes none without a prompt', async () => {
  await show([HARBOR]);
  await page.getByLabelText('Prompt').fill('  ');
  await expect.element(makeButton()).toBeDisabled();
  await expect.element(page.getByText('Say what the picture should show.')).toBeVisible();
});

it('makes a picture for all shots without one, and leaves those without words out', async () => {
  const onMake = await show([HARBOR], [GULLS, MUTE, shot(4, 'Rain')]);
  await page.getByRole('switch', { name: 'For all 3 shots without a picture' }).click();
  await expect.element(page.getByText('1 shot has no words and is left out.')).toBeVisible();
  await expect.element(page.getByText('20 credits', { exact: true })).toBeVisible();
  await page.getByLabelText(/^Added to each prompt/).fill('in pencil');
  await page.getByRole('button', { name: 'Make 2 pictures' }).click();
  expect(onMake.mock.calls[0]![1].map(({ ref, words }) => [ref.shot, words])).toEqual([
    ['s2', 'Gulls\nin pencil'],
    ['s4', 'Rain\nin pencil'],
  ]);
});

it('offers nothing of a service that has no such model', async () => {
  desk.api(endpoints.nodeTypes.get, ({ params }) => {
    if (params['node_type'] === 'ai/image') throw new Problem(404, 'NODE_TYPE_NOT_FOUND', 'No such type');
    return { type: 'image/text-card', ...CARD };
  });
  await show([HARBOR]);
  await expect
    .element(page.getByRole('button', { name: 'Text card' }))
    .toHaveAttribute('aria-pressed', 'true');
  await expect.element(page.getByText('None is connected. Connect one under Models.')).toBeVisible();
});

it('asks the model by a graph of one node, which no graph of the project knows, anew each time', async () => {
  desk.api(endpoints.runs.create, () => {
    throw new Problem(402, 'NOT_ENOUGH_CREDITS', 'Too dear.');
  });
  const job = {
    id: 'job',
    connectionId: 'local',
    projectId: `work_${project}`,
    scene: 'a',
    shot: 's1',
    source: { kind: 'model' as const, name: 'Acme', provider: 'Acme', size: '512x512' },
    words: 'Boats\nat dusk',
    runId: null,
  };
  const following = {
    onAccepted: () => undefined,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  };
  await expect(makeFile(job, following)).rejects.toThrow('Too dear.');
  expect(desk.calls('runs.create')[0]!.body).toEqual({
    graph: {
      nodes: [
        {
          id: 'picture-of-s1',
          type: 'ai/image',
          title: 'Boats',
          position: { x: 0, y: 0 },
          inputs: {
            prompt: { type: 'string', value: 'Boats\nat dusk' },
            provider: { type: 'string', value: 'Acme' },
            size: { type: 'string', value: '512x512' },
            variation: { type: 'number', value: expect.any(Number) },
          },
        },
      ],
      connections: [],
    },
    targetNodeIds: ['picture-of-s1'],
  });
});

it('what was typed stays while another maker is looked at', async () => {
  await show([HARBOR]);
  await page.getByLabelText('Prompt').fill('Boats at dusk');
  await page.getByRole('button', { name: 'Text card', exact: true }).click();
  await expect.element(page.getByLabelText('Prompt')).not.toBeVisible();
  await page.getByRole('button', { name: 'Acme', exact: true }).click();
  await expect.element(page.getByLabelText('Prompt')).toHaveValue('Boats at dusk');
});

it('the form of a template keeps what was typed when the words go into another field', async () => {
  const pin = (fieldName: string) => ({ fieldName, name: fieldName, kind: 'primitive', dataType: 'string' });
  desk.api(endpoints.templates.list, () => ({
    data: [{ templateId: 'tpl_1', name: 'Poster', hasEndpoint: true, endpoints: [] }],
    hasMore: false,
    total: 1,
  }));
  desk.api(endpoints.templates.listEndpoints, () => ({
    data: [{ templateId: 'tpl_1', endpointId: 'end_1', name: 'Poster', inputCount: 3, outputCount: 1 }],
    hasMore: false,
    total: 1,
  }));
  desk.api(endpoints.templates.getEndpointDocs, () => ({
    templateId: 'tpl_1',
    endpointId: 'end_1',
    name: 'Poster',
    inputs: ['Prompt', 'Caption', 'Style'].map(pin),
    outputs: [],
    externalRun: { submit: '/run', status: '/run', info: '/run' },
    requestExample: {},
  }));
  desk.desk('getTemplateForm', () => ({ inputs: [] }));
  const onMake = await show([HARBOR]);
  await page.getByRole('button', { name: 'Poster', exact: true }).click();
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  await expect.element(field('Prompt')).toHaveValue('Boats come in');
  await field('Style').fill('Ink');
  await field('Prompt').fill('Boats at dusk');
  await page.getByRole('combobox', { name: 'Words of the shot go into' }).click();
  await page.getByRole('option', { name: 'Caption' }).click();
  await expect.element(field('Caption')).toHaveValue('Boats at dusk');
  await expect.element(field('Prompt')).toHaveValue('');
  await expect.element(field('Style')).toHaveValue('Ink');
  await makeButton().click();
  expect(onMake.mock.calls[0]?.[0]).toMatchObject({
    inputs: { Caption: { value: 'Boats at dusk' }, Style: { value: 'Ink' } },
  });
});
