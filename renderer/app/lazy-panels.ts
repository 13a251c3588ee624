import { lazy } from 'react';

/** Panels and dialogs of the editor whose code comes when they are wanted; an opening canvas does not wait for it. */

export const ProjectHistory = lazy(() =>
  import('./project-history.tsx').then((module) => ({ default: module.ProjectHistory })),
);
export const ProjectComparison = lazy(() =>
  import('./project-history.tsx').then((module) => ({ default: module.ProjectComparison })),
);
export const PublishBesideCanvas = lazy(() =>
  import('./publish-beside-canvas.tsx').then((module) => ({ default: module.PublishBesideCanvas })),
);
export const VaryInWorkspace = lazy(() =>
  import('./vary-workspace.tsx').then((module) => ({ default: module.VaryInWorkspace })),
);
export const OutputsDrawer = lazy(() =>
  import('./outputs-below.ts').then((module) => ({ default: module.OutputsDrawer })),
);
export const VersionRequest = lazy(() =>
  import('./project-history.tsx').then((module) => ({ default: module.VersionRequest })),
);
