/**
 * The addresses of the pages, as patterns for the router and as builders for everybody else: window, links, files that
 * the system opens, notifications. Nobody else writes such an address, so the two cannot drift apart.
 */

/** Patterns of the router; each `:name` is one encoded segment. */
export const pathPatterns = {
  project: '/projects/:connectionId/:projectId',
  projectView: '/projects/:connectionId/:projectId/:view',
  /** A project whose connection is not named: a link from outside. */
  linkedProject: '/open/project/:projectId',
  /** A file that the system handed to the app. */
  openedFile: '/open/file/:openedFileId',
  template: '/templates/:templateId?',
  batch: '/batches/:batchId?',
} as const;

/** Pages beside the list of places, by their id: what stands in the sidebar (`renderer/app/frame/pages.tsx`). */
export const pagePaths = {
  projects: '/',
  gallery: '/gallery',
  templates: '/templates',
  batches: '/batches',
  queue: '/queue',
  models: '/models',
  connections: '/connections',
  shortcuts: '/shortcuts',
  settings: '/settings',
  help: '/help',
} as const;
export type PageId = keyof typeof pagePaths;

export const projectViewNames = ['timeline', 'storyboard', 'spend', 'gallery', 'grids'] as const;
export type ProjectViewName = (typeof projectViewNames)[number];

/** Address of an open project: `/projects/CONNECTION/PROJECT`. */
export const projectPath = (connectionId: string, projectId: string): string =>
  `/projects/${encodeURIComponent(connectionId)}/${encodeURIComponent(projectId)}`;

/** Address of another view of a project than its graph. */
export const projectViewPath = (connectionId: string, projectId: string, view: ProjectViewName): string =>
  `${projectPath(connectionId, projectId)}/${view}`;

/** Address of one grid of a project; of the list of them without one. */
export const gridPath = (connectionId: string, projectId: string, gridId: string | null): string =>
  `${projectViewPath(connectionId, projectId, 'grids')}${gridId === null ? '' : `?grid=${encodeURIComponent(gridId)}`}`;

/** Address that finds the connection of a project and then shows the project. */
export const linkedProjectPath = (projectId: string): string =>
  `/open/project/${encodeURIComponent(projectId)}`;

/** Address that starts the import of a file the system handed over. @param openedFileId of the core. */
export const launchFilePath = (openedFileId: string): string =>
  `/open/file/${encodeURIComponent(openedFileId)}`;

/** Address of one batch; of the list of them without one. */
export const batchPath = (batchId: string | null): string =>
  batchId === null ? pagePaths.batches : `/batches/${encodeURIComponent(batchId)}`;

/** @param runId a run of it that is shown with its inputs */
export const templatePath = (templateId: string, runId?: string): string =>
  `/templates/${encodeURIComponent(templateId)}${runId === undefined ? '' : `?run=${encodeURIComponent(runId)}`}`;

/** The id in such an address; null for every other address. */
export function launchFileIdIn(path: string): string | null {
  return /^\/open\/file\/([\w-]{1,64})$/.exec(path)?.[1] ?? null;
}

/** The project that an address is about, in any view; null for every other address. */
export function projectIn(path: string): { connectionId: string; projectId: string } | null {
  const [, connectionId, projectId] = /^\/projects\/([^/]+)\/([^/]+)/.exec(path) ?? [];
  if (connectionId === undefined || projectId === undefined) return null;
  try {
    return { connectionId: decodeURIComponent(connectionId), projectId: decodeURIComponent(projectId) };
  } catch {
    return null;
  }
}

/** The scheme of links that other programs may write. */
export const linkScheme = 'patchbay';

/**
 * The place in the app that a link from outside names: `patchbay://project/PROJECT`, or
 * `patchbay://project/CONNECTION/PROJECT` for one connection. Anyone can write such a link, so it only shows something;
 * it never changes or starts anything.
 * @returns null for every other address.
 */
export function pathOfLink(text: string): string | null {
  const id = '[A-Za-z0-9_-]{1,128}';
  const match = new RegExp(`^${linkScheme}://project/(?:(${id})/)?(${id})/?$`).exec(text);
  const [, connectionId, projectId] = match ?? [];
  if (projectId === undefined) return null;
  return connectionId === undefined ? linkedProjectPath(projectId) : projectPath(connectionId, projectId);
}

/** Endings of files that the app opens when the system hands them over. */
export const launchFileEndings = ['.otio', '.otioz', '.patchbay'] as const;

/** The ending of folders that the app opens as files: an `.otio` with its media. Systems hand over files alone, so it is typed. */
export const launchFolderEnding = '.otiod';

/** Whether a name is of a file or folder that the app opens. */
export const isLaunchFileName = (name: string): boolean =>
  [...launchFileEndings, launchFolderEnding].some((ending) =>
    name
      .replace(/[\\/]$/, '')
      .toLowerCase()
      .endsWith(ending),
  );
