import type { CommandContext } from './context.ts';
import { commandMenus, commandTable, type CommandId, type CommandTable, type MenuId } from './index.ts';
import { keyScopeIds, keyScopes, type KeyScope } from './key-scopes.ts';
import { reasons, type Reason } from './reasons.ts';

/** What people read of one command; `CommandDescription` says what each is. */
interface CommandTexts {
  readonly title: string;
  readonly dynamicTitle?: (context: CommandContext) => string;
  readonly words?: string;
}

/** What people read of commands, menus and keys, in one language. */
export interface CommandWords {
  readonly commands: { readonly [Id in CommandId]: CommandTexts };
  readonly menus: {
    readonly [Menu in MenuId]: {
      readonly title: string;
      readonly submenus?: Readonly<Record<string, string>>;
    };
  };
  /** Of a scope its title, and what its own keys do, in their order. */
  readonly scopes: {
    readonly [Scope in KeyScope]: { readonly title: string; readonly keys: readonly string[] };
  };
  readonly reasons: Readonly<Record<Reason, string>>;
  /** What a command that is not there says, and what is left where no single thing is missing. */
  readonly unavailable: (title: string) => string;
}

type Texts<Row> = {
  readonly [Field in keyof Row & keyof CommandTexts]: Row[Field] extends string
    ? string
    : (context: CommandContext) => string;
};

type TitlesOf<Keys extends readonly unknown[]> = { readonly [Index in keyof Keys]: string };

/** The words of another language: it has all that the tables have, and no other. */
export interface TranslatedCommandWords extends CommandWords {
  readonly commands: { readonly [Id in CommandId]: Texts<CommandTable[Id]> };
  readonly menus: {
    readonly [Menu in MenuId]: {
      readonly [Field in keyof (typeof commandMenus)[Menu] & ('title' | 'submenus')]: Field extends 'title'
        ? string
        : Readonly<Record<keyof (typeof commandMenus)[Menu][Field], string>>;
    };
  };
  readonly scopes: {
    readonly [Scope in KeyScope]: {
      readonly title: string;
      readonly keys: TitlesOf<(typeof keyScopes)[Scope]['keys']>;
    };
  };
}

/** The words of the tables themselves. */
export const englishCommandWords: CommandWords = {
  commands: commandTable,
  menus: commandMenus,
  scopes: scopeWords(),
  reasons,
  unavailable: (title) => `“${title}” cannot be done here now.`,
};

function scopeWords(): CommandWords['scopes'] {
  const entries = keyScopeIds.map((scope) => {
    const { title, keys } = keyScopes[scope];
    return [scope, { title, keys: keys.map((key) => key.title) }];
  });
  return Object.fromEntries(entries);
}
