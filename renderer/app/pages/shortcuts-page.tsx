import { useState, type ReactElement } from 'react';
import { Pencil, Search } from 'lucide-react';
import type { Chord } from '#shared/commands/index.ts';
import { withKeys, type KeyChanges } from '#shared/commands/key-changes.ts';
import { formatShortcut, isMacPlatform } from '#renderer/keys/index.ts';
import { keysLabel, useKeyMap } from '#renderer/commands/index.ts';
import { searchTexts } from '#shared/search/index.ts';
import { describeProblem, useChangeSettings, useSettings } from '#renderer/desk/index.ts';
import {
  Button,
  EmptyState,
  IconButton,
  Kbd,
  Page,
  PageColumns,
  PageHeader,
  showToast,
  TextField,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ChangeKeysDialog } from './change-keys-dialog.tsx';
import { shortcutSections, type ShortcutRow, type ShortcutSection } from './shortcut-sections.ts';
import css from '../parts/page.module.css';

const t = words.appPages.shortcutsPage;

/** The sections and rows that hold a text in their name or keys. */
function matching(sections: readonly ShortcutSection[], query: string, isMac: boolean): ShortcutSection[] {
  const textOf = (title: string, row: ShortcutRow): string =>
    [title, row.title, ...row.chords.map((chord) => formatShortcut(chord, isMac))].join('\n');
  const all = sections.flatMap(({ title, rows }) => rows.map((row) => ({ title, row })));
  const found = new Set(
    searchTexts(all, query, ({ title, row }) => textOf(title, row)).map(({ row }) => row),
  );
  return sections
    .map(({ title, rows }) => ({ title, rows: rows.filter((row) => found.has(row)) }))
    .filter(({ rows }) => rows.length > 0);
}

/** Stores changed keys. */
function useChangeKeys(): (keys: KeyChanges) => void {
  const change = useChangeSettings();
  return (keys) =>
    change.mutate(
      { keys: Object.fromEntries(Object.entries(keys).map(([name, chords]) => [name, [...chords]])) },
      {
        onError: (error) =>
          showToast({
            kind: 'error',
            title: t.keysNotChanged,
            description: describeProblem(error),
          }),
      },
    );
}

/** Every key that works somewhere; those of commands can be changed. */
export function ShortcutsPage(): ReactElement {
  const [query, setQuery] = useState('');
  const [changing, setChanging] = useState<ShortcutRow['change']>(null);
  const settings = useSettings();
  const map = useKeyMap();
  const changeKeys = useChangeKeys();
  const changes = settings.data?.keys ?? {};
  const sections = matching(shortcutSections(map), query, isMacPlatform());
  const change = (chords: readonly Chord[] | null): void => {
    if (changing) changeKeys(withKeys(changes, changing.scope, changing.id, chords));
  };
  return (
    <Page columns>
      <PageHeader
        title={words.commandWords.commands['help.shortcuts'].title}
        lead={
          <>
            {t.commandsCommandPaletteWell}
            <Kbd>{keysLabel('app.command-palette')}</Kbd>
          </>
        }
        actions={
          Object.keys(changes).length === 0 ? undefined : (
            <Button onClick={() => changeKeys({})}>{t.resetAllKeys}</Button>
          )
        }
      />
      <TextField
        label={t.searchShortcuts}
        hideLabel
        icon={<Search aria-hidden />}
        placeholder={t.searchNameKey}
        value={query}
        onValueChange={setQuery}
      />
      <PageColumns>
        {sections.map(({ title, rows }) => (
          <section key={title} className={css['section']} aria-label={title}>
            <h2 className={css['heading']}>{title}</h2>
            <ul className={css['rows']}>
              {rows.map((row) => (
                <ShortcutLine key={row.id} row={row} onChange={() => setChanging(row.change)} />
              ))}
            </ul>
          </section>
        ))}
      </PageColumns>
      {sections.length === 0 ? (
        <EmptyState compact title={t.noShortcutMatches} text={t.tryAnotherWordKey} />
      ) : null}
      {changing ? (
        <ChangeKeysDialog map={map} command={changing} onClose={() => setChanging(null)} onChange={change} />
      ) : null}
    </Page>
  );
}

function ShortcutLine({ row, onChange }: { row: ShortcutRow; onChange: () => void }): ReactElement {
  const isMac = isMacPlatform();
  return (
    <li className={`${css['row']} ${css['keys']}`}>
      <span>{row.title}</span>
      <span className={css['keyList']}>
        {row.isChanged ? <span className={css['rowHint']}>{t.changed}</span> : null}
        {row.chords.map((chord) => (
          <Kbd key={chord}>{formatShortcut(chord, isMac)}</Kbd>
        ))}
        {row.change ? (
          <IconButton label={t.changeKeys(row.title)} size="small" onClick={onChange}>
            <Pencil />
          </IconButton>
        ) : (
          <span className={css['noChange']} />
        )}
      </span>
    </li>
  );
}
