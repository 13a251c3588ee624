import type { PublicAccountCredits } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { HandlersOf } from '#service/http/handler.ts';
import { toFullCredits } from '#service/rules/credits.ts';
import { balanceRow } from './rows.ts';

/** Version of the unit that amounts are kept in: microcredits. */
const LEDGER_UNIT_VERSION = 2;

/** One credit is one cent. Local accounts hold pay-as-you-go credits only: there is no subscription to bill. */
async function creditsOf(ctx: ServiceContext, accountId: string): Promise<PublicAccountCredits> {
  const { balance, updatedAt } = await balanceRow(ctx.db, accountId);
  const cents = toFullCredits(balance);
  return {
    balanceCents: cents,
    balanceDollars: cents / 100,
    balanceMicrocredits: balance.toString(),
    ledgerUnitVersion: LEDGER_UNIT_VERSION,
    managedProviderReceivableMicrocredits: '0',
    paygBalanceCents: cents,
    paygBalanceDollars: cents / 100,
    paygBalanceMicrocredits: balance.toString(),
    subscriptionBalanceCents: 0,
    subscriptionBalanceDollars: 0,
    subscriptionBalanceMicrocredits: '0',
    subscriptionMonthlyGrantCents: 0,
    subscriptionMonthlyGrantMicrocredits: '0',
    subscriptionRolloverCapCents: 0,
    subscriptionRolloverCapMicrocredits: '0',
    subscriptionPeriodEnd: null,
    subscriptionPlanTier: null,
    updatedAt,
  };
}

export const createAccountHandlers = (ctx: ServiceContext): HandlersOf<'account'> => ({
  'account.credits': ({ caller }) => creditsOf(ctx, caller.accountId),
});
