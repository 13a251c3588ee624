import type { ReactElement } from 'react';
import { Link } from 'wouter';
import { isCommandId, keyScopeIds, type CommandId } from '#shared/commands/index.ts';
import { quote, words } from '#renderer/words/index.ts';
import { keysLabel, useKeyMap } from '#renderer/commands/index.ts';
import { Kbd } from '#renderer/ui/index.ts';
import css from './help.module.css';

const SEGMENTS = /(\{[^}]+\}|\[[^\]]+\]\([^)]+\))/;

/** A paragraph in which `{run.start}` stands for the keys of a command and `[Settings](/settings)` for a page. */
export function ArticleText({ text }: { text: string }): ReactElement {
  return (
    <p className={css['paragraph']}>
      {text.split(SEGMENTS).map((segment, index) => {
        const key = `${index} ${segment}`;
        const link = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(segment);
        if (link) {
          return (
            <Link key={key} href={link[2] ?? '/'} className={css['link']}>
              {link[1]}
            </Link>
          );
        }
        const id = /^\{([^}]+)\}$/.exec(segment)?.[1];
        return id !== undefined && isCommandId(id) ? <CommandKeys key={key} id={id} /> : segment;
      })}
    </p>
  );
}

/** The keys that a command has now; its name for one whose keys were taken away. */
function CommandKeys({ id }: { id: CommandId }): ReactElement {
  useKeyMap();
  // Keys of the whole page stand first, then those of the place where the command works.
  const keys = keyScopeIds.map((scope) => keysLabel(id, scope)).find((label) => label !== undefined);
  return keys === undefined ? <>{quote(words.commandWords.commands[id].title)}</> : <Kbd>{keys}</Kbd>;
}
