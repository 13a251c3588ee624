import type { ServiceContext } from '#service/context.ts';
import { startOfMonth } from '#service/rules/start-of-month.ts';
import { findPersonMonth, type NodeOfRun, type PersonMonth } from './rows.ts';

/** What a person may spend in a calendar month. */

type LimitContext = Pick<ServiceContext, 'db' | 'now'>;

/** @returns null for a person who is not there */
export const personMonth = (
  ctx: LimitContext,
  personId: string,
  excluded: NodeOfRun | null = null,
): Promise<PersonMonth | null> => findPersonMonth(ctx.db, personId, startOfMonth(ctx.now()), excluded);

/**
 * Why a node of a person's run may not begin; null where it may.
 * @param price in microcredits
 * @param node which node that is: one that an earlier process began is not counted against itself
 */
export async function rejectionOfPerson(
  ctx: LimitContext,
  personId: string | null,
  price: bigint,
  node: NodeOfRun,
): Promise<{ code: string; message: string } | null> {
  const month = personId === null ? null : await personMonth(ctx, personId, node);
  if (month === null) return null;
  if (month.isDisabled) {
    return {
      code: 'PERSON_DISABLED',
      message: 'Whoever started this run was disabled. Run it as somebody else.',
    };
  }
  const { limit, spent, running, abandoned } = month;
  if (limit === null || price === 0n || limit - spent - running - abandoned >= price) return null;
  return {
    code: 'SPEND_LIMIT_REACHED',
    message: `This node costs ${price} microcredits, which is more than is left of what you may spend this month. Ask for a higher limit.`,
  };
}
