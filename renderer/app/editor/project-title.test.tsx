import { useState, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import { standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { ProjectTitle } from './project-title.tsx';
import workbench from '../parts/workbench.module.css';

let desk: DeskStandIn;
let name: string;
beforeEach(() => {
  desk = standInForDesk();
  name = 'Poster';
  const detail = () => ({ id: 'prj_1', name, nodeCount: 0, version: 4 });
  desk.api(endpoints.projects.get, detail);
  desk.api(endpoints.projects.list, () => ({ data: [], hasMore: false, nextCursor: null }));
  desk.api(endpoints.projects.updateMetadata, ({ body }) => {
    name = (body as { name: string }).name;
    return detail();
  });
});
afterEach(() => desk.restore());

function Title(): ReactElement {
  const [editing, setEditing] = useState(false);
  return (
    <ProjectTitle
      connectionId="local"
      projectId="prj_1"
      initialName="Poster"
      editing={editing}
      onEditing={setEditing}
    />
  );
}

it('a project without a name of its own asks for one, and one that has a name does not', async () => {
  name = 'Untitled project 3';
  await renderPage(<Title />);
  await expect
    .element(page.getByRole('button', { name }))
    .toHaveAttribute('title', 'Press to give the project a name');
  await expect.element(page.getByRole('button', { name })).toHaveAttribute('data-unnamed');
  await page.getByRole('button', { name }).click();
  await userEvent.keyboard('Harbor{Enter}');
  await expect.element(page.getByRole('button', { name: 'Harbor' })).not.toHaveAttribute('data-unnamed');
});

it('a name given before the first answer about the project is not put back by it', async () => {
  const { promise: late, resolve: answer } = Promise.withResolvers<void>();
  let asked = 0;
  desk.api(endpoints.projects.get, async () => {
    asked += 1;
    const old = { id: 'prj_1', name, nodeCount: 0, version: 4 };
    if (asked === 1) await late;
    return old;
  });
  await renderPage(<Title />);
  await expect.poll(() => asked).toBe(1);
  await page.getByRole('button', { name: 'Poster' }).click();
  await userEvent.keyboard('Banner{Enter}');
  await expect.poll(() => name).toBe('Banner');
  answer();
  await expect.poll(() => desk.calls('projects.updateMetadata').length).toBe(1);
  await late;
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
  await expect.element(page.getByRole('heading', { name: 'Banner' })).toBeVisible();
});

it('a long name keeps room of its own beside all else in the bar', async () => {
  name = 'Welcome poster – as it made Poster';
  await renderPage(
    <header className={workbench['bar']} style={{ width: 500 }}>
      <Title />
      <div style={{ flex: 'none', width: 480 }}>Everything else</div>
    </header>,
  );
  const title = page.getByRole('button', { name });
  await expect.element(title).toHaveAttribute('title', `${name} – press to rename`);
  expect(title.element().getBoundingClientRect().width).toBeGreaterThanOrEqual(159);
});

async function beginEditing(): Promise<void> {
  await renderPage(<Title />);
  await page.getByRole('button', { name: 'Poster' }).click();
  await expect.element(page.getByRole('textbox', { name: 'Project name' })).toHaveFocus();
  // Somebody else gives it another name, and the window hears of it while the field is open.
  name = 'Autumn poster';
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => document.title).toBe('Autumn poster – Patchbay');
}

it('leaving the field untouched keeps the name that somebody else gave meanwhile', async () => {
  await beginEditing();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('button', { name: 'Autumn poster' })).toBeVisible();
  expect(desk.calls('projects.updateMetadata')).toEqual([]);
});

it('a name typed over another one that somebody gave meanwhile is asked for again', async () => {
  await beginEditing();
  await userEvent.keyboard('Banner{Enter}');
  await expect.element(page.getByText('It was renamed to “Autumn poster” meanwhile.').first()).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Autumn poster' })).toBeVisible();
  expect(desk.calls('projects.updateMetadata')).toEqual([]);
  await page.getByText('Call it “Banner”').click();
  await expect.element(page.getByRole('heading', { name: 'Banner' })).toBeVisible();
  expect(name).toBe('Banner');
});
