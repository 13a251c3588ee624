import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addConnection, eventRate, uploadRates } from './app-benchmarks.ts';
import { agentFigures, doorFigure } from './agent-benchmarks.ts';
import { cutFigures } from './cut-benchmarks.ts';
import { editorFigures, editorSuites } from './editor/main.ts';
import { filmFigures } from './film-benchmarks.ts';
import { groupFigures } from './group-benchmarks.ts';
import { itemFigures } from './item-benchmarks.ts';
import { keyFigures } from './key-benchmarks.ts';
import { maskFigures } from './mask-benchmarks.ts';
import { overBudget, table, type Figure } from './measure.ts';
import { otioFigures } from './otio-benchmarks.ts';
import { root, startAppHost, startService } from './processes.ts';
import { patchLatency, requestRate } from './service-benchmarks.ts';

/**
 * `npm run bench [-- NAME…]`: all benchmarks, or those named. Prints a table and writes `out/bench.json`.
 *
 * - `keys`: a keystroke at 10,000 nodes with the keys of results kept up, against the bare edit.
 * - `groups`: reading a project of 2,000 nodes in 200 groups and laying out their tiles, against 10 ms.
 * - `masks`: a frame of a stroke on a mask of 4,000 × 3,000 pixels, against 16 ms of processor time.
 * - `agents`: a graph as text, and a proposal merged with it, against the graph as JSON; memory of the open door, against 20 MB.
 * - `otio`: reading and writing timelines of 500 to 20,000 clips against plain JSON of the same text.
 * - `cuts`: reading EDLs, FCP 7 XML and captions of 5 MB against a second, and against a quarter of them.
 * - `request`: an authenticated read of the service against a bare `node:http` server that answers the same bytes.
 * - `patch`: moving one node in documents of 100, 1,000 and 10,000 nodes.
 * - `items`: processor time of the service for an item of a list of 10,000, and 1,000 small pictures through three nodes as a list
 *   against the same nodes in the same children with nothing around them (`PATCHBAY_BENCH_PICTURES` for fewer).
 * - `upload`: a file through the whole app (spooled, hashed, sent, hashed again, synced to disk) against a plain PUT
 *   to a server that drops the bytes, and against a client that stores them in the service without the app.
 * - `events`: a finished run's event stream through the app's proxy against the service itself.
 * - `frames`: one frame of panning, zooming, dragging, selecting all and typing in a real browser, at 100 to 10,000 real
 *   nodes. - `compared`: the same at 2,000 nodes beside one bare canvas, React Flow and litegraph.
 * - `near`: frames where nodes are elements, by input as people make it, beside a tuned React Flow, in processor time.
 *   `--other=PATH` measures the app of another checkout, built, in turns with this one, as with `opening`;
 *   `--sizes=100,1000` only those.
 * - `moments`: pickers, search, undo, keeping an edit, what an edit costs, idling.
 * - `opening`: from the click on a project's card, and from its address, to a canvas that moves by the wheel.
 * - `load`: opening a project, heap, first paint. - `runs`: frames dropped at 50 run updates a second.
 * - `gallery`: the first outputs of 10,000, and a frame of scrolling through them.
 * - `film`: making a film of 60 s in 1080p out of ten clips, by a run and by the window, and one of 20 s with layers by a
 *   run, against their lengths.
 * - `tables`: reading 100,000 rows for a batch, and the longest task of the page meanwhile.
 * - `lists`: a batch, the gallery and Files with 10,000 entries, opened and scrolled, in turns with the app of another
 *   checkout (`--other=PATH`).
 * - `live`: dragging a number above three image nodes on a photo of 12 megapixels, from the pointer's event to the
 *   frame that shows the preview of that number, beside the bare image work. With `--trace` also when each step on the
 *   way came, as medians; with `--fine` on a screen of two pixels for each of the page.
 *
 * Only the ratios mean anything: both sides of one are measured in turns on the same machine, after a warm-up, as
 * medians. Programs run as they do for people, each as a process of its own on a fresh folder; only the limit on
 * requests is lifted. On a busy machine the client, both servers and the browser share the processor, which hits the
 * side with more work harder: read a figure from a quiet one.
 */

const names = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const option = (name: string): string | undefined =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
const options = {
  other: option('other'),
  sizes: (option('sizes') ?? '').split(',').filter(Boolean).map(Number),
  isTraced: process.argv.includes('--trace'),
  pixelRatio: process.argv.includes('--fine') ? 2 : 1,
};
const isSelected = (name: string) => names.length === 0 || names.includes(name);
const rounds = Number(process.env['PATCHBAY_BENCH_ROUNDS'] ?? 5);
const figures: Figure[] = [];
const log = (text: string) => process.stderr.write(`${text}\n`);

if (isSelected('keys')) {
  log('keys of results…');
  figures.push(...keyFigures());
}
if (isSelected('groups')) {
  log('groups…');
  figures.push(...groupFigures());
}
if (isSelected('masks')) {
  log('masks…');
  figures.push(...maskFigures());
}
if (isSelected('agents')) {
  log('agents…');
  figures.push(...agentFigures(), await doorFigure());
}
if (isSelected('otio')) {
  log('OpenTimelineIO…');
  figures.push(...otioFigures());
}
if (isSelected('cuts')) {
  log('EDL, XML and captions…');
  figures.push(...cutFigures());
}
const service = await startService();
try {
  if (isSelected('request')) {
    log('service request…');
    figures.push(await requestRate(service));
  }
  if (isSelected('patch')) {
    log('PATCH latency…');
    figures.push(...(await patchLatency(service)));
  }
  if (isSelected('items')) {
    log('items of lists…');
    figures.push(...(await itemFigures(service, rounds)));
  }
  if (['upload', 'events', 'film', ...editorSuites].some(isSelected)) {
    const app = await startAppHost();
    try {
      if (isSelected('upload')) {
        log('upload…');
        figures.push(...(await uploadRates(app, service)));
      }
      if (isSelected('events')) {
        log('run events…');
        figures.push(await eventRate(app, service, await addConnection(app, service)));
      }
      if (isSelected('film')) {
        log('a film…');
        figures.push(...(await filmFigures(app, log)));
      }
      const suites = new Set(editorSuites.filter(isSelected));
      if (suites.size > 0) figures.push(...(await editorFigures(app, suites, { rounds, log, ...options })));
    } finally {
      await app.stop();
    }
  }
} finally {
  await service.stop();
}

await mkdir(join(root, 'out'), { recursive: true });
await writeFile(join(root, 'out/bench.json'), `${JSON.stringify(figures, null, 2)}\n`);
process.stdout.write(`${table(figures)}\n`);
const over = overBudget(figures);
for (const { name, ratio, budget } of over) {
  log(
    `Over its budget: ${name} is ${ratio.toFixed(2)}, and may be ${budget}. Measure again, then look for what changed.`,
  );
}
if (over.length > 0) process.exitCode = 1;
