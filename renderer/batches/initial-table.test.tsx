import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { clearDraft } from './batch-draft.ts';
import { BatchesPage } from './batches-page.tsx';

let desk: DeskStandIn;
beforeEach(() => {
  desk = standInForDesk();
  desk.desk('listBatches', () => ({ batches: [] }));
  desk.desk('listFiles', () => ({ files: [] }));
  desk.api(endpoints.templates.list, () => ({ data: [], hasMore: false, total: 0 }));
  desk.api(endpoints.projects.list, () => ({ data: [], hasMore: false, total: 0 }));
  desk.api(endpoints.projects.getDocument, () => ({
    projectId: 'prj_1',
    name: 'Cards',
    version: 1,
    document: {
      graph: {
        nodes: [
          { id: 'headline', type: 'input/text', title: 'Headline', position: { x: 0, y: 0 }, inputs: {} },
        ],
        connections: [],
      },
    },
    metadata: {},
  }));
  desk.api(endpoints.nodeTypes.get, () => ({
    type: 'input/text',
    title: 'Text',
    category: 'Input',
    description: 'Words.',
    inputs: [{ name: 'value', label: 'Text', type: 'text(multiline)', required: true }],
    outputs: [{ name: 'text', label: 'Text', type: 'text' }],
  }));
});
afterEach(() => {
  desk.restore();
  clearDraft('local');
});

const show = (table: File) =>
  renderPage(
    <BatchesPage
      connectionId="local"
      batchId={null}
      initial={{ table, project: { id: 'prj_1', name: 'Cards' } }}
      hrefOf={() => '/batches'}
      onOpen={vi.fn<(id: string | null) => void>()}
    />,
  );

it('begins with the table and the project of another page, also one that is not in the first of the list', async () => {
  await show(new File(['headline\nGolden hour\nBlue hour\n'], 'cards.csv'));
  await expect.element(page.getByText('Projects · Cards')).toBeVisible();
  await expect.element(page.getByText('cards.csv · 2 rows')).toBeVisible();
  await expect
    .element(page.getByRole('combobox', { name: 'Column headline fills' }))
    .toHaveTextContent('Headline · Text');
});

it('the list of encodings lies beside the words that it is about, not over them', async () => {
  await page.viewport(1024, 700);
  const cafes = 'headline\nCaf\u00e9 at dusk\nD\u00e9j\u00e0 vu\n';
  await show(new File([Uint8Array.from(cafes, (letter) => letter.charCodeAt(0))], 'cards.csv'));
  const rows = page.getByRole('group', { name: 'First rows' });
  await expect.element(rows.getByText('Caf\u00e9 at dusk')).toBeVisible();
  expect(rows.elements()).toHaveLength(1);
  await page.getByRole('combobox', { name: 'Encoding' }).click();
  await expect.element(page.getByRole('listbox')).toBeVisible();
  const list = page.getByRole('listbox').element().parentElement!.getBoundingClientRect();
  const words = rows.element().getBoundingClientRect();
  expect(list.right).toBeLessThanOrEqual(words.left);
});

it('what was prepared is there again after another page: source, table and columns', async () => {
  const shown = await show(new File(['headline,other\nGolden hour,x\nBlue hour,y\n'], 'cards.csv'));
  const column = page.getByRole('combobox', { name: 'Column other fills' });
  await expect.element(column).toBeVisible();
  const before = column.element().textContent;
  await column.click();
  await page.getByRole('option', { name: 'Headline · Text' }).click();
  await expect.element(column).toHaveTextContent('Headline · Text');
  expect(before).not.toBe('Headline · Text');
  await page.getByRole('textbox', { name: /Or paste a t/i }).fill('headline');
  await shown.unmount();

  const again = (
    <BatchesPage
      connectionId="local"
      batchId={null}
      hrefOf={() => '/batches'}
      onOpen={vi.fn<(id: string | null) => void>()}
    />
  );
  await renderPage(again);
  await expect.element(page.getByText('Projects · Cards')).toBeVisible();
  await expect.element(page.getByText('cards.csv · 2 rows')).toBeVisible();
  await expect.element(column).toHaveTextContent('Headline · Text');
  await expect.element(page.getByRole('textbox', { name: /Or paste a t/i })).toHaveValue('headline');
});

it('columns chosen for one table are none of another one of as many rows', async () => {
  await show(new File(['headline\nOne\nTwo\n'], 'cards.csv'));
  const paste = async (table: string) => {
    await page.getByRole('textbox', { name: /Or paste a t/i }).fill(table);
    await page.getByRole('button', { name: 'Use the pasted table' }).click();
  };
  await paste('headline,other\nGolden hour,x\nBlue hour,y');
  const other = page.getByRole('combobox', { name: 'Column other fills' });
  await other.click();
  await page.getByRole('option', { name: 'Headline · Text' }).click();
  await expect.element(other).toHaveTextContent('Headline · Text');
  await paste('headline,note\nDawn,a\nDusk,b');
  await expect
    .element(page.getByRole('combobox', { name: 'Column headline fills' }))
    .toHaveTextContent('Headline · Text');
});

/** Lets files go over the page as the system's file manager does. */
function drop(...files: File[]): boolean {
  const dataTransfer = new DataTransfer();
  for (const file of files) dataTransfer.items.add(file);
  const options = { bubbles: true, cancelable: true, composed: true, dataTransfer };
  document.querySelector('main, body')!.dispatchEvent(new DragEvent('dragover', options));
  return !document.body.dispatchEvent(new DragEvent('drop', options));
}

it('a table let go on the list of batches begins a new one; another let go later takes its place', async () => {
  await renderPage(
    <BatchesPage
      connectionId="local"
      batchId={null}
      hrefOf={() => '/batches'}
      onOpen={vi.fn<(id: string | null) => void>()}
    />,
  );
  await expect.element(page.getByText('No batches yet')).toBeVisible();
  expect(drop(new File(['headline\nGolden hour\nBlue hour\n'], 'cards.csv'))).toBe(true);
  await expect.element(page.getByRole('heading', { name: 'New batch' })).toBeVisible();
  await expect.element(page.getByText('2 rows, 1 column.')).toBeVisible();
  drop(new File(['headline\tangle\nDusk\t7\n'], 'more.tsv'));
  await expect.element(page.getByText('1 row, 2 columns.')).toBeVisible();
});
