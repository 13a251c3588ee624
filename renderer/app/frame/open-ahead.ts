import { projectIn, projectPath } from '#shared/desk/places.ts';
import {
  prefetchDocument,
  openSession,
  queryClient,
  readDeskAhead,
  setBearer,
} from '#renderer/desk/index.ts';
import { EditorPage } from './lazy-pages.ts';

/** What the page at an address needs is asked for at once, not when React has come to the component that needs it. */

/** Asks for what the page at `path` will show. The app itself says what is wrong when none of it comes. */
export async function openAhead(path: string): Promise<void> {
  const project = projectIn(path);
  const isGraph = project !== null && path === projectPath(project.connectionId, project.projectId);
  if (isGraph) EditorPage.load().catch(() => undefined);
  const session = await openSession().catch(() => null);
  if (session === null || session.kind === 'none') return;
  setBearer(session.bearer);
  if (isGraph) prefetchDocument(project.connectionId, project.projectId);
  readDeskAhead(queryClient);
}
