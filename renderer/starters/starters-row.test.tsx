// @module-tag long
import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { starters, typesOf } from '#shared/starters/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { endpoints } from '#shared/api/index.ts';
import { BeginMenu } from './begin-menu.tsx';
import { StartersRow } from './starters-row.tsx';
import { useProjectStarts, type ProjectStartsOptions } from './use-beginnings.ts';

let desk: DeskStandIn;
let types: string[];
let asked: number;
beforeEach(() => {
  types = [...new Set(starters.flatMap((starter) => typesOf(starter.graph(''))))];
  desk = standInForDesk();
  asked = 0;
  desk.api(endpoints.nodeTypes.list, () => {
    asked++;
    return { data: types.map((type) => ({ type, title: type })), hasMore: false, nextCursor: null };
  });
});
afterEach(() => desk.restore());

function Both({
  isFolded = false,
  ...options
}: Pick<ProjectStartsOptions, 'onBegin' | 'onOpen'> & { isFolded?: boolean }): ReactElement {
  const beginnings = useProjectStarts({ connectionId: 'local', isReady: true, ...options });
  return (
    <>
      <BeginMenu starters={beginnings} />
      <StartersRow starters={beginnings} isFolded={isFolded} onTemplates={() => undefined} />
    </>
  );
}

const show = (
  onBegin: ProjectStartsOptions['onBegin'],
  onOpen: ProjectStartsOptions['onOpen'] = () => undefined,
) => renderPage(<Both onBegin={onBegin} onOpen={onOpen} />);

it('offers every starter whose node types the service has, with what it gives', async () => {
  types = types.filter((type) => !type.startsWith('video/'));
  await show(async () => 'prj_1');
  await expect.element(page.getByRole('button', { name: /^Poster/ })).toBeVisible();
  expect(page.getByRole('listitem').elements()).toHaveLength(starters.length - 1);
  await expect.element(page.getByRole('button', { name: /^Film/ })).not.toBeInTheDocument();
  const picture = page.getByRole('listitem').first().element().querySelector('img')!;
  await picture.decode();
  expect(picture.naturalWidth).toBeGreaterThan(100);
});

it('keeps the graphs behind a button where they are folded, and the other ways to begin beside it', async () => {
  await renderPage(<Both isFolded onBegin={async () => 'prj_1'} onOpen={() => undefined} />);
  const unfold = page.getByRole('button', { name: `Show ${starters.length} graphs to start from` });
  await expect.element(unfold).toHaveAttribute('aria-expanded', 'false');
  await expect.element(page.getByRole('button', { name: 'A storyboard' })).toBeVisible();
  const poster = page.getByRole('button', { name: /^Poster/ });
  await expect.element(poster).not.toBeInTheDocument();
  await unfold.click();
  await expect.element(poster).toBeVisible();
  await page.getByRole('button', { name: 'Hide the graphs' }).click();
  await expect.element(poster).not.toBeInTheDocument();
});

it('stays as a person left it, folded or not, after the page was left', async () => {
  const visit = () => renderPage(<Both isFolded onBegin={async () => 'prj_1'} onOpen={() => undefined} />);
  const poster = page.getByRole('button', { name: /^Poster/ });
  const first = await visit();
  await page.getByRole('button', { name: /^Show \d+ graphs/ }).click();
  await first.unmount();
  const second = await visit();
  await expect.element(poster).toBeVisible();
  await page.getByRole('button', { name: 'Hide the graphs' }).click();
  await second.unmount();
  await visit();
  await expect.element(page.getByRole('button', { name: /^Show \d+ graphs/ })).toBeVisible();
  await expect.element(poster).not.toBeInTheDocument();
});

it('folds the graphs when there are many projects, also while it is on screen', async () => {
  function Growing(): ReactElement {
    const [isMany, setMany] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setMany(true)}>
          More projects
        </button>
        <Both isFolded={isMany} onBegin={async () => 'prj_1'} onOpen={() => undefined} />
      </>
    );
  }
  await renderPage(<Growing />);
  const poster = page.getByRole('button', { name: /^Poster/ });
  await expect.element(poster).toBeVisible();
  await page.getByRole('button', { name: 'More projects' }).click();
  await expect.element(poster).not.toBeInTheDocument();
});

it('offers nothing where the service has other node types', async () => {
  types = ['acme/flow'];
  await show(async () => 'prj_1');
  await expect.poll(() => asked).toBe(1);
  await expect.element(page.getByText('Start from')).not.toBeInTheDocument();
});

it('says why no project was made, and tries again', async () => {
  let calls = 0;
  await show(async () => {
    calls++;
    if (calls === 1) throw new Error('The service is away. Try again when it is back.');
    return 'prj_1';
  });
  await page.getByRole('button', { name: /^Title card/ }).click();
  await expect.element(page.getByText('The service is away.', { exact: false }).first()).toBeVisible();
  await page.getByText('Try again', { exact: true }).click();
  await expect.poll(() => calls).toBe(2);
});

it('makes no second project where one is under way', async () => {
  const begun: string[] = [];
  const { promise: away } = Promise.withResolvers<string>();
  await show(async ({ from }) => {
    begun.push(typeof from === 'string' ? from : from.id);
    if (begun.length === 1) throw new Error('The service is away.');
    return away;
  });
  await page.getByRole('button', { name: /^Title card/ }).click();
  const again = page.getByText('Try again', { exact: true });
  await expect.element(again).toBeVisible();
  await page.getByRole('button', { name: /^Poster/ }).click();
  await expect.poll(() => begun).toHaveLength(2);
  await again.click();
  expect(begun).toEqual(['title-card', 'poster']);
});

it('takes the offer to try again along when the page is left', async () => {
  const shown = (isHere: boolean) => isHere && <Both onBegin={reject} onOpen={() => undefined} />;
  const reject = () => Promise.reject(new Error('The service is away.'));
  function Leave(): ReactElement {
    const [isHere, setHere] = useState(true);
    return (
      <>
        <button onClick={() => setHere(false)}>Leave</button>
        {shown(isHere)}
      </>
    );
  }
  await renderPage(<Leave />);
  await page.getByRole('button', { name: /^Title card/ }).click();
  const again = page.getByText('Try again', { exact: true });
  await expect.element(again).toBeVisible();
  await page.getByRole('button', { name: 'Leave' }).click();
  await expect.element(again).not.toBeInTheDocument();
});

it('opens what was made, unless the person has gone elsewhere meanwhile', async () => {
  const opened: string[] = [];
  const begins: { signal: AbortSignal; made: (id: string) => void; result: Promise<string> }[] = [];
  const view = await show(
    (_beginning, signal) => {
      const { promise: result, resolve: made } = Promise.withResolvers<string>();
      begins.push({ signal, made, result });
      return result;
    },
    (id) => opened.push(id),
  );
  await page.getByRole('button', { name: /^Title card/ }).click();
  begins[0]?.made('prj_1');
  await expect.poll(() => opened).toEqual(['prj_1']);
  await page.getByRole('button', { name: /^Poster/ }).click();
  await expect.poll(() => begins.length).toBe(2);
  await view.unmount();
  expect(begins[1]?.signal.aborted).toBe(true);
  begins[1]?.made('prj_2');
  await begins[1]?.result;
  await Promise.resolve();
  expect(opened).toEqual(['prj_1']);
});

it('begins with a storyboard or a film, and says which when it opens', async () => {
  const opened: string[] = [];
  await show(
    async ({ from }) => (typeof from === 'string' ? `prj_${from}` : ''),
    (id, { from }) => opened.push(typeof from === 'string' ? `${id} ${from}` : ''),
  );
  await page.getByRole('button', { name: 'A storyboard' }).click();
  await expect.poll(() => opened).toEqual(['prj_storyboard storyboard']);
  await page.getByRole('button', { name: 'A film' }).click();
  await expect.poll(() => opened[1]).toBe('prj_film film');
});

const openMenu = () => page.getByRole('button', { name: 'More ways to begin' }).click();

it('offers the same in a menu, in which a starter says what it makes', async () => {
  const begun: string[] = [];
  await show(async ({ from }) => {
    begun.push(typeof from === 'string' ? from : from.id);
    return 'prj_1';
  });
  await expect.element(page.getByRole('button', { name: /^Poster/ })).toBeVisible();
  for (const [name, from] of [
    ['A storyboard', 'storyboard'],
    ['A film', 'film'],
    ['Words', 'text'],
    [/^Contact sheet.*Four pictures in one/, 'contact-sheet'],
  ] as const) {
    await openMenu();
    await expect.element(page.getByRole('menuitem', { name: 'A photo…' })).toBeVisible();
    await page.getByRole('menuitem', { name }).click();
    await expect.poll(() => begun.at(-1)).toBe(from);
    await expect.element(page.getByRole('menu')).not.toBeInTheDocument();
  }
});

it('has no photo, words or starters in the menu where the service lacks their node types', async () => {
  types = ['acme/flow'];
  await show(async () => 'prj_1');
  await expect.poll(() => asked).toBe(1);
  await openMenu();
  await expect.element(page.getByRole('menuitem', { name: 'A storyboard' })).toBeVisible();
  const items = page.getByRole('menuitem').elements();
  expect(items.map(({ textContent }) => textContent)).toEqual(['A storyboard', 'A film']);
});
