import { useState, type ReactElement } from 'react';
import { Search } from 'lucide-react';
import {
  commandIds,
  commandMenus,
  commandTable,
  keyScopeIds,
  keyScopes,
  nativeMenuIds,
  type KeyScope,
} from '#shared/desk/commands/index.ts';
import { formatShortcut, isMacPlatform, shownKeys } from '#renderer/commands/index.ts';
import { EmptyState, Kbd, Page, PageHeader, TextField } from '#renderer/ui/index.ts';
import css from './page.module.css';

interface Section {
  title: string;
  rows: { id: string; title: string; keys: readonly string[] }[];
}

/** Commands that have keys in a scope, with these keys. */
const commandsWithKeys = (scope: KeyScope) =>
  commandIds.flatMap((id) => {
    const keys = commandTable[id].keys?.[scope];
    return keys ? [{ id, title: commandTable[id].title, keys }] : [];
  });

/** All keys: those that work everywhere by menu, then those of the parts of a page. */
function sectionsOf(isMac: boolean): Section[] {
  const everywhere = commandsWithKeys('page');
  const byMenu = nativeMenuIds.map((menu) => ({
    title: commandMenus[menu].title,
    rows: everywhere.filter(({ id }) => commandTable[id].menus?.[menu] !== undefined),
  }));
  const elsewhere = everywhere.filter(
    ({ id }) => !nativeMenuIds.some((menu) => commandTable[id].menus?.[menu]),
  );
  const byScope = keyScopeIds.map((scope) => ({
    title: keyScopes[scope].title,
    rows: [
      ...(scope === 'page' ? elsewhere : commandsWithKeys(scope)),
      ...keyScopes[scope].keys.map(({ title, keys }) => ({ id: `${scope} ${title}`, title, keys })),
    ],
  }));
  return [...byMenu, ...byScope].map(({ title, rows }) => ({
    title,
    rows: rows.map((row) => ({ ...row, keys: row.keys.map((key) => formatShortcut(key, isMac)) })),
  }));
}

/** Every key that works somewhere. */
export function ShortcutsPage(): ReactElement {
  const [query, setQuery] = useState('');
  const isMac = isMacPlatform();
  const wanted = query.trim().toLowerCase();
  const sections = sectionsOf(isMac)
    .map(({ title, rows }) => ({
      title,
      rows: rows.filter(
        (row) =>
          title.toLowerCase().includes(wanted) ||
          row.title.toLowerCase().includes(wanted) ||
          row.keys.some((key) => key.toLowerCase().includes(wanted)),
      ),
    }))
    .filter(({ rows }) => rows.length > 0);
  return (
    <Page>
      <PageHeader
        title={commandTable['help.shortcuts'].title}
        lead={
          <>
            Commands without a key of their own are in the command palette:{' '}
            <Kbd>{shownKeys('app.command-palette')}</Kbd>
          </>
        }
      />
      <TextField
        label="Search shortcuts"
        hideLabel
        icon={<Search aria-hidden />}
        placeholder="Search by name or key"
        value={query}
        onValueChange={setQuery}
      />
      {sections.map(({ title, rows }) => (
        <section key={title} className={css['section']} aria-label={title}>
          <h2 className={css['heading']}>{title}</h2>
          <ul className={css['rows']}>
            {rows.map((row) => (
              <li key={row.id} className={`${css['row']} ${css['keys']}`}>
                <span>{row.title}</span>
                <span className={css['keyList']}>
                  {row.keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {sections.length === 0 ? (
        <EmptyState compact title="No shortcut matches" text="Try another word, or a key such as Ctrl." />
      ) : null}
    </Page>
  );
}
