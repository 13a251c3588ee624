import { useEffect, useState, type ReactElement } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Tabs } from './tabs.tsx';

let mounted: string[];

function Content({ name }: { name: string }): ReactElement {
  useEffect(() => {
    mounted.push(name);
  }, [name]);
  return <input aria-label={`Search ${name}`} />;
}

function Panel(): ReactElement {
  const [value, setValue] = useState('nodes');
  return (
    <Tabs
      label="Left panel"
      value={value}
      onValueChange={setValue}
      items={['nodes', 'files'].map((id) => ({
        id,
        label: id,
        keepMounted: true,
        content: <Content name={id} />,
      }))}
    />
  );
}

it('the content of a tab is rendered when the tab is first shown, and then keeps what is in it', async () => {
  mounted = [];
  await render(<Panel />);
  expect(mounted).toEqual(['nodes']);
  await page.getByLabelText('Search nodes').fill('blur');
  await page.getByRole('tab', { name: 'files' }).click();
  await expect.element(page.getByLabelText('Search files')).toBeVisible();
  await page.getByRole('tab', { name: 'nodes' }).click();
  await expect.element(page.getByLabelText('Search nodes')).toHaveValue('blur');
  expect(mounted).toEqual(['nodes', 'files']);
});
