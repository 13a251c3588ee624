import type { ReactElement } from 'react';
import { type CommandId, type KeyScope } from '#shared/commands/index.ts';
import { Button, IconButton, Tooltip, WordButton, type IconButtonProps } from '#renderer/ui/index.ts';
import { CommandIconView } from './command-icon.tsx';
import { formatShortcut, isMacPlatform } from '#renderer/keys/index.ts';
import { primaryChord } from './key-commands.ts';
import { useKeyMap } from './key-map.ts';
import { commands } from './registry.ts';
import { useCommandState } from './use-commands.ts';

export interface CommandButtonProps extends Partial<Pick<IconButtonProps, 'variant' | 'className'>> {
  id: CommandId;
  /** Where the button stands: keys of that part are shown. */
  scope?: KeyScope;
  /** Instead of the command's own, where the place asks for another. */
  icon?: ReactElement;
}

/** The keys of a command as this computer writes them. */
export function keysLabel(id: CommandId, scope?: KeyScope): string | undefined {
  const chord = primaryChord(id, scope);
  return chord === undefined ? undefined : formatShortcut(chord, isMacPlatform());
}

/**
 * A button that does nothing now stays under the focus, looks disabled and says why. It is not `disabled`, which would drop the
 * focus, and no key is kept from the commands of the page.
 */
const press = (id: CommandId, isEnabled: boolean) => ({
  'aria-disabled': !isEnabled || undefined,
  'data-disabled': isEnabled ? undefined : '',
  // Where it cannot be used now, this says why not.
  onClick: () => void commands.run(id),
});

/** A command in a toolbar: its icon, with name and keys in the tooltip; pressed in while a toggle is on. */
export function CommandButton({ id, scope, icon, ...buttonProps }: CommandButtonProps): ReactElement {
  const { title, enabled, disabledReason, checked } = useCommandState(id);
  useKeyMap();
  return (
    <IconButton
      {...buttonProps}
      label={disabledReason === undefined ? title : `${title}. ${disabledReason}`}
      shortcut={keysLabel(id, scope)}
      aria-pressed={checked}
      {...press(id, enabled)}
    >
      {icon ?? <CommandIconView id={id} />}
    </IconButton>
  );
}

/** A command in a toolbar with a word of its name; all of it and its keys are in the tooltip. */
export function CommandWordButton({
  id,
  scope,
  word,
  isOn,
  ...look
}: Omit<CommandButtonProps, 'icon'> & {
  word: string;
  /** Of a switch whose state only its place knows. */
  isOn?: boolean | undefined;
}): ReactElement {
  const { title, enabled, disabledReason, checked } = useCommandState(id);
  useKeyMap();
  return (
    <WordButton
      {...look}
      label={disabledReason === undefined ? title : `${title}. ${disabledReason}`}
      shortcut={keysLabel(id, scope)}
      icon={<CommandIconView id={id} />}
      aria-pressed={isOn ?? checked}
      {...press(id, enabled)}
    >
      <span>{word}</span>
    </WordButton>
  );
}

/** A command in a toolbar that has room for its name. */
export function CommandTextButton({ id }: { id: CommandId }): ReactElement {
  const { title, enabled, disabledReason } = useCommandState(id);
  useKeyMap();
  const shortcut = keysLabel(id);
  const button = (
    <Button
      size="small"
      icon={<CommandIconView id={id} />}
      title={shortcut === undefined ? disabledReason : undefined}
      {...press(id, enabled)}
    >
      {title}
    </Button>
  );
  // Its name is on the button: a note only where it has something to add.
  return shortcut === undefined ? (
    button
  ) : (
    <Tooltip text={disabledReason ?? title} shortcut={shortcut}>
      {button}
    </Tooltip>
  );
}
