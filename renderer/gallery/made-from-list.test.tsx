import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { OutputInput } from '#shared/desk/index.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { MadeFromList } from './made-from-list.tsx';

const input = (nodeTitle: string, name: string, value: number): OutputInput => ({
  nodeId: nodeTitle,
  nodeType: 'image/gradient',
  nodeTitle,
  name,
  value: { type: 'number', value },
});

it('says first what the grid varied, told apart by node, and folds what was left as it comes', async () => {
  await renderPage(
    <MadeFromList
      inputs={[
        input('Evening sky', 'width', 640),
        input('Evening sky', 'angle', 180),
        input('Light', 'angle', 225),
        input('Light', 'opacity', 1),
        input('Light', 'blur', 0),
      ]}
      setCount={3}
      batch={{ id: 'b', kind: 'grid', name: 'Angles', place: 'Light · Angle 225', row: 1 }}
      onAgain={null}
    />,
  );
  const rows = page.getByRole('list', { name: 'Inputs it was made from' }).getByRole('listitem');
  await expect
    .poll(() => rows.elements().map((row) => row.textContent))
    .toEqual(['Light · Angle225', 'Evening sky · Width640', 'Evening sky · Angle180']);
  await expect.element(page.getByText('Light · Opacity')).not.toBeVisible();
  await page.getByText('2 inputs as they come').click();
  await expect.element(page.getByText('Light · Opacity')).toBeVisible();
});
