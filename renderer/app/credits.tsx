import { useQuery } from '@tanstack/react-query';
import { Coins } from 'lucide-react';
import type { ReactElement } from 'react';
import { endpoints } from '#shared/api/index.ts';
import { apiFor } from '#renderer/desk/index.ts';
import { creditsKey } from '#renderer/spend/index.ts';
import { formatCreditAmount, Tooltip } from '#renderer/ui/index.ts';
import css from './editor-page.module.css';

/** The account's balance; nothing where the key may not see it or the service has no billing. */
export function Credits({ connectionId }: { connectionId: string }): ReactElement | null {
  const credits = useQuery({
    queryKey: creditsKey(connectionId),
    queryFn: ({ signal }) => apiFor(connectionId)(endpoints.account.credits, { signal }),
    retry: false,
    staleTime: 60_000,
  });
  if (!credits.data) return null;
  const amount = formatCreditAmount(credits.data.balanceMicrocredits);
  return (
    <Tooltip text={`${amount} credits left in the account`}>
      <span className={css['credits']}>
        <Coins aria-hidden />
        {amount}
        <span className={css['creditsUnit']}>credits</span>
      </span>
    </Tooltip>
  );
}
