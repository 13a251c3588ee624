import { expect, test } from 'vitest';
import * as fc from '../testing/property.ts';
import { runs } from '../testing/property.ts';
import type { Graph, GraphNode } from '../graph/index.ts';
import { provenanceOf, type FileOrigin } from './provenance.ts';
import { addressOfSourceType, readSourceType } from './source-types.ts';

type Inputs = Record<string, unknown>;
const value = (given: unknown) =>
  typeof given === 'string' && given.startsWith('file_')
    ? { type: 'file', value: given }
    : Array.isArray(given)
      ? { type: 'list', value: given.map((item) => ({ type: 'file', value: item as string })) }
      : { type: 'string', value: given };
const node = (id: string, type: string, inputs: Inputs = {}): GraphNode => ({
  id,
  type,
  inputs: Object.fromEntries(Object.entries(inputs).map(([name, given]) => [name, value(given)])),
});
/** @param wires as `a.image>b.image` */
const graphOf = (nodes: GraphNode[], wires: string[] = []): Graph => ({
  nodes,
  connections: wires.map((wire) => {
    const [from = '', to = ''] = wire.split('>');
    const end = (text: string): [string, string] => [text.split('.')[0] ?? '', text.split('.')[1] ?? ''];
    return { from: end(from), to: end(to) };
  }),
});
const origins: Record<string, FileOrigin> = {
  file_camera: { sourceType: 'digitalCapture' },
  file_generated: { sourceType: 'trainedAlgorithmicMedia' },
  file_edited: { sourceType: 'compositeWithTrainedAlgorithmicMedia' },
};
const of = (nodeId: string, graph: Graph) => provenanceOf(graph, nodeId, { originOf: (id) => origins[id] });

const model = node('ai', 'ai/image', { prompt: 'A cat', model: 'flux-pro', provider: 'fal' });
const blur = node('blur', 'image/blur');

test('a picture of a model is one, however it was cropped and blurred', () => {
  const graph = graphOf(
    [model, node('crop', 'image/crop'), blur, node('out', 'output/file', { name: 'Poster' })],
    ['ai.image>crop.image', 'crop.image>blur.image', 'blur.image>out.file'],
  );
  expect(of('out', graph)).toEqual({
    share: 'all',
    sourceType: 'trainedAlgorithmicMedia',
    models: ['flux-pro (fal)'],
    isAmbiguous: false,
    unknownTypes: [],
    silentFiles: 0,
  });
});

test('a photo below a layer of a model is made by it in part, and so is an edit by words', () => {
  const layers = graphOf(
    [model, node('photo', 'input/image', { file: 'file_mute' }), node('all', 'image/composite')],
    ['photo.image>all.base', 'ai.image>all.overlay'],
  );
  expect(of('all', layers)).toMatchObject({
    share: 'part',
    sourceType: 'compositeWithTrainedAlgorithmicMedia',
    silentFiles: 1,
  });
  const edit = graphOf([node('edit', 'ai/image', { references: ['file_camera'] })]);
  expect(of('edit', edit)).toMatchObject({ share: 'part', models: ['ai/image'] });
});

test('a layer that no model touched is not called made by one, though the graph has a model elsewhere', () => {
  const graph = graphOf(
    [
      model,
      node('sky', 'image/gradient'),
      node('card', 'image/text-card', { text: 'Sale' }),
      node('photo', 'input/image', { file: 'file_camera' }),
      node('mute', 'input/image', { file: 'file_mute' }),
      blur,
      node('all', 'image/composite'),
    ],
    ['photo.image>blur.image', 'sky.image>all.base', 'ai.image>all.overlay'],
  );
  expect(of('sky', graph)).toMatchObject({ share: 'nothing', sourceType: 'algorithmicMedia', models: [] });
  expect(of('card', graph)).toMatchObject({ share: 'nothing', sourceType: 'digitalCreation' });
  expect(of('photo', graph)).toMatchObject({ share: 'nothing', sourceType: 'digitalCapture' });
  expect(of('blur', graph)).toMatchObject({ share: 'nothing', sourceType: 'humanEdits' });
  expect(of('mute', graph)).toMatchObject({ share: 'nothing', sourceType: null, silentFiles: 1 });
});

test('a file that says that a model made it keeps that, and so does one that an earlier run made', () => {
  const graph = graphOf(
    [
      node('photo', 'input/image', { file: 'file_generated' }),
      node('edited', 'input/image', { file: 'file_edited' }),
      blur,
    ],
    ['photo.image>blur.image'],
  );
  expect(of('blur', graph)).toMatchObject({ share: 'all', models: [] });
  expect(of('edited', graph)).toMatchObject({ share: 'part' });
});

test('words of a model on a card are a part of it; the words alone are all of them', () => {
  const graph = graphOf(
    [node('words', 'ai/text', { prompt: 'Say it' }), node('card', 'image/text-card')],
    ['words.text>card.text'],
  );
  expect(of('words', graph)).toMatchObject({ share: 'all' });
  expect(of('card', graph)).toMatchObject({ share: 'part' });
});

test('numbers that say how, and colors that are measured, make nothing a work of a model', () => {
  const graph = graphOf(
    [
      model,
      node('words', 'ai/text', { prompt: 'A number' }),
      node('photo', 'input/image', { file: 'file_camera' }),
      blur,
      node('color', 'image/dominant-color'),
      node('flat', 'image/solid'),
    ],
    ['words.text>blur.sigma', 'photo.image>blur.image', 'ai.image>color.image', 'color.color>flat.color'],
  );
  expect(of('blur', graph)).toMatchObject({ share: 'nothing' });
  expect(of('flat', graph)).toMatchObject({ share: 'nothing' });
  const measured = graphOf(
    [model, node('info', 'image/info'), node('text', 'json/stringify'), node('card', 'image/text-card')],
    ['ai.image>info.image', 'info.info>text.json', 'text.text>card.text'],
  );
  expect(of('card', measured)).toMatchObject({ share: 'nothing', models: [] });
});

test('what a node of somebody else makes is not known, and is said by its type', () => {
  const graph = graphOf(
    [model, node('magic', 'studio/magic'), blur, node('all', 'image/composite')],
    ['ai.image>magic.image', 'magic.result>blur.image', 'blur.image>all.base', 'ai.image>all.overlay'],
  );
  expect(of('blur', graph)).toMatchObject({
    share: 'unknown',
    sourceType: null,
    models: [],
    unknownTypes: ['studio/magic'],
  });
  expect(of('all', graph)).toMatchObject({ share: 'part', unknownTypes: ['studio/magic'] });
});

test('of a branch that is taken for sure only that counts; of one that is not known nothing is claimed', () => {
  const branches = (inputs: Inputs, wires: string[] = []) =>
    graphOf(
      [
        model,
        node('sky', 'image/gradient'),
        node('is', 'logic/compare'),
        { ...node('if', 'logic/if'), inputs: inputs as GraphNode['inputs'] },
      ],
      ['ai.image>if.whenTrue', 'sky.image>if.whenFalse', ...wires],
    );
  expect(of('if', branches({ condition: { type: 'boolean', value: false } }))).toMatchObject({
    share: 'nothing',
    models: [],
  });
  expect(of('if', branches({}))).toMatchObject({ share: 'all' });
  expect(of('if', branches({}, ['is.result>if.condition']))).toMatchObject({
    share: 'unknown',
    isAmbiguous: true,
    sourceType: null,
  });
});

test('an item of a mixed list is one or the other, and a sheet of the whole list is both', () => {
  const graph = graphOf(
    [
      model,
      node('photos', 'list/images', { files: ['file_camera'] }),
      node('list', 'list/join'),
      blur,
      node('sheet', 'image/contact-sheet'),
      node('some', 'list/slice'),
      node('few', 'image/contact-sheet'),
      node('one', 'list/pick'),
    ],
    [
      'ai.image>list.a',
      'photos.list>list.b',
      'list.list>blur.image',
      'blur.image>sheet.images',
      'list.list>some.list',
      'some.list>few.images',
      'list.list>one.list',
    ],
  );
  expect(of('blur', graph)).toMatchObject({ share: 'unknown', isAmbiguous: true });
  expect(of('sheet', graph)).toMatchObject({ share: 'part', isAmbiguous: false, models: ['flux-pro (fal)'] });
  expect(of('few', graph)).toMatchObject({ share: 'unknown' });
  expect(of('one', graph)).toMatchObject({ share: 'unknown' });
});

test('a film of clips of a model is one; with a photo or with titles it is a part', () => {
  const film = (inputs: Inputs, timeline: unknown) => {
    const made = node('film', 'video/film', inputs);
    const inside = { ...made.inputs, timeline: { type: 'json', value: timeline } };
    return of('film', graphOf([model, { ...made, inputs: inside }], ['ai.image>film.media1']));
  };
  expect(film({}, { clips: [{ type: 'image' }] })).toMatchObject({ share: 'all' });
  expect(film({}, { clips: [{ type: 'text' }] })).toMatchObject({ share: 'part' });
  expect(film({ media2: 'file_camera' }, {})).toMatchObject({ share: 'part' });
});

test('of a graph that goes in circles, and of a node that is not there, nothing is known', () => {
  const circle = graphOf(
    [blur, node('crop', 'image/crop')],
    ['blur.image>crop.image', 'crop.image>blur.image'],
  );
  expect(of('blur', circle)).toMatchObject({ share: 'unknown' });
  expect(of('gone', circle)).toMatchObject({ share: 'unknown' });
});

test('source types are read as addresses and names, in their earlier spelling too', () => {
  expect(addressOfSourceType('trainedAlgorithmicMedia')).toBe(
    'http://cv.iptc.org/newscodes/digitalsourcetype/trainedAlgorithmicMedia',
  );
  expect(readSourceType(' https://cv.iptc.org/newscodes/digitalsourcetype/digitalCapture ')).toBe(
    'digitalCapture',
  );
  expect(readSourceType('digitalArt')).toBe('digitalCreation');
  expect(readSourceType('toString')).toBeNull();
  expect(readSourceType('http://elsewhere.example/trainedAlgorithmicMedia')).toBeNull();
});

/** A graph of layers, in which each node may only take what stands before it. */
const LEAVES = {
  model: node('', 'ai/image', { prompt: 'A cat', model: 'm' }),
  sky: node('', 'image/gradient'),
  card: node('', 'image/text-card', { text: 'Sale' }),
  camera: node('', 'input/image', { file: 'file_camera' }),
  mute: node('', 'input/image', { file: 'file_mute' }),
  generated: node('', 'input/image', { file: 'file_generated' }),
  magic: node('', 'studio/magic'),
} as const;
type Leaf = keyof typeof LEAVES;
const STEPS = {
  blur: ['image'],
  composite: ['base', 'overlay'],
  'contact-sheet': ['image1', 'image2', 'image3'],
} as const;
type Step = keyof typeof STEPS;

interface Layered {
  graph: Graph;
  /** The leaves that are in each node, found by following each layer by itself. */
  leavesOf: Map<string, Set<Leaf>>;
  ids: string[];
}

const step = fc.oneof(
  fc.record({ leaf: fc.constantFrom(...(Object.keys(LEAVES) as Leaf[])) }),
  fc.record({
    step: fc.constantFrom(...(Object.keys(STEPS) as Step[])),
    from: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
  }),
);
const layered: fc.Arbitrary<Layered> = fc.array(step, { minLength: 2, maxLength: 14 }).map((steps) => {
  const nodes: GraphNode[] = [];
  const wires: string[] = [];
  const leavesOf = new Map<string, Set<Leaf>>();
  const pins = new Map<string, string>();
  for (const [index, each] of steps.entries()) {
    const id = `n${index}`;
    const earlier = [...leavesOf.keys()];
    if ('leaf' in each || earlier.length === 0) {
      const leaf = 'leaf' in each ? each.leaf : 'sky';
      nodes.push({ ...LEAVES[leaf], id });
      leavesOf.set(id, new Set([leaf]));
      pins.set(id, 'image');
      continue;
    }
    nodes.push(node(id, `image/${each.step}`));
    const active = STEPS[each.step].map((pin, at) => {
      const from = earlier[(each.from[at] ?? 0) % earlier.length] ?? '';
      wires.push(`${from}.image>${id}.${pin}`);
      return [...(leavesOf.get(from) ?? [])];
    });
    leavesOf.set(id, new Set(active.flat()));
  }
  return { graph: graphOf(nodes, wires), leavesOf, ids: [...leavesOf.keys()] };
});
const BY_MODEL: ReadonlySet<Leaf> = new Set(['model', 'generated']);

test('over all graphs: nothing is called made by a model but what a model is in, and all only where nothing else is', () => {
  fc.assert(
    fc.property(layered, ({ graph, leavesOf, ids }) => {
      for (const id of ids) {
        const leaves = leavesOf.get(id) ?? new Set();
        const [byModel, others] = [
          [...leaves].filter((leaf) => BY_MODEL.has(leaf)),
          [...leaves].filter((leaf) => !BY_MODEL.has(leaf)),
        ];
        const { share, sourceType, models } = of(id, graph);
        const withoutModel = others.includes('magic') ? 'unknown' : 'nothing';
        const withModel = others.length === 0 ? 'all' : 'part';
        expect(share).toBe(byModel.length === 0 ? withoutModel : withModel);
        expect(models.length > 0).toBe(leaves.has('model'));
        expect(sourceType?.includes('rainedAlgorithmicMedia') === true).toBe(byModel.length > 0);
        expect(leaves.has('mute') && byModel.length === 0 && sourceType !== null).toBe(false);
      }
    }),
    { numRuns: runs(400) },
  );
});

test('over all graphs: the order of nodes and wires, and what is not above an output, change nothing', () => {
  fc.assert(
    fc.property(layered, fc.nat(), ({ graph, ids }, chosen) => {
      const id = ids[chosen % ids.length] ?? '';
      const more = graphOf([
        ...graph.nodes.toReversed(),
        { ...LEAVES.model, id: 'more' },
        node('below', 'image/composite'),
      ]);
      const other: Graph = {
        nodes: more.nodes,
        connections: [
          { from: [id, 'image'], to: ['below', 'base'] },
          { from: ['more', 'image'], to: ['below', 'overlay'] },
          ...graph.connections.toReversed(),
        ],
      };
      const [before, after] = [of(id, graph), of(id, other)];
      expect({ ...after, models: after.models.toSorted() }).toEqual({
        ...before,
        models: before.models.toSorted(),
      });
      expect(['part', 'all']).toContain(of('below', other).share);
    }),
    { numRuns: runs(400) },
  );
});
