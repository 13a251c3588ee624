import { createHmac, randomBytes } from 'node:crypto';
import { isLiveRun } from '#shared/desk/run-origin.ts';
import type { ServiceContext } from '#service/context.ts';
import { Problem } from '#service/problems/problem.ts';
import { dataPaths } from '#service/storage/data-directory.ts';
import { transaction, type Database } from '#service/storage/database.ts';
import { seal, unseal } from '#service/storage/sealed.ts';
import { countWebhooks, insertDelivery, insertWebhook, webhooksOf, type PendingDelivery } from './rows.ts';

/** Addresses outside that are called when a run ends: each call is a row of the transaction that ended the run. */

/** Of one account. */
const MAX_WEBHOOKS = 20;
const MAX_URL_LENGTH = 2000;

/** What calls are signed with belongs to one webhook. */
const purposeOf = (webhookId: string): string => `webhook ${webhookId}`;

const invalid = (message: string): Problem => Problem.of('SETTING_INVALID', message, { field: 'url' });

/** @throws Problem SETTING_INVALID */
function checkedUrl(input: string, isPrivate: boolean): string {
  const url = URL.canParse(input) ? new URL(input) : null;
  if (url === null || input.length > MAX_URL_LENGTH)
    throw invalid('Give a whole address, as https://example.com/runs.');
  if (url.username !== '' || url.password !== '')
    throw invalid('Leave name and password out of the address: calls are signed.');
  if (url.protocol !== 'https:' && !(isPrivate && url.protocol === 'http:'))
    throw invalid(
      'The address has to begin with https://. Inside a private network add --private for http://.',
    );
  return url.href;
}

/**
 * Adds an address that is called when a run of an account ends.
 * @param isPrivate whether it may lie inside a private network.
 * @returns its secret, shown once. @throws Problem SETTING_INVALID
 */
export async function addWebhook(
  { db, newId, getTime }: { db: Database; newId: (prefix: string) => string; getTime: () => number },
  dataDirectory: string,
  { accountId, url: input, isPrivate }: { accountId: string; url: string; isPrivate: boolean },
): Promise<{ id: string; secret: string }> {
  const url = checkedUrl(input, isPrivate);
  const id = newId('whk');
  const secret = `whs_${randomBytes(32).toString('base64url')}`;
  const sealedSecret = seal(dataPaths(dataDirectory).providerKeys, purposeOf(id), secret);
  const createdAt = new Date(getTime()).toISOString();
  await transaction(db, async () => {
    if ((await countWebhooks(db, accountId)) >= MAX_WEBHOOKS)
      throw invalid(`A workspace has at most ${MAX_WEBHOOKS} webhooks. Remove one first.`);
    await insertWebhook(db, { id, accountId, url, isPrivate, createdAt, sealedSecret });
  });
  return { id, secret };
}

/** A run that ends, as receivers are told. */
export interface RunEnd {
  id: string;
  accountId: string;
  projectId: string | null;
  status: string;
  executionTimeMs: number | null;
  error: { code: string; message: string } | null;
  externalId: string | null;
  externalUserId: string | null;
  externalWorkspaceId: string | null;
}

/** Inside the transaction that ends a run: writes down what its account's webhooks are told. Previews are no news. */
export async function enqueueRunEnd(
  { db, newId, now }: Pick<ServiceContext, 'db' | 'newId' | 'now'>,
  { accountId, error, ...row }: RunEnd,
): Promise<void> {
  if (isLiveRun(row.externalId)) return;
  const {
    id: runId,
    projectId,
    status,
    executionTimeMs,
    externalId,
    externalUserId,
    externalWorkspaceId,
  } = row;
  const end = {
    id: runId,
    projectId,
    status,
    executionTimeMs,
    externalId,
    externalUserId,
    externalWorkspaceId,
  };
  const at = new Date(now()).toISOString();
  for (const webhookId of await webhooksOf(db, accountId)) {
    const id = newId('dlv');
    const failure = error === null ? null : { code: error.code, message: error.message };
    const body = JSON.stringify({
      id,
      type: `run.${status}`,
      createdAt: at,
      run: { ...end, error: failure },
    });
    await insertDelivery(db, { id, webhookId, runId, body, at });
  }
}

/** @throws SealProblem where the file that opens it is another one */
export function signatureHeaders(
  dataDirectory: string,
  { id, body, webhookId, sealedSecret }: PendingDelivery,
  timestampMs: number,
): Record<string, string> {
  const secret = unseal(
    dataPaths(dataDirectory).providerKeys,
    purposeOf(webhookId),
    Buffer.from(sealedSecret),
  );
  const timestamp = String(Math.floor(timestampMs / 1000));
  const signature = createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex');
  return {
    'content-type': 'application/json',
    'user-agent': 'Patchbay-Webhooks',
    'x-patchbay-delivery': id,
    'x-patchbay-timestamp': timestamp,
    'x-patchbay-signature': `v1=${signature}`,
  };
}
