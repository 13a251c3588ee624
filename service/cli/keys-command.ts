import { ALL_SCOPES } from '#shared/api/index.ts';
import { LANGUAGES, type Language } from '#shared/desk/languages.ts';
import { ensureAccount, requestSampleProject } from '#service/accounts/rows.ts';
import { createKey, revokeKey } from '#service/accounts/keys.ts';
import { listKeys, type ApiKey } from '#service/accounts/key-rows.ts';
import { callableEndpoints } from '#service/templates/list-rows.ts';
import { transaction, type Database } from '../storage/database.ts';
import { noteAsCommand } from './note-as-command.ts';
import { createIds } from '../storage/ids.ts';
import { DATA_FLAGS, withCommandDatabase } from './command-database.ts';
import { parseFlags, UsageProblem, parseInteger } from './flags.ts';
import { entries, readScopes } from './scopes.ts';

/**
 * `keys create | list | revoke`. Works on the database directly, so that it does so whether the service runs or not.
 * @param print writes one line to standard output. @param note writes one to standard error.
 * @throws UsageProblem
 */
export async function runKeysCommand(
  args: readonly string[],
  print: (line: string) => void,
  note: (line: string) => void,
): Promise<void> {
  const [command, ...remaining] = args;
  if (command === 'create') await create(remaining, print);
  else if (command === 'list') await list(remaining, print);
  else if (command === 'revoke') await revoke(remaining, note);
  else throw new UsageProblem('Use keys create, keys list or keys revoke.');
}

/** The language of the sample. @throws UsageProblem */
function readLanguage(tag = 'en'): Language {
  const language = LANGUAGES.find((known) => known === tag);
  if (language === undefined) {
    throw new UsageProblem(`--language takes ${LANGUAGES.join(' or ')}, not "${tag}".`);
  }
  return language;
}

async function create(args: readonly string[], print: (line: string) => void): Promise<void> {
  // The one flag that stands alone.
  const sample = args.includes('--sample');
  const { flags, positional } = parseFlags(
    args.filter((argument) => argument !== '--sample'),
    [...DATA_FLAGS, 'account', 'scopes', 'expires-in', 'origins', 'language'],
  );
  rejectPositionals(positional);
  const account = flags.get('account')?.[0]?.trim();
  if (!account) throw new UsageProblem('keys create needs --account NAME.');
  const scopes = flags.get('scopes')?.[0];
  const origins = flags.get('origins')?.[0];
  const language = readLanguage(flags.get('language')?.[0]);
  const expiresIn = flags.get('expires-in')?.[0];
  const key = {
    ...(scopes === undefined ? {} : { scopes: readScopes(scopes) }),
    ...(origins === undefined ? {} : { origins: readOrigins(origins) }),
    ...(expiresIn === undefined
      ? {}
      : { expiresInSeconds: parseInteger('expires-in', expiresIn, 1, 100 * 365 * 86_400) }),
  };
  await withCommandDatabase(flags, async (db) => {
    const timestamp = Date.now();
    const newId = createIds(() => timestamp);
    const accountId = await ensureAccount(db, newId, timestamp, account);
    if (sample) await requestSampleProject(db, accountId, language);
    const secret = await transaction(db, async () => {
      const created = await createKey(db, newId, timestamp, { ...key, accountId });
      await noteAsCommand(db, 'key.create', { id: created.id, name: account });
      return created.secret;
    });
    print(secret);
  });
}

async function list(args: readonly string[], print: (line: string) => void): Promise<void> {
  const { flags, positional } = parseFlags(args, DATA_FLAGS);
  rejectPositionals(positional);
  const show = async (db: Database): Promise<void> => {
    print(['id', 'prefix', 'account', 'scopes', 'origins', 'expiry', 'last use', 'state'].join('\t'));
    for (const key of await listKeys(db)) print(describe(key));
  };
  await withCommandDatabase(flags, show, { mustExist: true });
}

const describe = (key: ApiKey): string =>
  [
    key.id,
    `${key.prefix}…`,
    key.accountName,
    key.scopes.size === ALL_SCOPES.length ? 'all' : [...key.scopes].join(','),
    key.origins?.join(',') ?? '-',
    key.expiresAt ?? 'never',
    key.lastUsedAt ?? 'never',
    key.revokedAt !== null ? 'revoked' : 'active',
  ].join('\t');

async function revoke(args: readonly string[], note: (line: string) => void): Promise<void> {
  const { flags, positional } = parseFlags(args, DATA_FLAGS);
  const [keyOrId, ...extraArgs] = positional;
  if (!keyOrId || extraArgs.length > 0) throw new UsageProblem('keys revoke needs one key or key id.');
  const end = async (db: Database): Promise<void> => {
    const revoked = await transaction(db, async () => {
      const found = await revokeKey(db, Date.now(), keyOrId);
      if (found !== null) await noteAsCommand(db, 'key.revoke', { id: found.id });
      return found;
    });
    if (revoked === null) throw new UsageProblem('There is no such key.');
    const { accountId } = revoked;
    const open = await callableEndpoints(db, accountId);
    if (open.length === 0) return;
    note('Endpoints have keys of their own, which go on: templates deactivate ENDPOINT_ID ends their calls.');
    for (const { id, name } of open) note(`${id}\t${name}`);
  };
  await withCommandDatabase(flags, end, { mustExist: true });
}

function rejectPositionals(positional: readonly string[]): void {
  if (positional.length > 0) throw new UsageProblem(`"${positional[0]}" is not understood here.`);
}

function readOrigins(text: string): string[] {
  const origins = entries(text);
  if (origins.length === 0) throw new UsageProblem('--origins names at least one origin.');
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new UsageProblem(
        `"${origin}" is not an origin. Write it as https://example.com, without a path.`,
      );
    }
  }
  return origins;
}
