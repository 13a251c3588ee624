import { useQuery } from '@tanstack/react-query';
import { CloudOff, Coins } from 'lucide-react';
import type { ReactElement } from 'react';
import { useCachedAt } from '#renderer/desk/index.ts';
import { creditsKey, creditsQuery } from '#renderer/spend/index.ts';
import { formatCreditAmount, formatExactTime, Tooltip, VisuallyHidden } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './editor-page.module.css';

/** The account's balance; nothing where the key may not see it or the service has no billing. */
export function Credits({ connectionId }: { connectionId: string }): ReactElement | null {
  const credits = useQuery(creditsQuery(connectionId));
  const cachedAt = useCachedAt(creditsKey(connectionId));
  if (!credits.data) return null;
  const amount = formatCreditAmount(credits.data.balanceMicrocredits);
  const age = cachedAt === null ? '' : words.spend.asOf(formatExactTime(Date.parse(cachedAt)));
  return (
    <Tooltip text={words.spend.balance(amount, age)}>
      <span className={css['credits']}>
        {cachedAt === null ? <Coins aria-hidden /> : <CloudOff aria-hidden />}
        {cachedAt === null ? null : <VisuallyHidden>{`Offline${age}: `}</VisuallyHidden>}
        {amount}
        <span className={css['creditsUnit']}>{words.spend.unit}</span>
      </span>
    </Tooltip>
  );
}
