import { useState, type ReactElement } from 'react';
import { Search } from 'lucide-react';
import { commandIds, commandTable, type CommandDescription } from '#shared/desk/commands.ts';
import { formatShortcut, isMacPlatform, useCommandList } from '#renderer/commands/index.ts';
import { EmptyState, Kbd, TextField } from '#renderer/ui/index.ts';
import css from './page.module.css';

const menus: Record<NonNullable<CommandDescription['menu']> | 'more', string> = {
  file: 'Projects and files',
  edit: 'Editing',
  view: 'View',
  run: 'Running',
  help: 'Help',
  more: 'More',
};

/** Every command with its shortcut. */
export function ShortcutsPage(): ReactElement {
  const [query, setQuery] = useState('');
  const registered = useCommandList();
  const isMac = isMacPlatform();
  const known = commandIds.map((id) => {
    const description: CommandDescription = commandTable[id];
    return { id, ...description };
  });
  const extra = registered
    .filter((command) => !known.some(({ id }) => id === command.id))
    .map((command) => ({
      id: command.id,
      title: command.title,
      shortcut: command.shortcut,
      menu: undefined,
    }));
  const wanted = query.trim().toLowerCase();
  const rows = [...known, ...extra].filter(
    ({ title, shortcut }) =>
      title.toLowerCase().includes(wanted) ||
      (shortcut !== undefined && formatShortcut(shortcut, isMac).toLowerCase().includes(wanted)),
  );
  return (
    <div className={css['page']}>
      <h1 className={css['title']}>Keyboard shortcuts</h1>
      <TextField
        label="Search shortcuts"
        hideLabel
        icon={<Search aria-hidden />}
        placeholder="Search by name or key"
        value={query}
        onValueChange={setQuery}
      />
      {Object.entries(menus).map(([menu, title]) => {
        const inMenu = rows.filter((row) => (row.menu ?? 'more') === menu);
        return inMenu.length === 0 ? null : (
          <section key={menu} className={css['section']} aria-label={title}>
            <h2 className={css['heading']}>{title}</h2>
            <ul className={css['rows']}>
              {inMenu.map((row) => (
                <li key={row.id} className={`${css['row']} ${css['keys']}`}>
                  <span>{row.title}</span>
                  {row.shortcut ? (
                    <Kbd>{formatShortcut(row.shortcut, isMac)}</Kbd>
                  ) : (
                    <span className={css['rowHint']}>in the palette</span>
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {rows.length === 0 ? (
        <EmptyState compact title="No shortcut matches" text="Try another word, or a key such as Ctrl." />
      ) : null}
    </div>
  );
}
