import { afterEach, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { standInForDesk } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { closeViewer, openViewer } from '../model/viewer-store.ts';
import { fileNameOf, type ViewedItem } from '../model/viewed-item.ts';
import { ViewerHost } from './viewer-host.tsx';

afterEach(closeViewer);

const itemAt = (at: number, reason: string | null): ViewedItem => ({
  key: `Cards[${at + 1}]`,
  label: 'Cards',
  connectionId: 'con',
  runId: 'run_1',
  kind: 'text',
  output: reason === null ? { type: 'string', value: `card ${at + 1}` } : { type: 'missing', value: null },
  item: { trace: [`row ${at + 1}`], error: reason === null ? null : { code: 'NO', message: reason } },
  savedAs: { project: 'Summer', version: 3, title: 'Cards', path: `row ${at + 1}` },
});

const sees = (text: string): Promise<void> =>
  vi.waitFor(() => expect(page.getByRole('dialog').element().textContent).toContain(text));

it('arrow keys go through the items of a list; each says where it comes from, and one that failed says why in its place', async () => {
  standInForDesk();
  await renderPage(<ViewerHost />);
  const items = [itemAt(0, null), itemAt(1, 'This picture is empty.'), itemAt(2, null)];
  openViewer({ items, index: 0 });
  await sees('1 of 3 · row 1');
  await userEvent.keyboard('{ArrowRight}');
  await sees('Failed · 2 of 3 · row 2');
  await sees('This picture is empty.');
  await userEvent.keyboard('{ArrowRight}');
  await sees('card 3');
  // Files of items are told apart by where they come from.
  expect(fileNameOf(items[2]!)).toBe('Summer_Cards_row 3_v3.txt');
});
