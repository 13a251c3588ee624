import type { Page } from '@playwright/test';
import { createApiClient, endpoints, type ApiClient } from '#shared/api/index.ts';
import { expect } from './app.ts';
import type { HostedService } from './hosted-service.ts';
import { ConnectionsPage } from './pages/connections.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';

/** Steps that stories about services share. */

export async function emptyProject(desk: Page): Promise<EditorPage> {
  const projects = new ProjectsPage(desk);
  await projects.shown();
  await projects.create();
  const editor = new EditorPage(desk);
  await editor.shown();
  return editor;
}

/** The app is up: an edit is made and saved. */
export async function stillWorks(editor: EditorPage): Promise<void> {
  await editor.addFromPalette('Noise');
  await editor.saved();
}

export async function useService(desk: Page, service: Pick<HostedService, 'origin' | 'key'>, name: string) {
  await new ProjectsPage(desk).shown();
  const connections = new ConnectionsPage(desk);
  await connections.visit();
  await connections.startAdding();
  await connections.enter({ name, address: service.origin, key: service.key });
  await connections.keep();
  await connections.use(name);
  await toProjects(desk);
}

async function toProjects(desk: Page): Promise<void> {
  await desk.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Projects' }).click();
  await new ProjectsPage(desk).shown();
}

/** Back to the service of this computer, for the stories that follow in the same app. */
export async function useLocal(desk: Page): Promise<void> {
  await desk.goto(new URL('/connections', desk.url()).href);
  const local = new ConnectionsPage(desk).row('This computer');
  await local.getByRole('button', { name: 'Use' }).click();
  await expect(local).toContainText('In use');
}

export function clientOf(service: Pick<HostedService, 'origin' | 'key'>): ApiClient {
  return createApiClient((request) =>
    fetch(`${service.origin}${request.path}`, {
      method: request.method,
      headers: { ...request.headers, authorization: `Bearer ${service.key}` },
      body: request.body,
    }),
  );
}

export const projectIdIn = (address: string): string => new URL(address).pathname.split('/').pop()!;

export async function graphOf(call: ApiClient, address: string) {
  const params = { project_id: projectIdIn(address) };
  return (await call(endpoints.projects.getDocument, { params })).document.graph;
}
