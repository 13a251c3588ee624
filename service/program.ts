import type { Service } from '#service/app/create-service.ts';
import { BackupProblem } from '#service/backup/backup-problem.ts';
import type { OperationListener } from '#service/operation/operation-listener.ts';
import { HELP } from './cli/help.ts';
import { runKeysCommand } from './cli/keys-command.ts';
import { runTemplatesCommand } from './cli/templates-command.ts';
import { runProvidersCommand } from './cli/providers-command.ts';
import { runDatabaseCommand } from './cli/database-command.ts';
import { readServiceFlags, UsageProblem } from './cli/flags.ts';
import { runMediaCommand } from './cli/media-command.ts';
import { MediaStoreProblem } from './storage/media-location.ts';
import { DataDirectoryProblem } from './storage/data-directory.ts';
import { DatabaseProblem } from './storage/database-unavailable.ts';

/** The service as a program. Standard output carries results only: the address when ready, a key, a list of keys. */

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const note = (line: string): void => {
  process.stderr.write(`${line}\n`);
};

/** One line on standard error, and exit status 2 for what the caller can put right. */
function fail(error: unknown): void {
  const expected =
    error instanceof UsageProblem ||
    error instanceof DataDirectoryProblem ||
    error instanceof DatabaseProblem ||
    error instanceof MediaStoreProblem ||
    error instanceof BackupProblem ||
    isAddressProblem(error);
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`patchbay-service: ${message.replaceAll(/\s*\n\s*/g, ' ')}\n`);
  process.exitCode = expected ? 2 : 1;
}

const isAddressProblem = (error: unknown): boolean =>
  ['EADDRINUSE', 'EADDRNOTAVAIL', 'EACCES', 'ENOTFOUND'].includes(
    String((error as { code?: unknown } | null)?.code),
  );

async function serve(args: readonly string[]): Promise<void> {
  const { host, port, metrics, config } = readServiceFlags(args);
  // Loaded here only: the keys command needs no engine and no image library, and starts faster without.
  const { openResources } = await import('#service/app/foundation.ts');
  const resources = openResources(config);
  // A first child comes up while the rest of the program is loaded, so that the first picture finds it ready.
  resources.native.warm();
  const { createService } = await import('#service/app/create-service.ts');
  const operation = metrics === null ? null : await startOperation(metrics);
  let isClosing = false;
  let isDamaged = false;
  let service: Service | null = null;
  const createdService = await createService(config, {
    resources,
    ...(operation !== null && { onResponse: operation.record }),
    onDatabaseDamage: () => {
      isDamaged = true;
      // The response to the request that found it goes out first.
      setImmediate(() => service && stopWith(service, 1));
    },
  });
  service = createdService;
  operation?.watch({ db: service.context.db, dataDirectory: config.dataDirectory });
  const stop = () => {
    // A second signal means now.
    if (isClosing) process.exit(1);
    stopWith(createdService, 0);
  };
  function stopWith(service: Service, status: number): void {
    isClosing = true;
    operation?.ending();
    service.close().then(
      () => process.exit(status),
      (error: unknown) => {
        fail(error);
        process.exit(1);
      },
    );
  }
  if (isDamaged) return stopWith(createdService, 1);
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  try {
    const { origin } = await createdService.start(port, host);
    print(`Patchbay service ready at ${origin}`);
  } catch (error) {
    await createdService.close();
    throw error;
  }
}

/** Loaded here only: most services are operated by nobody but the app. */
async function startOperation(address: { host: string; port: number }): Promise<OperationListener> {
  const { listenForOperation } = await import('#service/operation/operation-listener.ts');
  const operation = await listenForOperation(address);
  note(`Metrics and health on ${operation.address}`);
  return operation;
}

const args = process.argv.slice(2);
try {
  if (args.some((argument) => argument === '--help' || argument === '-h')) process.stdout.write(HELP);
  else if (args[0] === 'keys') await runKeysCommand(args.slice(1), print, note);
  else if (args[0] === 'providers') await runProvidersCommand(args.slice(1), print);
  else if (args[0] === 'templates') await runTemplatesCommand(args.slice(1), print, note);
  else if (args[0] === 'audit') {
    const { runAuditCommand } = await import('./cli/audit-command.ts');
    await runAuditCommand(args.slice(1), print);
  } else if (args[0] === 'people') {
    // Loaded here only: most services have no people but their owner.
    const { runPeopleCommand } = await import('./cli/people-command.ts');
    await runPeopleCommand(args.slice(1), print, note);
  } else if (args[0] === 'webhooks') {
    const { runWebhooksCommand } = await import('./cli/webhooks-command.ts');
    await runWebhooksCommand(args.slice(1), print, note);
  } else if (args[0] === 'media') await runMediaCommand(args.slice(1), print, note);
  else if (args[0] === 'database') await runDatabaseCommand(args.slice(1), print, note);
  else if (args[0] === 'backup') {
    // Loaded here only, with what it checks the descriptions of backups by.
    const { runBackupCommand } = await import('./cli/backup-command.ts');
    await runBackupCommand(args.slice(1), print, note);
  } else await serve(args);
} catch (error) {
  fail(error);
}
