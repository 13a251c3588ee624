import { Box, LayoutTemplate } from 'lucide-react';
import { useSyncExternalStore, type ReactElement } from 'react';
import { useSearch } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { useOrigins } from '../canvas/overlays/group-library-dialog.tsx';
import type { EditorSession } from '../session/editor-session.ts';
import type { GroupOrigin } from '../session/session-library.ts';
import css from './palette-panel.module.css';

const t = words.groupLibrary;

/** What can be placed as a group: of the project, or saved or published before. */
type Row = { id: string; name: string } & (
  | { kind: 'project'; group: string; info: string }
  | { kind: GroupOrigin['kind']; origin: GroupOrigin }
);

const textOf = ({ name }: Row): string => name;

/** Groups of the project that have a name and came from nowhere else, with how often each is used. */
function groupsOfProject({ groups, store }: EditorSession): Row[] {
  return Object.entries(store.canvas.items.groups).flatMap(([group, { title, source }]): Row[] => {
    const count = groups.tree.instancesOf.get(group)?.length ?? 0;
    const isIncluded = source === undefined && title !== undefined && title.trim() !== '' && count > 0;
    return isIncluded
      ? [{ kind: 'project', id: group, group, name: title, info: words.groups.usedTimes(count) }]
      : [];
  });
}

/** Groups of the project, the library and templates, above the node types; nothing while there are none. A press places one. */
export function PaletteGroups({
  session,
  query,
}: {
  session: EditorSession;
  query: string;
}): ReactElement | null {
  useSyncExternalStore(session.groups.subscribe, session.groups.revision);
  const origins = useOrigins(session);
  const rows: Row[] = [
    ...groupsOfProject(session),
    ...origins.map((origin): Row => ({ kind: origin.kind, id: origin.id, name: origin.name, origin })),
  ];
  const found = useSearch(rows, query, textOf);
  if (found.length === 0) return null;
  const insert = (row: Row): void => {
    if (row.kind === 'project') session.groups.insert(row.group, session.view.center);
    else void session.library.insert(row.origin);
  };
  return (
    <section aria-label={t.groups}>
      <button
        type="button"
        className={css['category']}
        data-palette-row="heading"
        aria-haspopup="dialog"
        title={t.manage}
        onClick={() => session.ui.set({ groupLibrary: { mode: 'list' } })}
      >
        {t.groups}
        <small>{found.length}</small>
      </button>
      <ul>
        {found.map((row) => (
          <li key={`${row.kind} ${row.id}`}>
            <button
              type="button"
              className={css['type']}
              data-palette-row
              title={row.kind === 'project' ? row.info : undefined}
              onClick={(event) => {
                // The second press of a double-click places no second one.
                if (event.detail < 2) insert(row);
              }}
            >
              <span className={css['thumb']}>
                {row.kind === 'template' ? (
                  <LayoutTemplate size={16} aria-hidden />
                ) : (
                  <Box size={16} aria-hidden />
                )}
              </span>
              <span className={css['typeName']} dir="auto">
                {row.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
