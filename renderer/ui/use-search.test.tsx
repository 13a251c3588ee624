import { useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { useSearch } from './use-search.ts';

let reads = 0;
const textOf = (name: string): string => {
  reads += 1;
  return name;
};

function Searched({ items }: { items: readonly string[] }): ReactElement {
  const [query, setQuery] = useState('');
  const found = useSearch(items, query, textOf);
  return (
    <>
      <input aria-label="Search" value={query} onChange={({ target }) => setQuery(target.value)} />
      <output>{found.length}</output>
    </>
  );
}

it('reads each text of a list once, whatever is typed', async () => {
  reads = 0;
  const items = Array.from({ length: 1000 }, (_, index) => `Café ${index}`);
  await renderPage(<Searched items={items} />);
  const search = page.getByRole('textbox', { name: 'Search' });
  const count = page.getByRole('status');
  await expect.element(count).toHaveTextContent('1000');
  for (const [typed, found] of [
    ['c', '1000'],
    ['cafe', '1000'],
    ['cafe 99', '19'],
    ['cofe 999', '1'],
  ] as const) {
    await search.fill(typed);
    await expect.element(count).toHaveTextContent(found);
  }
  expect(reads).toBe(1000);
});
