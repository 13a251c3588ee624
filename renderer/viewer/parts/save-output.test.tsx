// @module-tag long
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { deskKeys, clearMediaUrls, queryClient } from '#renderer/desk/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import type { SavedOutputResponse, SaveFileRequest, SaveFileResult } from '#shared/desk/index.ts';
import { settingsWith } from '#shared/testing/settings.ts';
import { SaveChoices } from './save-choices.tsx';
import { saveOutput } from '../model/save-output.ts';
import type { NamedOutput } from '../model/viewed-item.ts';

const poster: NamedOutput = {
  key: 'Poster',
  label: 'Poster',
  kind: 'image',
  runId: 'run_1',
  nodeId: 'out',
  savedAs: { project: 'Sunset', version: 3 },
  output: { type: 'file', fileId: 'f1', filename: 'a.png', contentType: 'image/png', sizeBytes: 7 },
};
const settings = settingsWith({ settingsInFiles: true, markInFiles: false });

let desk: DeskStandIn;
let answer: SavedOutputResponse;
const saveFile = vi.fn<(request: SaveFileRequest) => Promise<SaveFileResult>>();
beforeEach(() => {
  desk = standInForDesk();
  saveFile.mockReset().mockResolvedValue({ outcome: 'saved', name: 'x.png' });
  vi.stubGlobal('patchbay', { saveFile });
  answer = { url: 'http://media.test/with', sidecar: null, problem: null, mark: 'written' };
  desk.desk('mediaUrls', () => ({
    urls: [{ url: 'http://media.test/plain', downloadUrl: 'http://media.test/plain?download=1' }],
  }));
  desk.desk('saveWithSettings', () => answer);
  queryClient.setQueryData(deskKeys.settings, settings);
});
afterEach(() => {
  desk.restore();
  clearMediaUrls();
  queryClient.removeQueries({ queryKey: deskKeys.settings });
  vi.unstubAllGlobals();
});

const savedFrom = () => saveFile.mock.calls.map(([request]) => request);

it('is saved with the settings that made it where a person wants them, and else as it is', async () => {
  await saveOutput('con', poster);
  expect(desk.calls('saveWithSettings')[0]?.body).toEqual({
    connectionId: 'con',
    runId: 'run_1',
    title: 'Poster',
    nodeId: 'out',
    projectName: 'Sunset',
    projectVersion: 3,
    withSettings: true,
    withMark: false,
    name: 'Sunset_Poster_v3.png',
    file: { fileId: 'f1', contentType: 'image/png', sizeBytes: 7 },
  });
  queryClient.setQueryData(deskKeys.settings, { ...settings, settingsInFiles: false });
  await saveOutput('con', poster);
  expect(desk.calls('saveWithSettings')).toHaveLength(1);
  const name = 'Sunset_Poster_v3.png';
  expect(savedFrom()).toEqual([
    { mediaUrl: 'http://media.test/with', name },
    { mediaUrl: 'http://media.test/plain?download=1', name },
  ]);
});

it('has its settings beside it where it cannot carry them', async () => {
  answer = { url: null, sidecar: { url: 'http://media.test/beside', name: 'x' }, problem: null, mark: null };
  await saveOutput('con', poster);
  expect(savedFrom()).toEqual([
    {
      mediaUrl: 'http://media.test/plain?download=1',
      name: 'Sunset_Poster_v3.png',
      sidecar: { mediaUrl: 'http://media.test/beside', ending: '.patchbay.json' },
    },
  ]);
});

it('is saved all the same where its settings are not on this computer, and that is said', async () => {
  await renderPage(<p>Outputs</p>);
  answer = { url: null, sidecar: null, problem: 'This run was started on another computer.', mark: null };
  await saveOutput('con', poster);
  await expect.element(page.getByText('This run was started on another computer.').first()).toBeVisible();
  expect(savedFrom()).toHaveLength(1);
  await saveOutput('con', { ...poster, runId: null });
  await expect.element(page.getByText(/Which run made it is not known/).first()).toBeVisible();
  expect(savedFrom()).toHaveLength(2);
});

it('says what was saved, and in a browser what was downloaded', async () => {
  await renderPage(<p>Outputs</p>);
  await saveOutput('con', poster);
  await expect.element(page.getByText('Saved x.png')).toBeVisible();
  vi.stubGlobal('patchbay', undefined);
  answer = {
    url: null,
    sidecar: { url: 'http://media.test/beside', name: 'x.patchbay.json' },
    problem: null,
    mark: null,
  };
  const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  await saveOutput('con', poster);
  expect(followed).toHaveBeenCalledTimes(2);
  await expect.element(page.getByText('Downloaded Sunset_Poster_v3.png')).toBeVisible();
  await expect.element(page.getByText('Its settings are beside it, in x.patchbay.json.')).toBeVisible();
  followed.mockRestore();
});

it('the choice stands where outputs are saved, and holds from then on', async () => {
  desk.desk('getSettings', () => ({ ...settings, settingsInFiles: false }));
  desk.desk('changeSettings', ({ body }) => ({ ...settings, ...(body as object) }));
  await renderPage(<SaveChoices />);
  await page.getByRole('button', { name: 'How it is saved' }).click();
  await page.getByRole('menuitemcheckbox', { name: /Include the settings in saved files/ }).click();
  await vi.waitFor(() => expect(desk.calls('changeSettings')[0]?.body).toEqual({ settingsInFiles: true }));
});

it('says in the file how much models made, where a person did not say otherwise, and why it cannot', async () => {
  await renderPage(<p>Outputs</p>);
  queryClient.setQueryData(deskKeys.settings, settingsWith());
  await saveOutput('con', poster);
  expect(desk.calls('saveWithSettings')[0]?.body).toMatchObject({ withSettings: false, withMark: true });
  expect(savedFrom()[0]?.mediaUrl).toBe('http://media.test/with');
  answer = { url: null, sidecar: null, problem: null, mark: 'format' };
  await saveOutput('con', poster);
  await expect.element(page.getByText('Files of this kind have no place to say so.')).toBeVisible();
  queryClient.setQueryData(deskKeys.settings, settingsWith({ markInFiles: false }));
  await saveOutput('con', poster);
  expect(desk.calls('saveWithSettings')).toHaveLength(2);
});

it('what the file will say stands where it is saved, before it is', async () => {
  desk.desk('getSettings', () => settingsWith());
  desk.desk('changeSettings', ({ body }) => ({ ...settings, ...(body as object) }));
  desk.desk('getProvenance', () => ({
    share: 'part',
    sourceType: 'compositeWithTrainedAlgorithmicMedia',
    models: ['flux-pro (fal)'],
    isAmbiguous: false,
    unknownTypes: [],
    silentFiles: 1,
    problem: null,
  }));
  await renderPage(<SaveChoices output={{ connectionId: 'con', runId: 'run_1', nodeId: 'out' }} />);
  await page.getByRole('button', { name: 'How it is saved' }).click();
  await expect.element(page.getByText('A part of it was made by flux-pro (fal).')).toBeVisible();
  expect(desk.calls('getProvenance')[0]?.body).toEqual({
    connectionId: 'con',
    runId: 'run_1',
    nodeId: 'out',
  });
  await page.getByRole('menuitemcheckbox', { name: /Say in the file how much models made/ }).click();
  await vi.waitFor(() => expect(desk.calls('changeSettings')[0]?.body).toEqual({ markInFiles: false }));
});
