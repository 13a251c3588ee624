import {
  CircleHelp,
  Images,
  Keyboard,
  LayoutGrid,
  LayoutTemplate,
  ListOrdered,
  Plug,
  Rows3,
  Settings2,
  Sparkles,
} from 'lucide-react';
import type { ReactElement } from 'react';
import { pagePaths, pathPatterns, type PageId } from '#shared/desk/places.ts';
import { ConnectionsPage } from '#renderer/connections/index.ts';
import { QueueCount } from '#renderer/queue/index.ts';
import { words } from '#renderer/words/index.ts';
import { HomePage } from '../pages/home-page.tsx';
import { useEditorAhead } from './editor-ahead.ts';
import {
  BatchesHome,
  GalleryHome,
  HelpHome,
  ModelsHome,
  QueueHome,
  SettingsPage,
  ShortcutsPage,
  TemplatesHome,
} from './lazy-pages.ts';

const t = words.appFrame.appFrame;

/** A page beside the sidebar. */
interface Page {
  /** In the sidebar, and for the window where nothing else is said. */
  title: string;
  windowTitle?: string;
  icon: ReactElement;
  /** Whether the sidebar leaves a space before it. */
  startsGroup?: boolean;
  /** Stands after the title in the sidebar. */
  Badge?: (props: { connectionId: string | null }) => ReactElement | null;
  /** Of the router, where more than the address of the page leads to it; its one name is an id. */
  pattern?: string;
  /** @param id what the address names below the page; null for the page itself. */
  Content: (props: { id: string | null }) => ReactElement;
}

function Projects(): ReactElement {
  useEditorAhead();
  return <HomePage />;
}

/** Every page beside the sidebar, in its order: where work is, then what it needs. Sidebar, routes and titles are made from it. */
export const pages: Readonly<Record<PageId, Page>> = {
  projects: { title: t.projects, icon: <LayoutGrid aria-hidden />, Content: Projects },
  gallery: { title: t.gallery, icon: <Images aria-hidden />, Content: GalleryHome },
  templates: {
    title: t.templates,
    icon: <LayoutTemplate aria-hidden />,
    pattern: pathPatterns.template,
    Content: ({ id }) => <TemplatesHome templateId={id} />,
  },
  batches: {
    title: t.batches,
    icon: <Rows3 aria-hidden />,
    pattern: pathPatterns.batch,
    Content: ({ id }) => <BatchesHome batchId={id} />,
  },
  queue: { title: t.queue, icon: <ListOrdered aria-hidden />, Badge: QueueCount, Content: QueueHome },
  models: { title: t.models, icon: <Sparkles aria-hidden />, startsGroup: true, Content: ModelsHome },
  connections: {
    title: words.common.connections,
    icon: <Plug aria-hidden />,
    Content: ConnectionsPage,
  },
  shortcuts: {
    title: t.shortcuts,
    windowTitle: words.appFrame.routes.keyboardShortcuts,
    icon: <Keyboard aria-hidden />,
    Content: ShortcutsPage,
  },
  settings: { title: t.settings, icon: <Settings2 aria-hidden />, Content: SettingsPage },
  help: { title: t.help, icon: <CircleHelp aria-hidden />, Content: HelpHome },
};

/** Their ids, in the order of the sidebar. */
export const pageIds = Object.keys(pagePaths) as readonly PageId[];

/** @returns the page that an address leads to, that of a template or batch its list; null for any other. */
export function pageAt(location: string): PageId | null {
  const [, first = ''] = location.split('/');
  return pageIds.find((id) => pagePaths[id] === `/${first}`) ?? null;
}
