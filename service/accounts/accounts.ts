import type { PublicAccountCredits } from '#shared/api/index.ts';
import type { ServiceContext } from '#service/context.ts';
import type { HandlersOf } from '#service/http/handler.ts';
import { wholeCredits } from '#service/spend/spend.ts';
import { transaction, type Database } from '#service/storage/database.ts';
import { one, run, statement, text, textOrNull } from '#service/storage/statements.ts';
import { prepareSampleProject } from '#service/samples/sample-project.ts';
import { prepareSampleTemplates } from '#service/samples/sample-templates.ts';

const MICROCREDITS = 1_000_000n;
/** Version of the unit that amounts are kept in: microcredits. */
const LEDGER_UNIT_VERSION = 2;

/** The account of that name, made when there is none. It is empty until its first request. */
export function ensureAccount(
  db: Database,
  newId: (prefix: string) => string,
  now: number,
  name: string,
): string {
  return transaction(db, () => {
    const found = one(db, 'SELECT id FROM accounts WHERE name = ?', name);
    if (found) return text(found, 'id');
    const id = newId('acc');
    const at = new Date(now).toISOString();
    run(
      db,
      'INSERT INTO accounts (id, name, balance_microcredits, created_at, updated_at) VALUES (?, ?, 0, ?, ?)',
      id,
      name,
      at,
      at,
    );
    return id;
  });
}

const opening = new WeakMap<ServiceContext, Map<string, Promise<void>>>();

/** Asks for the sample project of an account: made at its next request, and once only, whatever becomes of it. */
export function requestSampleProject(db: Database, accountId: string): void {
  run(db, `UPDATE accounts SET sample_project = 'wanted' WHERE id = ? AND sample_project IS NULL`, accountId);
}

/**
 * Gives a new account its starting credits and templates, once, and the sample project when it was asked for. It
 * happens at the first request and not when the key is made, because the command that makes keys knows neither the
 * service's settings nor its node types.
 */
export function openAccount(ctx: ServiceContext, accountId: string): Promise<void> {
  let ofService = opening.get(ctx);
  if (!ofService) opening.set(ctx, (ofService = new Map()));
  const running = ofService.get(accountId);
  if (running) return running;
  const opened = open(ctx, accountId).finally(() => ofService.delete(accountId));
  ofService.set(accountId, opened);
  return opened;
}

async function open(ctx: ServiceContext, accountId: string): Promise<void> {
  const account = one(ctx.db, 'SELECT opened_at, sample_project FROM accounts WHERE id = ?', accountId);
  const addTemplates = account?.['opened_at'] === null ? await prepareSampleTemplates(ctx) : null;
  const addProject = account?.['sample_project'] === 'wanted' ? await prepareSampleProject(ctx) : null;
  transaction(ctx.db, () => {
    if (addProject !== null && takeSampleRequest(ctx.db, accountId)) addProject(accountId);
    if (addTemplates !== null && markOpened(ctx, accountId)) addTemplates(accountId);
  });
}

/** @returns false when the sample project was made meanwhile. */
const takeSampleRequest = (db: Database, accountId: string): boolean =>
  run(
    db,
    `UPDATE accounts SET sample_project = 'made' WHERE id = ? AND sample_project = 'wanted'`,
    accountId,
  ) === 1;

/** Pays the starting credits. @returns false when the account was opened meanwhile. */
function markOpened(ctx: ServiceContext, accountId: string): boolean {
  const at = new Date(ctx.now()).toISOString();
  return (
    run(
      ctx.db,
      `UPDATE accounts SET balance_microcredits = balance_microcredits + ?, opened_at = ?, updated_at = ?
       WHERE id = ? AND opened_at IS NULL`,
      BigInt(ctx.config.credits) * MICROCREDITS,
      at,
      at,
      accountId,
    ) === 1
  );
}

/** One credit is one cent. Local accounts hold pay-as-you-go credits only: there is no subscription to bill. */
function creditsOf(ctx: ServiceContext, accountId: string): PublicAccountCredits {
  const select = statement(ctx.db, 'SELECT balance_microcredits, updated_at FROM accounts WHERE id = ?');
  select.setReadBigInts(true);
  const row = select.get(accountId);
  if (!row) throw new Error('The account of a valid key is missing.');
  const balance = row['balance_microcredits'] as bigint;
  const cents = wholeCredits(balance);
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
    updatedAt: textOrNull(row, 'updated_at'),
  };
}

export const createAccountHandlers = (ctx: ServiceContext): HandlersOf<'account'> => ({
  'account.credits': ({ caller }) => creditsOf(ctx, caller.accountId),
});
