// @module-tag rig
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PublicationDraft, PublicationResult, Publishable } from '#shared/administration/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { PublishDialog } from './publish-dialog.tsx';

const input = (nodeId: string, nodeTitle: string, dataType: string, isSuggested: boolean) => ({
  nodeId,
  nodeType: 'input/text',
  pin: 'value',
  pinLabel: 'Value',
  nodeTitle,
  label: nodeTitle,
  dataType,
  pinType: dataType === 'string' ? 'text' : dataType,
  value: dataType === 'string' ? { type: 'string' as const, value: 'you' } : null,
  isSuggested,
  reachesOutput: nodeTitle !== 'Size',
});
const offer: Publishable = {
  projectId: 'prj_1',
  name: 'Card',
  version: 4,
  inputs: [
    input('a', 'Name', 'string', true),
    input('b', 'Photo', 'image', true),
    input('c', 'Size', 'number', false),
  ],
  outputs: [
    {
      nodeId: 'o',
      nodeType: 'output/file',
      pin: 'file',
      label: 'Poster',
      dataType: 'image',
      isSuggested: true,
    },
  ],
  pictures: [],
  templates: [],
};

let desk: DeskStandIn;
let offered: Publishable;
beforeEach(() => {
  offered = offer;
  desk = standInForDesk();
  desk.desk('getPublishable', () => offered);
  desk.desk('listConnections', () => ({ connections: [], activeId: 'local' }));
});
afterEach(() => desk.restore());

const sent = () =>
  desk.seen.filter(({ name }) => name === 'publishTemplate').map(({ body }) => body as PublicationDraft);
const button = (name: string | RegExp) => page.getByRole('button', { name });
const show = (more: { connectionId?: string } = {}) => {
  const onShow = vi.fn<(templateId: string) => void>();
  return {
    onShow,
    rendered: renderPage(
      <PublishDialog
        connectionId="local"
        projectId="prj_1"
        templateId={null}
        saveFirst={null}
        onClose={() => {}}
        onShow={onShow}
        {...more}
      />,
    ),
  };
};

it('publishes chosen inputs and outputs in their order, with names, defaults and what is required', async () => {
  const { onShow, rendered } = show();
  await rendered;
  await page.getByLabelText('Name of Name').fill('Who');
  await page.getByLabelText('Default of Who').fill('Ann');
  await page.getByRole('checkbox', { name: 'Required' }).nth(1).click();
  await button('Move Photo up').click();
  await page.getByRole('combobox', { name: 'Add an input' }).click();
  await page.getByRole('option', { name: /^Size/ }).click();
  await expect.element(page.getByLabelText('Name of Size')).toBeVisible();
  // Nothing comes out differently by it, which is said where it is chosen.
  await expect
    .element(page.getByRole('list', { name: 'Inputs' }).getByText('reaches no output'))
    .toBeVisible();
  await page.getByLabelText('Description').fill('A card for somebody.');
  desk.desk('publishTemplate', () => ({
    templateId: 'tpl_1',
    endpointId: 'end_1',
    key: 'pbe_shown-once',
    changes: [],
  }));
  await button('Publish').click();
  // The key and the way to copy it are there at once, with the word that this is the only time.
  await expect.element(button('Copy key')).toBeVisible();
  await expect.element(page.getByText(/shown only this once/)).toBeVisible();
  await expect.element(page.getByLabelText('Key of the endpoint')).toHaveTextContent('pbe_shown-once');
  expect(sent()).toEqual([
    {
      projectId: 'prj_1',
      name: 'Card',
      description: 'A card for somebody.',
      category: null,
      pictureFileId: null,
      inputs: [
        { nodeId: 'b', pin: 'value', label: 'Photo', isRequired: true },
        {
          nodeId: 'a',
          pin: 'value',
          label: 'Who',
          isRequired: false,
          default: { type: 'string', value: 'Ann' },
        },
        { nodeId: 'c', pin: 'value', label: 'Size', isRequired: false },
      ],
      outputs: [{ nodeId: 'o', pin: 'file', label: 'Poster' }],
      isTrial: false,
    },
  ]);
  await button('Show the template').click();
  expect(onShow).toHaveBeenCalledWith('tpl_1');
});

it('keeps the lines of a default that has several', async () => {
  const lines = {
    ...input('l', 'Lines', 'string', true),
    value: { type: 'string' as const, value: 'Good\nevening' },
  };
  offered = { ...offer, inputs: [lines] };
  await show().rendered;
  await expect.element(page.getByLabelText('Default of Lines')).toHaveValue('Good\nevening');
});

it('asks before it publishes without any input, and asks anew after a change', async () => {
  offered = { ...offer, inputs: [input('c', 'Size', 'number', false)] };
  desk.desk('publishTemplate', () => ({ templateId: 'tpl_1', endpointId: 'e', key: 'pbe_k', changes: [] }));
  await show().rendered;
  const question = page.getByText(/^No input is chosen/);
  await button('Publish').click();
  await expect.element(question).toBeVisible();
  await page.getByLabelText('Description').fill('Always the same card.');
  await expect.element(question).not.toBeInTheDocument();
  await button('Publish').click();
  await expect.element(question).toBeVisible();
  expect(sent()).toEqual([]);
  await button('Publish without inputs').click();
  await expect.element(page.getByLabelText('Key of the endpoint')).toBeVisible();
  expect(sent()).toMatchObject([{ inputs: [], isTrial: false }]);
});

it('orders inputs by dragging their grip', async () => {
  await show().rendered;
  const names = () =>
    page
      .getByRole('list', { name: 'Inputs' })
      .getByRole('listitem')
      .elements()
      .map((row) => row.querySelector('input')?.value);
  await expect.poll(names).toEqual(['Name', 'Photo']);
  await userEvent.dragAndDrop(button('Drag Name to another place'), page.getByLabelText('Name of Photo'));
  await expect.poll(names).toEqual(['Photo', 'Name']);
});

it('says at its place what is refused', async () => {
  await show().rendered;
  desk.desk('publishTemplate', () => {
    throw new Problem(400, 'INVALID_REQUEST', 'Two inputs are called Name. Give one of them another name.', {
      field: 'inputs.1.label',
    });
  });
  await page.getByLabelText('Name of Photo').fill('Name');
  await button('Publish').click();
  await expect.element(page.getByText('Two inputs are called Name.', { exact: false })).toBeVisible();
  await expect
    .element(page.getByRole('list', { name: 'Inputs' }).getByRole('textbox').nth(2))
    .toHaveAttribute('aria-invalid', 'true');
});

it('shows what a new state changes before it is published, and names what is no longer there', async () => {
  const before = {
    templateId: 'tpl_1',
    name: 'Card',
    description: null,
    category: null,
    pictureFileId: null,
    projectVersion: 3,
    inputs: [
      { nodeId: 'a', pin: 'value', label: 'Who', isRequired: true },
      { nodeId: 'gone', pin: 'value', label: 'Old', isRequired: false },
    ],
    outputs: [{ nodeId: 'o', pin: 'file', label: 'Poster' }],
  };
  offered = { ...offer, templates: [before] };
  await show().rendered;
  await expect.element(page.getByText(/^Old is no longer in the project/)).toBeVisible();
  await expect.element(page.getByLabelText('Name of Who')).toBeVisible();
  desk.desk('publishTemplate', ({ body }) => ({
    templateId: 'tpl_1',
    endpointId: null,
    key: null,
    changes: (body as PublicationDraft).isTrial
      ? ['The input old is gone: calls that send it are refused.']
      : [],
  }));
  await button('See what changes').click();
  await expect
    .element(page.getByText('The input old is gone: calls that send it are refused.'))
    .toBeVisible();
  await button('Publish the new state').click();
  await expect.element(page.getByText('Its endpoint and key are the same as before.')).toBeVisible();
  expect(sent().map(({ isTrial, templateId }) => [isTrial, templateId])).toEqual([
    [true, 'tpl_1'],
    [false, 'tpl_1'],
  ]);
});

it('says of a hosted service that it publishes templates itself, and asks for nothing', async () => {
  await show({ connectionId: 'con_1' }).rendered;
  await expect.element(page.getByText('This service publishes templates itself')).toBeVisible();
  expect(desk.seen.map(({ name }) => name)).not.toContain('getPublishable');
});

it('shows the key whatever is typed while it is on its way', async () => {
  await show().rendered;
  const published = Promise.withResolvers<PublicationResult>();
  desk.desk('publishTemplate', () => published.promise);
  await button('Publish').click();
  await expect.poll(() => sent().length).toBe(1);
  await page.getByLabelText('Description').fill('Late');
  published.resolve({ templateId: 'tpl_1', endpointId: 'end_1', key: 'pbe_shown-once', changes: [] });
  await expect.element(page.getByLabelText('Key of the endpoint')).toHaveTextContent('pbe_shown-once');
});

it('publishes an uploaded picture, once it is there, beside what was typed meanwhile', async () => {
  await show().rendered;
  const arrived = Promise.withResolvers<void>();
  const upload = {
    id: 'upload_1',
    connectionId: 'local',
    projectId: null,
    nodeId: null,
    input: null,
    settled: false,
    filename: 'cover.png',
    contentType: 'image/png',
    sizeBytes: 3,
    receivedBytes: 3,
    sentBytes: 3,
    progress: 1,
    problem: null,
    state: 'done' as const,
    fileId: 'file_cover.png',
    error: null,
    retryable: false,
    createdAt: '2026-01-01T00:00:00Z',
  };
  desk.upload(async () => {
    await arrived.promise;
    return upload;
  });
  desk.desk('getUpload', () => upload);
  desk.desk('settleUpload', () => upload);
  await page.getByLabelText('Picture file').upload(new File(['png'], 'cover.png', { type: 'image/png' }));
  await page.getByLabelText('Description').fill('Typed meanwhile');
  await expect.element(button('Publish')).toBeDisabled();
  arrived.resolve();
  await expect.element(button('Picture 1')).toHaveAttribute('aria-pressed', 'true');
  desk.desk('publishTemplate', () => ({ templateId: 'tpl_1', endpointId: 'e', key: 'pbe_k', changes: [] }));
  await button('Publish').click();
  await expect.element(page.getByLabelText('Key of the endpoint')).toBeVisible();
  expect(sent()).toMatchObject([{ pictureFileId: 'file_cover.png', description: 'Typed meanwhile' }]);
});
