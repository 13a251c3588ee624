import { findAccountId } from '#service/accounts/rows.ts';
import { Problem } from '#service/problems/problem.ts';
import { addWebhook } from '#service/webhooks/webhooks.ts';
import { listDeliveries, listWebhooks, removeWebhook } from '#service/webhooks/rows.ts';
import { createIds } from '../storage/ids.ts';
import { transaction } from '../storage/database.ts';
import { DATA_FLAGS, withCommandDatabase } from './command-database.ts';
import { parseFlags, UsageProblem } from './flags.ts';

/** Lines of the log. */
const MAX_LINES = 1000;

interface Output {
  print: (line: string) => void;
  note: (line: string) => void;
}

/**
 * `webhooks add | list | remove | deliveries`. Works on the database directly, whether the service runs or not.
 * @throws UsageProblem
 */
export async function runWebhooksCommand(
  args: readonly string[],
  print: (line: string) => void,
  note: (line: string) => void,
): Promise<void> {
  const [name, ...remaining] = args;
  if (name === 'add') await add(remaining, { print, note });
  else if (name === 'list') await list(remaining, print);
  else if (name === 'remove') await remove(remaining);
  else if (name === 'deliveries') await deliveries(remaining, print);
  else throw new UsageProblem('Use webhooks add, webhooks list, webhooks remove or webhooks deliveries.');
}

async function add(args: readonly string[], { print, note }: Output): Promise<void> {
  // The one flag that stands alone.
  const isPrivate = args.includes('--private');
  const { flags, positional } = parseFlags(
    args.filter((argument) => argument !== '--private'),
    [...DATA_FLAGS, 'account', 'url'],
  );
  const accountName = flags.get('account')?.[0];
  const url = flags.get('url')?.[0];
  if (accountName === undefined || url === undefined || positional.length > 0)
    throw new UsageProblem('webhooks add needs --account NAME and --url https://…');
  await withCommandDatabase(
    flags,
    async (db, directory) => {
      const accountId = await findAccountId(db, accountName);
      if (accountId === null) throw new UsageProblem(`There is no workspace "${accountName.slice(0, 100)}".`);
      const draft = { accountId, url, isPrivate };
      const context = { db, newId: createIds(Date.now), getTime: Date.now };
      const { id, secret } = await addWebhook(context, directory, draft).catch((error: unknown) => {
        throw error instanceof Problem ? new UsageProblem(error.message) : error;
      });
      print(secret);
      note(`Shown once: calls of ${id} are signed with it.`);
    },
    { mustExist: true },
  );
}

async function list(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { flags } = parseFlags(args, DATA_FLAGS);
  await withCommandDatabase(flags, async (db) => {
    print('id\taccount\turl\tprivate\tadded');
    for (const { id, accountName, url, isPrivate, createdAt } of await listWebhooks(db))
      print([id, accountName, url, isPrivate ? 'yes' : 'no', createdAt].join('\t'));
  });
}

async function remove(args: readonly string[]): Promise<void> {
  const { flags, positional } = parseFlags(args, DATA_FLAGS);
  const [id, ...extra] = positional;
  if (id === undefined || extra.length > 0)
    throw new UsageProblem('webhooks remove needs the id of one webhook.');
  await withCommandDatabase(flags, async (db) => {
    const at = new Date().toISOString();
    if (!(await transaction(db, () => removeWebhook(db, id, at))))
      throw new UsageProblem(`There is no webhook "${id.slice(0, 100)}". "webhooks list" shows all.`);
  });
}

async function deliveries(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { flags, positional } = parseFlags(args, DATA_FLAGS);
  await withCommandDatabase(flags, async (db) => {
    print('id\twebhook\trun\tended\tattempts\tstate\tanswer');
    for (const row of await listDeliveries(db, positional[0] ?? null, MAX_LINES)) {
      const state =
        row.deliveredAt !== null ? 'delivered' : row.nextAt === null ? 'given up' : `next ${row.nextAt}`;
      const answer = row.problem ?? (row.status === null ? '' : String(row.status));
      print([row.id, row.webhookId, row.runId, row.createdAt, row.attempts, state, answer].join('\t'));
    }
  });
}
