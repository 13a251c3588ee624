import { AUDIT_ACTIONS } from '#shared/administration/audit.ts';
import { listAuditEntries } from '#service/audit/rows.ts';
import { DATA_FLAGS, withCommandDatabase } from './command-database.ts';
import { parseFlags, parseInteger, UsageProblem } from './flags.ts';

const DEFAULT_ENTRIES = 200;
const MAX_ENTRIES = 100_000;

/** Names of objects are people's own: what would move a terminal is left out. */
const printable = (text: string | null): string => (text ?? '-').replaceAll(/\p{Cc}/gu, ' ');

/** `audit list`, newest first. @param print writes one line to standard output. @throws UsageProblem */
export async function runAuditCommand(args: readonly string[], print: (line: string) => void): Promise<void> {
  const [command, ...remaining] = args;
  if (command !== 'list') throw new UsageProblem('Use audit list.');
  const { flags, positional } = parseFlags(remaining, [...DATA_FLAGS, 'limit', 'before', 'action']);
  if (positional.length > 0) throw new UsageProblem(`"${positional[0]}" is not understood here.`);
  const action = flags.get('action')?.[0];
  if (action !== undefined && !AUDIT_ACTIONS.some((known) => known === action))
    throw new UsageProblem(`--action is one of ${AUDIT_ACTIONS.join(', ')}.`);
  const limitText = flags.get('limit')?.[0];
  const limit = limitText === undefined ? DEFAULT_ENTRIES : parseInteger('limit', limitText, 1, MAX_ENTRIES);
  const before = flags.get('before')?.[0] ?? null;
  await withCommandDatabase(
    flags,
    async (db) => {
      print('id\ttime\tby\tid of who\tname of who\taction\tobject\tname');
      for (const entry of await listAuditEntries(db, { before, action: action ?? null, limit })) {
        const { kind, id, name } = entry.actor;
        const { objectId, objectName } = entry;
        print(
          [entry.id, entry.at, kind, id, name, entry.action, objectId, objectName].map(printable).join('\t'),
        );
      }
    },
    { mustExist: true },
  );
}
