// Runs on the Node that the person has (20 or newer), before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const root = resolve(import.meta.dirname, '..');

const stampFile = join(root, 'node_modules/.patchbay-install');

/** The Node 24 that the project brings along: a plain file, no shell script around it. */
export function projectNode() {
  const name = process.platform === 'win32' ? 'bin/node.exe' : 'bin/node';
  return join(root, 'node_modules/node', name);
}

/**
 * Installs the packages of the lock file unless they are there already.
 * Ends the process with a sentence when it cannot.
 */
export function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20)
    stop(
      `Patchbay needs Node 20 or newer; this is ${process.versions.node}. Install a newer Node and try again.`,
    );
  const wanted = lockStamp();
  if (existsSync(projectNode()) && hasPackages(wanted)) return;
  if (!hasPackages(wanted)) {
    console.error('Installing packages (about a minute, once)…');
    runNpm(['ci', '--ignore-scripts']);
  }
  if (!existsSync(projectNode())) {
    console.error('Installing Node 24 for this project…');
    // The one package whose install script is run, by name.
    runNpm(['rebuild', 'node', '--ignore-scripts=false', '--foreground-scripts']);
  }
  if (!existsSync(projectNode())) {
    stop(
      'npm did not run the install script of the package "node", which brings Node 24. ' +
        'Run "npm rebuild node --ignore-scripts=false" and try again.',
    );
  }
  writeStamp(wanted);
}

/** Ends the process with a sentence when npm fails. */
function runNpm(wish) {
  const [command, args] = npmCommand([...wish, '--no-audit', '--no-fund', '--loglevel=error']);
  const outcome = spawnSync(command, args, {
    cwd: root,
    // The report goes to stderr, so that stdout carries only what the command itself prints.
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32' && command === 'npm',
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (outcome.error)
    stop(`npm could not be started (${outcome.error.message}). Install npm 10 or newer and try again.`);
  if (outcome.status !== 0) {
    stop('The packages could not be installed. Check the network and the message above, then try again.');
  }
}

/** Run in the script's process before it: when this process is gone, however it went, the script is asked to end. */
const endWithParent = `data:text/javascript,${encodeURIComponent(
  `process.once('disconnect', () => process.kill(process.pid, 'SIGTERM')); process.channel?.unref();`,
)}`;

/** Runs a script of the project on its own Node, hands signals over, and ends with the script's exit code. */
export function runOnProjectNode(script, args, { env = process.env } = {}) {
  const net = crashNetOf(script);
  const startedAt = Date.now();
  const child = spawn(projectNode(), ['--import', endWithParent, ...net, join(root, script), ...args], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env,
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  if (process.env.npm_lifecycle_event) onParentGone(() => child.kill('SIGTERM'));
  child.on('error', (error) => stop(`Node 24 could not be started: ${error.message}`));
  child.on('exit', (code, signal) => {
    if (net.length > 0 && signal !== null && !ASKED_TO_END.includes(signal)) {
      explainCrash(child.pid, signal, startedAt, [script, ...args]);
    }
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
    process.exit();
  });
}

const ASKED_TO_END = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'];

/** What tests and rigs are started with, so that a process of theirs that dies by a signal leaves its backtrace. */
function crashNetOf(script) {
  const net = join(root, 'build/test/crash-net.install.ts');
  const isTool = /^(?:build\/(?:rigs|bench|test)|service\/fuzz)\//.test(script);
  return isTool && existsSync(net) ? ['--import', pathToFileURL(net).href] : [];
}

function explainCrash(pid, signal, startedAt, command) {
  const what = ['--pid', String(pid), '--signal', signal, '--since', String(startedAt), '--', ...command];
  spawnSync(projectNode(), [join(root, 'build/test/explain-crash.ts'), ...what], { stdio: 'inherit' });
}

/**
 * npm runs a script in a shell. When npm is ended, the shell takes the signal and dies without passing it on; when
 * npm is killed, the shell stays. Either way the line of parents changes, which is the only thing to be noticed.
 */
function onParentGone(then) {
  const line = () => {
    const parent = process.ppid;
    // Linux tells the grandparent as well: the fourth field, after the name in parentheses.
    const stat = process.platform === 'linux' ? readIfThere(`/proc/${parent}/stat`) : null;
    return `${parent} ${stat?.slice(stat.lastIndexOf(')')).split(' ')[2] ?? ''}`;
  };
  const atStart = line();
  const watch = setInterval(() => {
    if (line() === atStart) return;
    clearInterval(watch);
    then();
  }, 300);
  watch.unref();
}

function hasPackages(wanted) {
  if (readIfThere(stampFile) === wanted) return true;
  // Installed by hand with `npm ci`: taken over when each package is there in the version that the lock names.
  const installed = readIfThere(join(root, 'node_modules/.package-lock.json'));
  if (installed === null) return false;
  const have = JSON.parse(installed).packages;
  const want = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages;
  for (const [path, entry] of Object.entries(want)) {
    if (path === '' || entry.optional || entry.peer) continue;
    if (have[path]?.version !== entry.version) return false;
  }
  writeStamp(wanted);
  return true;
}

/** A new file, put in place by renaming: copies of the packages made of hard links keep the stamp they have. */
function writeStamp(stamp) {
  const written = `${stampFile}-${process.pid}`;
  writeFileSync(written, stamp);
  renameSync(written, stampFile);
}

function lockStamp() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).digest('hex')} ${process.platform}-${process.arch}\n`;
}

function npmCommand(args) {
  const npm = process.env.npm_execpath;
  return npm && /npm-cli\.c?js$/.test(npm) ? [process.execPath, [npm, ...args]] : ['npm', args];
}

function readIfThere(file) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
