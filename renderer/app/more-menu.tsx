import { Coins, Ellipsis } from 'lucide-react';
import type { ReactElement } from 'react';
import { useQuery } from '@tanstack/react-query';
import { commandMenu, commands } from '#renderer/commands/index.ts';
import { creditsQuery } from '#renderer/spend/index.ts';
import { formatCreditAmount, IconButton, Menu } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';

/** Up to this width the credits have no room in the bar; as in its styles. */
const NO_CREDITS = '(max-width: 1320px)';

/** What is needed now and then in an open project: the project itself, its panels, the theme and help. */
export function MoreMenu({ connectionId }: { connectionId: string }): ReactElement {
  const credits = useQuery(creditsQuery(connectionId)).data;
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={words.bar.more}>
          <Ellipsis />
        </IconButton>
      }
      entries={() => [
        credits &&
          matchMedia(NO_CREDITS).matches && {
            id: 'credits',
            label: words.spend.balance(formatCreditAmount(credits.balanceMicrocredits), ''),
            icon: <Coins aria-hidden />,
            onSelect: () => commands.run('view.spend'),
          },
        credits && matchMedia(NO_CREDITS).matches && { kind: 'separator', id: 'after the credits' },
        ...commandMenu('more'),
      ]}
    />
  );
}
