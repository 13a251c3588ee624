import { randomUUID } from 'node:crypto';
import {
  TEAM_LIMITS,
  type TeamChange,
  type TeamPage,
  type TeamRegister,
  type TeamRuns,
} from '#shared/administration/team.ts';
import type { ServiceContext } from '#service/context.ts';
import { transaction } from '#service/storage/database.ts';
import { mergeNotes } from './merge-notes.ts';
import { outputFinder } from './register-outputs.ts';
import {
  deleteChangesBefore,
  findStore,
  findValue,
  insertChange,
  openStore,
  registersAfter,
  saveStore,
  writeRegister,
  type RegisterKey,
} from './register-rows.ts';
import { orderBeforeLatest, runsAfter } from './team-run-rows.ts';

/** Registers of an account; whatever was written stays. */
const MAX_REGISTERS = 500_000;

type Outcome = 'applied' | 'no-output' | 'full';

/** Who changes something. */
interface Writer {
  accountId: string;
  keyId: string;
}

type Context = Pick<ServiceContext, 'db' | 'now'>;

/**
 * Applies changes in their order, each once: what was written last stands.
 */
export function changeRegisters(
  { db, now, accountNews }: Context & Pick<ServiceContext, 'accountNews'>,
  { accountId, keyId }: Writer,
  changes: readonly TeamChange[],
): Promise<{ id: string; outcome: Outcome }[]> {
  return transaction(db, async () => {
    const changedAt = new Date(now()).toISOString();
    const store = await openStore(db, accountId, randomUUID());
    const before = store.sequence;
    const findOutput = outputFinder(db, accountId);

    async function apply(change: TeamChange): Promise<Outcome> {
      const output = 'output' in change ? await findOutput(change.output) : null;
      if (output === null && 'output' in change) return 'no-output';
      const { field } = change;
      const collectionId = 'collectionId' in change ? change.collectionId : null;
      const key: RegisterKey = { field, collectionId, output };
      const present = await findValue(db, accountId, key);
      if (present === null && store.registerCount >= MAX_REGISTERS) return 'full';
      if (!(await insertChange(db, accountId, change.id, changedAt))) return 'applied';
      const value = JSON.stringify(valueOf(change, present));
      if (value === present) return 'applied';
      store.sequence += 1;
      if (present === null) store.registerCount += 1;
      await writeRegister(db, accountId, key, {
        value,
        sequence: store.sequence,
        changedAt,
        changedBy: keyId,
      });
      return 'applied';
    }

    const results: { id: string; outcome: Outcome }[] = [];
    for (const change of changes) results.push({ id: change.id, outcome: await apply(change) });
    if (store.sequence > before) {
      await saveStore(db, accountId, store);
      accountNews.changed(accountId);
    }
    return results;
  });
}

/** @param present JSON of what stands there; null where nothing was written. */
function valueOf(change: TeamChange, present: string | null): boolean | string | null {
  if (change.field !== 'note' || present === null) return change.value;
  return mergeNotes(change, JSON.parse(present) as string | null, TEAM_LIMITS.joinedNote);
}

/** The name of the present count of an account, by which readers notice that it began anew. */
async function storeIdOf({ db }: Context, accountId: string): Promise<string> {
  const store =
    (await findStore(db, accountId)) ?? (await transaction(db, () => openStore(db, accountId, randomUUID())));
  return `${accountId}.${store.storeId}`;
}

/**
 * Runs of an account, oldest first.
 * @param after the order of the last one that the reader has; null for the newest ones
 */
export async function readRuns(
  ctx: Context,
  { accountId, personId }: { accountId: string; personId: string | null },
  after: number | null,
): Promise<TeamRuns> {
  const storeId = await storeIdOf(ctx, accountId);
  const from = after ?? (await orderBeforeLatest(ctx.db, accountId));
  const runs = await runsAfter(ctx.db, accountId, personId, from);
  return { storeId, runs, isLast: runs.length < TEAM_LIMITS.runs };
}

/** What was written after a sequence number. */
export async function readRegisters(ctx: Context, accountId: string, after: number): Promise<TeamPage> {
  const storeId = await storeIdOf(ctx, accountId);
  const found = await registersAfter(ctx.db, accountId, after, TEAM_LIMITS.page);
  const registers = fitting(found);
  const isLast = found.length < TEAM_LIMITS.page && registers.length === found.length;
  return { storeId, registers, isLast };
}

/** Of a page, as JSON: far below what a desktop process reads. One register alone is shorter. */
const PAGE_BYTES = 4 * 1024 * 1024;

/** The first of these that fit into a page. */
function fitting(registers: readonly TeamRegister[]): TeamRegister[] {
  let bytes = 0;
  const end = registers.findIndex((register) => {
    bytes += Buffer.byteLength(JSON.stringify(register));
    return bytes > PAGE_BYTES;
  });
  return registers.slice(0, end === -1 ? registers.length : end);
}

/** The newest sequence number of an account. */
export const lastSequence = async ({ db }: Context, accountId: string): Promise<number> =>
  (await findStore(db, accountId))?.sequence ?? 0;

/** So long a change that is sent once more is known to be applied. Days. */
const KEEP_DAYS = 180;

/** Forgets changes that were applied long ago; whoever sent them has the answer. */
export const removeOldChanges = ({ db, now }: Context): Promise<void> =>
  deleteChangesBefore(db, new Date(now() - KEEP_DAYS * 24 * 3_600_000).toISOString());
