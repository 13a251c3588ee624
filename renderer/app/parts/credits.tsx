import { useQuery } from '@tanstack/react-query';
import { CloudOff, Coins } from 'lucide-react';
import type { ReactElement } from 'react';
import { LOCAL_CONNECTION_ID } from '#shared/desk/index.ts';
import { commands, keysLabel } from '#renderer/commands/index.ts';
import { useCachedAt } from '#renderer/desk/index.ts';
import { creditsKey, creditsQuery } from '#renderer/spend/index.ts';
import { formatCreditAmount, formatExactTime, Tooltip, VisuallyHidden } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './credits.module.css';

const t = words.appParts.credits;

/**
 * The account's balance, which leads to what was spent; nothing where the key may not see it, the service has no billing,
 * or in the local workspace, where nobody has an account to draw on.
 */
export function Credits({ connectionId }: { connectionId: string }): ReactElement | null {
  const isLocal = connectionId === LOCAL_CONNECTION_ID;
  const credits = useQuery({ ...creditsQuery(connectionId), enabled: !isLocal });
  const cachedAt = useCachedAt(creditsKey(connectionId));
  if (isLocal || !credits.data) return null;
  const amount = formatCreditAmount(credits.data.balanceMicrocredits);
  const age = cachedAt === null ? '' : words.spend.asOf(formatExactTime(Date.parse(cachedAt)));
  return (
    <Tooltip text={words.bar.creditsOf(words.spend.balance(amount, age))} shortcut={keysLabel('view.spend')}>
      <button type="button" className={css['credits']} onClick={() => commands.run('view.spend')}>
        {cachedAt === null ? <Coins aria-hidden /> : <CloudOff aria-hidden />}
        {cachedAt === null ? null : <VisuallyHidden>{t.offline(age)}</VisuallyHidden>}
        {amount} {words.spend.unit}
      </button>
    </Tooltip>
  );
}
