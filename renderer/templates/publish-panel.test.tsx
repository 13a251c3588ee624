import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Publishable } from '#shared/administration/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { PublishPanel, type PublishablePin } from './publish-panel.tsx';

const offer: Publishable = {
  projectId: 'prj_1',
  name: 'Card',
  version: 4,
  inputs: ['Name', 'Size'].map((nodeTitle) => ({
    nodeId: nodeTitle.toLowerCase(),
    nodeType: 'input/text',
    pin: 'value',
    pinLabel: 'Value',
    nodeTitle,
    label: nodeTitle,
    dataType: 'string',
    pinType: 'text',
    value: null,
    isSuggested: nodeTitle === 'Name',
    reachesOutput: nodeTitle === 'Name',
  })),
  outputs: [
    {
      nodeId: 'poster',
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
});
afterEach(() => desk.restore());

const inputs = page.getByRole('list', { name: 'Inputs' }).getByRole('listitem');

it('pins that are pressed on the canvas come and go in the panel, in their order', async () => {
  let pins: readonly PublishablePin[] | null = [];
  const onPick = (next: readonly PublishablePin[] | null) => void (pins = next);
  function Beside() {
    const [edits, setEdits] = useState(0);
    return (
      <>
        <button onClick={() => setEdits(edits + 1)}>Edit the project</button>
        <PublishPanel
          connectionId="local"
          projectId="prj_1"
          templateId={null}
          saveFirst={null}
          edits={edits}
          onPick={onPick}
          onReveal={() => undefined}
          onClose={() => undefined}
          onShow={() => undefined}
        />
      </>
    );
  }
  const places = () => pins?.map(({ label, order }) => [label, order]);
  const press = (nodeId: string) => pins?.find((pin) => pin.nodeId === nodeId)?.toggle();
  const { unmount } = await renderPage(<Beside />);
  await expect.element(inputs).toHaveLength(1);
  expect(places()).toEqual([
    ['Input: Name', 1],
    ['Input: Size, reaches no output', null],
    ['Output: Poster', 1],
  ]);
  press('size');
  await expect.element(inputs).toHaveLength(2);
  press('name');
  await expect.element(inputs).toHaveLength(1);
  expect(places()?.[1]).toEqual(['Input: Size, reaches no output', 1]);
  await page.getByLabelText('Name of Size').fill('How large');

  // The project is edited meanwhile: what was typed stays, what is gone is named.
  offered = { ...offer, inputs: offer.inputs.slice(1), outputs: [] };
  await page.getByRole('button', { name: 'Edit the project' }).click();
  await expect.element(page.getByText(/^Poster is no longer in the project/)).toBeVisible();
  await expect.element(page.getByLabelText('Name of How large')).toHaveValue('How large');
  await unmount();
  await vi.waitFor(() => expect(pins).toBeNull());
});

it('Enter takes the match, publishes nothing, and the key that is shown once outlives Esc', async () => {
  let published = 0;
  desk.desk('publishTemplate', () => {
    published += 1;
    return { templateId: 'tpl_1', endpointId: 'end_1', key: 'key-once', changes: [] };
  });
  await renderPage(
    <PublishPanel
      connectionId="local"
      projectId="prj_1"
      templateId={null}
      saveFirst={null}
      edits={0}
      onPick={() => undefined}
      onReveal={() => undefined}
      onClose={() => undefined}
      onShow={() => undefined}
    />,
  );
  await expect.element(inputs).toHaveLength(1);
  const find = page.getByRole('combobox', { name: 'Add an input' });
  await find.fill('siz');
  await expect.element(page.getByRole('option', { name: /^Size/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(inputs).toHaveLength(2);
  await find.fill('no such input');
  await userEvent.keyboard('{Enter}');
  expect(published).toBe(0);

  await find.clear();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect.element(page.getByText(/can be run as a form/)).toBeVisible();
  await expect.element(page.getByText('key-once')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText(/cannot be shown again/)).toBeVisible();
  await expect.element(page.getByText('key-once')).toBeVisible();
});
