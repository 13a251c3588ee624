import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { RunOutput } from '#shared/api/index.ts';
import type { NodeItem } from '#renderer/model/node-items.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ItemsDrawer } from './items-drawer.tsx';
import type { ItemRow } from './items-table.tsx';

const text = (value: string): RunOutput => ({ type: 'string', value });
const items = (count: number, failedAt: number): NodeItem[] =>
  Array.from({ length: count }, (_, at): NodeItem => ({
    path: [at],
    trace: [`row ${at + 1}`],
    phase: at === failedAt ? 'failed' : 'succeeded',
    outputs: at === failedAt ? {} : { out: text(`made ${at + 1}`) },
    error: at === failedAt ? { code: 'NO', message: 'This picture is empty.' } : null,
  }));

async function show(count: number, failedAt: number) {
  const onRunItem = vi.fn<(row: ItemRow) => void>();
  const onRetryFailed = vi.fn<() => void>();
  const onOpen = vi.fn<(index: number) => void>();
  await renderPage(
    <div style={{ height: 400, width: 900 }}>
      <ItemsDrawer
        connectionId="local"
        title="Watermark"
        items={items(count, failedAt)}
        columns={[{ name: 'word', label: 'Word' }]}
        inputsOf={({ index }) => ({ word: index === 5 ? undefined : text(`word ${index + 1}`) })}
        blockerOf={({ index }) => (index === 5 ? 'Not listed.' : null)}
        onOpen={onOpen}
        onOpenInput={() => undefined}
        onRunItem={onRunItem}
        onRetryFailed={onRetryFailed}
        onShowOutputs={() => undefined}
        onClose={() => undefined}
      />
    </div>,
  );
  await vi.waitFor(() => expect(rows().length).toBeGreaterThan(1));
  return { onRunItem, onRetryFailed, onOpen };
}
const rows = (): string[] =>
  [...document.querySelectorAll('[role=table] [role=row]')].map((row) => row.textContent);

it('what failed stands first, with why, beside what went into it; it is run alone, or all that failed again', async () => {
  const { onRunItem, onRetryFailed } = await show(30, 6);
  expect(rows()[1]).toContain('row 7word 7FailedThis picture is empty.');
  await page.getByRole('checkbox', { name: 'Failed first' }).click();
  expect(rows()[1]).toContain('row 1word 1Donemade 1');
  await page.getByRole('checkbox', { name: 'Failed first' }).click();
  await page.getByRole('button', { name: 'Run item 7 only' }).click();
  expect(onRunItem.mock.calls.map(([row]) => row.index)).toEqual([6]);
  await page.getByRole('button', { name: 'Try failed again' }).click();
  expect(onRetryFailed).toHaveBeenCalledOnce();
  // What went into an item far down a long list may not be listed.
  await expect.element(page.getByRole('button', { name: 'Run item 6 only' })).toBeDisabled();
});

it('of thousands of items the rows in view are elements, and a result opens among the others', async () => {
  const { onOpen } = await show(5000, 4999);
  expect(rows().length).toBeLessThan(40);
  expect(rows()[1]).toContain('row 5000');
  await page.getByRole('button', { name: 'Open the result of item 2', exact: true }).click();
  expect(onOpen.mock.calls).toEqual([[1]]);
});
