// @module-tag rig
import { afterEach, beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { endpoints } from '#shared/api/index.ts';
import {
  linkedProjectPath,
  launchFileNameHeader,
  launchFilePath,
  launchFilesPath,
  projectPath,
  type Connection,
} from '#shared/desk/index.ts';
import { bindDeskEvents, queryClient } from '#renderer/desk/index.ts';
import { interchange } from '#renderer/interchange/index.ts';
import { projectFiles } from '#renderer/project-files/index.ts';
import { Problem, standInForDesk, type DeskStandIn } from '#renderer/testing/desk-stand-in.ts';
import { renderPage } from '#renderer/testing/render-page.tsx';
import { LinkedProject, OfConnection } from './linked-project.tsx';
import { importExternalFile, ExternalFile, openPath } from './open-from-outside.tsx';

const connection = (id: string, name: string, state: Connection['state'] = 'ready'): Connection => ({
  id,
  kind: id === 'local' ? 'local' : 'hosted',
  name,
  baseUrl: 'https://example.test',
  keyHint: null,
  state,
  createdAt: '2026-11-22T10:00:00.000Z',
});

let desk: DeskStandIn;
let connections: Connection[];
let stop: () => void;
beforeEach(() => {
  connections = [connection('local', 'Local workspace'), connection('con_1', 'Studio')];
  desk = standInForDesk();
  desk.desk('listConnections', () => ({ connections, activeId: 'local' }));
  history.replaceState(null, '', linkedProjectPath('prj_9'));
  stop = bindDeskEvents(queryClient);
});
afterEach(() => {
  stop();
  desk.restore();
  interchange.setState({ importing: null });
  projectFiles.setState({ importing: null });
  history.replaceState(null, '', '/');
});

const project = {
  id: 'prj_9',
  name: 'Poster',
  version: 1,
  nodeCount: 0,
  createdAt: '2026-11-22T10:00:00.000Z',
  updatedAt: '2026-11-22T10:00:00.000Z',
};

it('a link without a connection leads to the connection that has the project', async () => {
  const asked: string[] = [];
  const realFetch = window.fetch;
  window.fetch = (input, init) => {
    const path = new URL(input instanceof Request ? input.url : String(input), location.href).pathname;
    if (path.startsWith('/api/')) asked.push(path.split('/')[2] ?? '');
    return realFetch(input, init);
  };
  desk.api(endpoints.projects.get, () => {
    if (asked.at(-1) === 'local') throw new Problem(404, 'NOT_FOUND', 'There is no such project.');
    return project;
  });
  await renderPage(<LinkedProject projectId="prj_9" />);
  await expect.poll(() => location.pathname).toBe(projectPath('con_1', 'prj_9'));
  expect(asked).toEqual(['local', 'con_1']);
});

it('says when no connection has the project, and which could not be asked', async () => {
  connections.push(connection('con_2', 'Agency', 'key-needed'));
  desk.api(endpoints.projects.get, () => {
    throw new Problem(404, 'NOT_FOUND', 'There is no such project.');
  });
  await renderPage(<LinkedProject projectId="prj_9" />);
  await expect.element(page.getByText('None of your connections has this project')).toBeVisible();
  await expect.element(page.getByText(/Agency.? could not be asked: Its key is needed\./)).toBeVisible();
  await page.getByRole('button', { name: 'All projects' }).click();
  expect(location.pathname).toBe('/');
});

it('says when an address names a connection that is not there', async () => {
  await renderPage(
    <OfConnection connectionId="con_gone">
      <p>The editor</p>
    </OfConnection>,
  );
  await expect.element(page.getByText('This connection no longer exists')).toBeVisible();
  await expect.element(page.getByText('The editor')).not.toBeInTheDocument();
});

/** Answers the bytes of an opened file under a name. */
const serveFile = (name: string): void => {
  const realFetch = window.fetch;
  window.fetch = async (input, init) => {
    const path = new URL(input instanceof Request ? input.url : String(input), location.href).pathname;
    if (path !== `${launchFilesPath}/one`) return realFetch(input, init);
    return new Response('bytes', { headers: { [launchFileNameHeader]: encodeURIComponent(name) } });
  };
};

it('an opened timeline file starts its import where one is', async () => {
  serveFile('Cut für Ü.otio');
  const visited: string[] = [];
  openPath(launchFilePath('one'), (path) => visited.push(path));
  await expect.poll(() => interchange.getState().importing?.file?.name).toBe('Cut für Ü.otio');
  expect(visited).toEqual([]);
  openPath('/settings', (path) => visited.push(path));
  expect(visited).toEqual(['/settings']);
});

it('an app that was started with a project file shows the projects and its import', async () => {
  history.replaceState(null, '', launchFilePath('one'));
  serveFile('Spring.patchbay');
  await renderPage(<ExternalFile openedFileId="one" />);
  await expect.poll(() => projectFiles.getState().importing?.file?.name).toBe('Spring.patchbay');
  expect(location.pathname).toBe('/');
  expect(await projectFiles.getState().importing?.file?.text()).toBe('bytes');
});

it('a file that cannot be read, or comes while another import is open, is said', async () => {
  await renderPage(<p>A page</p>);
  serveFile('Spring.patchbay');
  interchange.setState({ importing: { file: null } });
  await importExternalFile('one');
  await expect.element(page.getByText('“Spring.patchbay” was not opened').first()).toBeVisible();
  expect(projectFiles.getState().importing).toBeNull();
});
