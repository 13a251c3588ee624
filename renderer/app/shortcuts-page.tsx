import { useState, type ReactElement } from 'react';
import { Search } from 'lucide-react';
import { commandIds, commandTable, type CommandDescription } from '#shared/desk/commands.ts';
import { formatShortcut, isMacPlatform, keyAreaList } from '#renderer/commands/index.ts';
import { EmptyState, Kbd, TextField } from '#renderer/ui/index.ts';
import css from './page.module.css';

const menuTitles: Record<NonNullable<CommandDescription['menu']>, string> = {
  file: 'Projects and files',
  edit: 'Editing',
  view: 'View',
  run: 'Running',
  help: 'Help',
};

interface Section {
  title: string;
  rows: { id: string; title: string; keys: readonly string[] }[];
}

/** All keys: those of commands by menu, then those of the parts of a page. */
function sectionsOf(isMac: boolean): Section[] {
  const shown = (keys: readonly string[]): string[] => keys.map((key) => formatShortcut(key, isMac));
  const commands = Object.entries(menuTitles).map(([menu, title]): Section => ({
    title,
    rows: commandIds.flatMap((id) => {
      const command: CommandDescription = commandTable[id];
      // Cut, copy and paste are in the system's own part of the menu.
      if (command.shortcut === undefined || (command.menu ?? 'edit') !== menu) return [];
      return [{ id, title: command.title, keys: shown([command.shortcut]) }];
    }),
  }));
  const areas = keyAreaList.map((area): Section => ({
    title: area.title,
    rows: area.keys.map(({ title, keys }) => ({ id: `${area.id} ${title}`, title, keys: shown(keys) })),
  }));
  return [...commands, ...areas];
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
    <div className={css['page']}>
      <h1 className={css['title']}>Keyboard shortcuts</h1>
      <p className={css['lead']}>
        Commands without a key of their own are in the command palette:{' '}
        <Kbd>{formatShortcut('Mod+K', isMac)}</Kbd>
      </p>
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
    </div>
  );
}
