import { lazyComponent } from '#renderer/ui/index.ts';

/** Panels and dialogs of the editor whose code comes when they are wanted; an opening canvas does not wait for it. */

export const ProjectHistory = lazyComponent(() =>
  import('./project-history.tsx').then((module) => module.ProjectHistory),
);
export const ProjectComparison = lazyComponent(() =>
  import('./project-history.tsx').then((module) => module.ProjectComparison),
);
export const PublishSidePanel = lazyComponent(() =>
  import('./publish-beside-canvas.tsx').then((module) => module.PublishSidePanel),
);
export const VaryInWorkspace = lazyComponent(() =>
  import('./vary-workspace.tsx').then((module) => module.VaryInWorkspace),
);
export const MaskInWorkspace = lazyComponent(() =>
  import('./mask-in-workspace.tsx').then((module) => module.MaskInWorkspace),
);
export const OutputsDrawer = lazyComponent(() =>
  import('../parts/outputs-below.ts').then((module) => module.OutputsDrawer),
);
export const ChatPanel = lazyComponent(() =>
  import('#renderer/chat/index.ts').then((module) => module.ChatPanel),
);
export const ItemsBelow = lazyComponent(() =>
  import('./items-below.tsx').then((module) => module.ItemsBelow),
);
export const HandsOnPicture = lazyComponent(() =>
  import('./hands-on-picture.tsx').then((module) => module.HandsOnPicture),
);
export const VersionRequest = lazyComponent(() =>
  import('./project-history.tsx').then((module) => module.VersionRequest),
);
