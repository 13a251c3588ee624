import { useQuery } from '@tanstack/react-query';
import { Coins, Ellipsis } from 'lucide-react';
import type { ReactElement } from 'react';
import { commandMenu, commands } from '#renderer/commands/index.ts';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import { creditsQuery } from '#renderer/spend/index.ts';
import { formatCreditAmount, IconButton, Menu, type MenuEntries } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

/** Up to this width the credits have no room in the bar; as in its styles. */
const NO_CREDITS = '(max-width: 1320px)';

/** What is needed now and then in an open project: the project itself, its panels, the theme and help. */
export function OverflowMenu({ connectionId }: { connectionId: string }): ReactElement {
  const { data } = useQuery(creditsQuery(connectionId));
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={words.bar.more}>
          <Ellipsis />
        </IconButton>
      }
      entries={() =>
        entriesWith(connectionId === LOCAL_CONNECTION_ID ? undefined : data?.balanceMicrocredits)
      }
    />
  );
}

/** @param balance in microcredits; undefined where nobody is told. */
function entriesWith(balance: string | undefined): MenuEntries {
  if (balance === undefined || !matchMedia(NO_CREDITS).matches) return commandMenu('more');
  return [
    {
      id: 'credits',
      label: words.spend.balance(formatCreditAmount(balance), ''),
      icon: <Coins aria-hidden />,
      onSelect: () => commands.run('view.spend'),
    },
    { kind: 'separator', id: 'after the credits' },
    ...commandMenu('more'),
  ];
}
