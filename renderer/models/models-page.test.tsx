// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ModelProvider } from '#shared/administration/index.ts';
import type { Connection } from '#shared/desk/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ModelsPage } from './models-page.tsx';

let desk: DeskStandIn;
let providers: ModelProvider[];
beforeEach(() => {
  providers = [];
  desk = standInForDesk();
  desk.desk('listModelProviders', () => ({ providers }));
});
afterEach(() => desk.restore());

const local: Connection = {
  id: 'local',
  kind: 'local',
  name: 'Local workspace',
  baseUrl: 'http://127.0.0.1:1',
  keyHint: null,
  state: 'ready',
  createdAt: '2026-01-01T10:00:00Z',
};
const acme: ModelProvider = {
  name: 'Acme',
  service: 'openai-compatible',
  baseUrl: 'https://models.example/v1',
  monthLimit: null,
  monthSpend: 0,
  models: [{ kind: 'text', model: 'words-2', price: 20_000, unit: 'call', priceOut: 0 }],
  hasKey: true,
  createdAt: '2026-01-01T10:00:00Z',
};
const sent = (name: string) => desk.seen.filter((request) => request.name === name).map(({ body }) => body);
const button = (name: string | RegExp) => page.getByRole('button', { name });

it('connects a model: the list of the service, a test, a price, and the key in one request only', async () => {
  await renderPage(<ModelsPage connection={local} />);
  await expect.element(page.getByText('No model is connected yet')).toBeVisible();
  await button('Connect a model').click();
  await page.getByLabelText('Name').fill('Acme');
  await page.getByLabelText('Address').fill('https://models.example');
  await page.getByLabelText('API key').fill('sk-typed');
  desk.desk('listModels', () => ({
    problem: null,
    message: 'models.example offers 2 models.',
    baseUrl: 'https://models.example/v1',
    models: ['words-1', 'words-2'],
    count: 2,
  }));
  await button('Get the models').click();
  await expect.element(page.getByText('models.example offers 2 models.')).toBeVisible();
  await expect.element(page.getByLabelText('Address')).toHaveValue('https://models.example/v1');
  await page.getByRole('combobox', { name: 'Model for text' }).fill('words');
  await page.getByRole('option', { name: 'words-2' }).click();
  await page.getByLabelText('Credits per text').fill('0.02');
  desk.desk('testModel', () => ({ problem: null, message: 'words-2 on models.example answers.' }));
  await page.viewport(1024, 560);
  await button('Test').click();
  // In a small window too.
  await expect.element(page.getByText('words-2 on models.example answers.')).toBeInViewport();
  expect(sent('testModel')).toEqual([
    { service: 'openai-compatible', baseUrl: acme.baseUrl, key: 'sk-typed', kind: 'text', model: 'words-2' },
  ]);
  desk.desk('addModelProvider', () => {
    providers = [acme];
    return acme;
  });
  await button(/^Connect$/).click();
  await expect.element(page.getByText('Text: words-2 (0.02 credits)')).toBeVisible();
  expect(sent('addModelProvider')).toEqual([
    {
      name: 'Acme',
      service: 'openai-compatible',
      baseUrl: acme.baseUrl,
      monthLimit: null,
      key: 'sk-typed',
      models: acme.models,
    },
  ]);
  expect(document.documentElement.outerHTML).not.toContain('sk-typed');
});

it('says at each field what is missing, and what the service refuses', async () => {
  await renderPage(<ModelsPage connection={local} />);
  await button('Connect a model').click();
  await button(/^Connect$/).click();
  await expect.element(page.getByText('Give it a name.')).toBeVisible();
  await page.getByLabelText('Name').fill('Acme');
  await page.getByLabelText('Address').fill('https://models.example/v1');
  await expect.element(page.getByText('Choose a model for at least one use.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Model for pictures' }).fill('paint-1');
  desk.desk('addModelProvider', () => {
    throw new Problem(400, 'INVALID_REQUEST', 'The key has a space in it.', { field: 'key' });
  });
  await page.getByLabelText('API key').fill('sk one');
  await button(/^Connect$/).click();
  await expect.element(page.getByText('The key has a space in it.')).toBeVisible();
  await expect.element(page.getByLabelText('API key')).toHaveAttribute('aria-invalid', 'true');
});

it('fills in a known service, and says where its key is found', async () => {
  await renderPage(<ModelsPage connection={local} />);
  await button('Connect a model').click();
  await page.getByRole('combobox', { name: 'Service' }).click();
  await page.getByRole('option', { name: 'Mistral' }).click();
  await expect.element(page.getByLabelText('Name')).toHaveValue('Mistral');
  await expect.element(page.getByLabelText('Address')).toHaveValue('https://api.mistral.ai/v1');
  await expect.element(page.getByText('You find it at console.mistral.ai.')).toBeVisible();
});

it('keeps the stored key while editing unless another one, or none, is wanted', async () => {
  providers = [acme];
  await renderPage(<ModelsPage connection={local} />);
  await button('Actions for Acme').click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  desk.desk('changeModelProvider', () => acme);
  await page.getByLabelText('Name').fill('Acme two');
  await button('Save').click();
  await expect.poll(() => sent('changeModelProvider')).toHaveLength(1);
  expect(sent('changeModelProvider')[0]).toEqual({
    service: 'openai-compatible',
    monthLimit: null,
    name: 'Acme two',
    baseUrl: acme.baseUrl,
    models: acme.models,
  });
  await button('Actions for Acme').click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await button('Use no key').click();
  await button('Save').click();
  await expect.poll(() => sent('changeModelProvider')).toHaveLength(2);
  expect(sent('changeModelProvider')[1]).toMatchObject({ key: null });
});

it('tests one in its row with the stored key, and removes it after a question', async () => {
  providers = [acme];
  await renderPage(<ModelsPage connection={local} />);
  desk.desk('testModel', () => ({ problem: 'key', message: 'models.example does not accept this key.' }));
  await button('Test').click();
  await expect.element(page.getByText('models.example does not accept this key.')).toBeVisible();
  expect(sent('testModel')).toEqual([
    { service: 'openai-compatible', baseUrl: acme.baseUrl, stored: 'Acme', kind: 'text', model: 'words-2' },
  ]);
  desk.desk('removeModelProvider', () => {
    providers = [];
    return undefined;
  });
  await button('Actions for Acme').click();
  await page.getByRole('menuitem', { name: 'Remove…' }).click();
  await button(/^Remove$/).click();
  await expect.element(page.getByText('No model is connected yet')).toBeVisible();
});

it('looks for servers on this computer only when asked, and fills the form with one that was found', async () => {
  await renderPage(<ModelsPage connection={local} />);
  await expect.element(page.getByText('No model is connected yet')).toBeVisible();
  expect(sent('findLocalModels')).toEqual([]);
  desk.desk('findLocalModels', () => ({ servers: [] }));
  await button('Look on this computer').click();
  await expect.element(page.getByText(/^No server was found/)).toBeVisible();
  const ollama = { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['llama3.2'] };
  desk.desk('findLocalModels', () => ({ servers: [ollama] }));
  await button('Look on this computer').click();
  await button('Connect Ollama').click();
  await expect.element(page.getByLabelText('Address')).toHaveValue(ollama.baseUrl);
  await page.getByRole('combobox', { name: 'Model for text' }).click();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByRole('combobox', { name: 'Model for text' })).toHaveValue('llama3.2');
  await expect.element(page.getByText('A server on this computer usually needs none.')).toBeVisible();
});

it('says of a hosted service that it manages its own models, and asks for none', async () => {
  await renderPage(<ModelsPage connection={{ ...local, id: 'con_1', kind: 'hosted', name: 'Studio' }} />);
  await expect.element(page.getByText('Studio manages its own models')).toBeVisible();
  expect(desk.seen).toEqual([]);
});

it('providers added and removed by the command line are there when the window has the focus again', async () => {
  providers = [acme];
  await renderPage(<ModelsPage connection={local} />);
  await expect.element(page.getByText('Acme', { exact: true })).toBeVisible();
  providers = [{ ...acme, name: 'Studio' }];
  window.dispatchEvent(new Event('focus'));
  await expect.element(page.getByText('Studio', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Acme', { exact: true })).not.toBeInTheDocument();
});
