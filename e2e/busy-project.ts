import { CANVAS_KEY } from '#shared/canvas/items.ts';
import { endpoints, type ApiClient } from '#shared/api/index.ts';
import type { Graph } from '#shared/graph/index.ts';
import { inputKey } from '#shared/graph/keys.ts';
import { node, wire } from '#shared/starters/graph-words.ts';
import { posterGraph } from '#shared/starters/index.ts';

/** A project with something of everything the canvas draws, for looking at. */

export const BUSY_NAME = 'Evening series';

/** What lies in the middle of it. Canvas units. */
export const BUSY_MIDDLE = { x: 1400, y: 800 };

/** Beside the poster: sound, JSON, numbers, words of other scripts, a node that waits and one that fails. */
const beside: Graph = {
  nodes: [
    node('tone', 'audio/tone', 'Opening tone', [0, 1330], { frequency: 220, seconds: 2 }),
    node('quiet', 'audio/gain', 'Quieter', [298, 1330]),
    node('wave', 'audio/waveform', 'Waveform', [596, 1330]),
    node('parse', 'json/parse', 'Shot list', [0, 1790], { text: '{"lens": 35, "mood": "calm"}' }),
    node('get', 'json/get', 'Mood', [298, 1790], { path: 'mood' }),
    node('case', 'text/case', 'MOOD in capitals', [596, 1790], { case: 'UPPER' }),
    node('shown', 'output/value', 'What the mood is', [894, 1790], { name: 'Mood' }),
    node('random', 'number/random', 'Grain', [894, 1320], { seed: 7 }),
    node('clamp', 'number/clamp', 'Between 0 and 60', [1192, 1320]),
    node('rtl', 'text/case', 'عنوان الملصق المسائي الطويل جدا', [1490, 1790], { text: 'مساء الخير' }),
    node('noise', 'image/noise', 'A name that is far too long for the node that it stands on', [1490, 0]),
    node('tint', 'image/tint', 'Cool print', [1490, 426], { color: '#2a5ba8' }),
    node('wait', 'control/delay', 'Wait for light', [1788, 426], { seconds: 1800 }),
    node('late', 'image/blur', 'Soft print', [2384, 426], { sigma: 4 }),
    node('fail', 'control/fail', 'Proof', [1490, 1000], {
      message: 'The proof was refused. Change its message.',
    }),
    node('muted', 'image/greyscale', 'Gray print', [1788, 0]),
    node('sheet', 'image/contact-sheet', 'Sheet', [2384, 900]),
    node('kept', 'image/sharpen', 'Sharp print', [2086, 0]),
    node('grade', 'image/adjust', 'Grade', [2700, 0]),
    node('paper', 'image/border', 'White edge', [3020, 0]),
    node('proofed', 'output/file', 'Graded print', [3020, 120], { name: 'Graded' }),
    node('hue', 'image/dominant-color', 'Main color', [1192, 1520]),
  ],
  connections: [
    wire('tone.audio', 'quiet.audio'),
    wire('quiet.audio', 'wave.audio'),
    wire('parse.json', 'get.json'),
    wire('get.value', 'case.text'),
    wire('case.text', 'shown.value'),
    wire('random.number', 'clamp.number'),
    wire('poster.image', 'tint.image'),
    wire('tint.image', 'wait.value'),
    wire('wait.value', 'late.image'),
    wire('noise.image', 'muted.image'),
    wire('muted.image', 'kept.image'),
    wire('kept.image', 'grade.image'),
    wire('grade.image', 'paper.image'),
    wire('paper.image', 'proofed.file'),
    wire('poster.image', 'hue.image'),
  ],
};

const frame = (
  title: string,
  color: string,
  [x, y]: [number, number],
  [width, height]: [number, number],
) => ({
  title,
  color,
  position: { x, y },
  size: { width, height },
});

const canvas = {
  version: 1,
  frames: {
    sky: frame('Sky and sun', '#b0326e', [-40, -70], [930, 1290]),
    print: frame('Prints that are made in the evening', '#2463c8', [1460, -70], [1240, 1010]),
    grading: {
      ...frame('Grading for the printer, as it was agreed', '#7a4fc2', [2760, 60], [600, 500]),
      collapsed: { nodes: ['grade', 'paper'], items: [] },
    },
    sound: frame('Sound', '#0b7a70', [-40, 1270], [930, 400]),
  },
  notes: {
    todo: {
      text: 'Warm at dusk, see https://example.com/ref.\n\nThe proof is due on Friday.',
      color: '#e0b23c',
      position: { x: 1192, y: 60 },
      size: { width: 240, height: 170 },
    },
  },
  nodes: {
    muted: { muted: true },
    sheet: { locked: true },
    card: { color: '#1f9d8b' },
    hue: { collapsed: 'connected' },
    random: { frozen: { number: { type: 'number', value: 0.5 } } },
  },
  lines: {
    here: {
      position: { x: 1420, y: 140 },
      points: [
        { x: 0, y: 60 },
        { x: 70, y: 20 },
        { x: 130, y: 60 },
      ],
      arrow: true,
      color: '#c2413b',
    },
  },
  reroutes: {
    [inputKey(['tint', 'image'])]: { from: ['poster', 'image'], points: [], name: 'Poster as it is' },
  },
};

/** Makes the project, unless it is there. @returns its id. */
export async function putBusyProject(call: ApiClient): Promise<string> {
  const { data } = await call(endpoints.projects.list, { query: { search: BUSY_NAME } });
  if (data[0]) return data[0].id;
  const project = await call(endpoints.projects.create, {
    body: { name: BUSY_NAME, metadata: { [CANVAS_KEY]: canvas } },
  });
  await call(endpoints.projects.replaceDocument, {
    params: { project_id: project.id },
    body: {
      expectedVersion: project.version,
      document: {
        graph: {
          nodes: [...posterGraph.nodes, ...beside.nodes],
          connections: [...posterGraph.connections, ...beside.connections],
        },
      },
    },
  });
  return project.id;
}
