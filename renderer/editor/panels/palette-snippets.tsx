import { Package } from 'lucide-react';
import { type ReactElement } from 'react';
import { useSearch } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import type { useSnippets } from '../canvas/overlays/snippets-dialog.tsx';
import type { EditorSession } from '../session/editor-session.ts';
import css from './palette-panel.module.css';

const t = words.editorPanels.paletteSnippets;
const textOf = ({ name }: { name: string }): string => name;

/** What the person saved, above the node types; nothing while there is none. A press places it. */
export function PaletteSnippets({
  session,
  snippets,
  query,
}: {
  session: EditorSession;
  snippets: ReturnType<typeof useSnippets>;
  query: string;
}): ReactElement | null {
  const found = useSearch(snippets, query, textOf);
  if (found.length === 0) return null;
  return (
    <section aria-label={t.snippets}>
      <button
        type="button"
        className={css['category']}
        data-palette-row="heading"
        aria-haspopup="dialog"
        title={t.searchRenameDeleteSnippets}
        onClick={() => session.ui.set({ snippets: { mode: 'list' } })}
      >
        {t.snippets}
        <small>{found.length}</small>
      </button>
      <ul>
        {found.map((snippet) => (
          <li key={snippet.id}>
            <button
              type="button"
              className={css['type']}
              data-palette-row
              onClick={(event) => {
                // The second press of a double-click places no second one.
                if (event.detail < 2) session.snippets.insert(snippet);
              }}
            >
              <span className={css['thumb']}>
                <Package size={16} aria-hidden />
              </span>
              <span className={css['typeName']} dir="auto">
                {snippet.name}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
