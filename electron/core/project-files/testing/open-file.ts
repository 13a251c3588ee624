import { openProjectFile } from '../archive.ts';

/** Opens the project files it is given, one after the other, and says of each how it went and what it took. */

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

let turnBegan = cpuMs();
let maxTurn = 0;
let maxRss = 0;
/** A turn of the event loop, by what it computed: on a busy machine the clock runs on while this process waits. */
const look = () => {
  const now = cpuMs();
  maxTurn = Math.max(maxTurn, now - turnBegan);
  turnBegan = now;
  maxRss = Math.max(maxRss, process.memoryUsage.rss());
};
const timer = setInterval(look, 5);

for (const path of process.argv.slice(2)) {
  globalThis.gc?.();
  const rss = process.memoryUsage.rss();
  maxRss = rss;
  maxTurn = 0;
  turnBegan = cpuMs();
  const began = turnBegan;
  let outcome = 'opened';
  try {
    const file = await openProjectFile(path);
    file.close();
  } catch (error) {
    outcome = error instanceof Error ? error.message : String(error);
  }
  look();
  const figures = { path, outcome, cpuMs: cpuMs() - began, maxTurnMs: maxTurn, grownBytes: maxRss - rss };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
}
clearInterval(timer);
