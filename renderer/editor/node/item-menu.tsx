import { ExternalLink } from 'lucide-react';
import { commandMenu } from '#renderer/commands/index.ts';
import type { MenuEntries } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { ItemBox } from '../scene/canvas-places.ts';
import type { EditorSession } from '../session/editor-session.ts';
import { colorEntries } from './color-entries.ts';
import { noteLinks } from '../model/note-parts.ts';

const t = words.editorNode.itemMenu;

/** The menu of a frame, note or line that is selected: its links, what commands do with it, and its color. */
export function itemMenu(session: EditorSession, item: ItemBox): MenuEntries {
  const { items } = session;
  const note = item.kind === 'notes' ? items.note(item.id) : undefined;
  const group = item.kind === 'instances' ? items.groupOf(item.id) : undefined;
  const color = (group ?? note ?? items.line(item.id) ?? items.frame(item.id))?.color;
  const links = note ? noteLinks(note.text) : [];
  return [
    ...links.map((href) => ({
      id: `open ${href}`,
      label: t.open(href),
      icon: <ExternalLink aria-hidden />,
      onSelect: () => window.open(href, '_blank', 'noopener'),
    })),
    links.length > 0 && { kind: 'separator', id: 'below the links' },
    ...commandMenu('canvas-item', { scope: 'canvas' }),
    ...colorEntries(
      { name: t.gray, color: 'var(--text-3)' },
      (next) => next === color,
      (next) => items.setColor(next),
    ),
  ];
}
