// @module-tag long
import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OutputInput } from '#shared/desk/index.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { OutputInputList } from './made-from-list.tsx';

const input = (nodeTitle: string, name: string, value: number | string): OutputInput => ({
  nodeId: nodeTitle,
  nodeType: 'image/gradient',
  nodeTitle,
  name,
  value: { type: typeof value, value },
});

/** What the service says of the node types. */
const types = new Map([
  [
    'image/gradient',
    {
      type: 'image/gradient',
      title: 'Gradient',
      category: 'image',
      source: 'built-in',
      inputs: [
        { name: 'size', label: 'Text size', type: 'number' },
        { name: 'color', label: 'Text color', type: 'color' },
      ],
    },
  ],
]);

const rowsOf = (list: string) =>
  page
    .getByRole('list', { name: list, exact: true })
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent);

it('says first what the grid varied, by the names on the nodes, then the rest by node, and folds what was left at its default', async () => {
  await renderPage(
    <OutputInputList
      types={types}
      inputs={[
        input('Evening sky', 'width', 640),
        input('Evening sky', 'size', 96),
        input('Light', 'size', 225),
        input('Light', 'opacity', 1),
        input('Light', 'blur', 0),
      ]}
      setCount={3}
      batch={{ id: 'b', kind: 'grid', name: 'Sizes', place: 'Light · Text size 225', row: 1 }}
      onRerun={null}
    />,
  );
  await expect.poll(() => rowsOf('What was varied')).toEqual(['Light · Text size225']);
  expect(rowsOf('Inputs of Evening sky')).toEqual(['Width640', 'Text size96']);
  await expect.element(page.getByText('Opacity')).not.toBeVisible();
  await page.getByText('2 inputs at their defaults').click();
  await expect.element(page.getByText('Opacity')).toBeVisible();
  expect(rowsOf('Inputs of Light at their defaults')).toEqual(['Opacity1', 'Blur0']);
});

it('of many inputs each node is one line until it is opened, and nodes of one name are numbered', async () => {
  const names = ['width', 'size', 'color', 'angle'];
  await renderPage(
    <OutputInputList
      types={types}
      inputs={[
        ...names.map((name) => input('Sky', name, 7)),
        ...names.map((name) => ({ ...input('Sky', name, 8), nodeId: 'other' })),
      ]}
      setCount={8}
      batch={null}
      onRerun={null}
    />,
  );
  await expect.element(page.getByText('Width 8 · Text size 8 · Text color 8 · Angle 8')).toBeVisible();
  await expect.element(page.getByText('Angle', { exact: true }).first()).not.toBeVisible();
  await userEvent.click(page.getByText('Sky (2)'));
  expect(rowsOf('Inputs of Sky (2)')).toEqual(['Width8', 'Text size8', 'Text color8', 'Angle8']);
});

it('a long value is cut until somebody asks for all of it', async () => {
  const poem = Array.from({ length: 20 }, (_, line) => `Line ${line} of the poem`).join('\n');
  await renderPage(
    <div style={{ width: 280 }}>
      <OutputInputList
        types={null}
        inputs={[input('Poem', 'text', poem), input('Poem', 'name', 'Short')]}
        setCount={2}
        batch={null}
        onRerun={null}
      />
    </div>,
  );
  const value = page.getByText(/^Line 0 of the poem/);
  const isCut = () => value.element().scrollHeight > value.element().clientHeight;
  await expect.poll(isCut).toBe(true);
  await userEvent.click(page.getByRole('button', { name: 'Show all of it' }));
  expect(isCut()).toBe(false);
  await userEvent.click(page.getByRole('button', { name: 'Show less' }));
  expect(isCut()).toBe(true);
});
