import type { ServiceContext } from '#service/context.ts';
import { startOfMonth } from '#service/rules/start-of-month.ts';
import { findPersonMonth, type PersonMonth } from './rows.ts';

/** What a person may spend in a calendar month. */

type LimitContext = Pick<ServiceContext, 'db' | 'now'>;

/** @returns null for a person who is not there */
export const personMonth = (ctx: LimitContext, personId: string): Promise<PersonMonth | null> =>
  findPersonMonth(ctx.db, personId, startOfMonth(ctx.now()));

/** Why a node of a person's run may not begin; null where it may. @param price in microcredits */
export async function rejectionOfPerson(
  ctx: LimitContext,
  personId: string | null,
  price: bigint,
): Promise<{ code: string; message: string } | null> {
  const month = personId === null ? null : await personMonth(ctx, personId);
  if (month === null) return null;
  if (month.isDisabled) {
    return {
      code: 'PERSON_DISABLED',
      message: 'Whoever started this run was disabled. Run it as somebody else.',
    };
  }
  if (month.limit === null || price === 0n || month.limit - month.spent - month.running >= price) return null;
  return {
    code: 'SPEND_LIMIT_REACHED',
    message: `This node costs ${price} microcredits, which is more than is left of what you may spend this month. Ask for a higher limit.`,
  };
}
