import { pasteOperations } from '#renderer/editor/model/clip.ts';
import { readLines, readList } from '#renderer/variants/axis-list.ts';
import { selectInputs, selectOutputs } from '#service/templates/pins.ts';
import { inputCandidates, outputCandidates } from '#service/templates/publication.ts';
import type { Graph } from '#shared/graph/index.ts';
import { readScript } from '#shared/storyboard/script-lines.ts';
import { allMedia, appendScenes, storyboardSaving, validateStoryboard } from '#shared/storyboard/index.ts';
import { timelineSaving, validateTimeline } from '#shared/timeline/index.ts';
import { node, nodes } from './graph-parts.ts';
import { list, many, type StepsRow } from './row.ts';

/** Storyboards, timelines, templates and pasted texts in the shapes that take longest. */

const note = () => ({ text: 't', position: { x: 0, y: 0 }, size: { width: 10, height: 10 } });

const shot = (id: string, fields: object = {}) => ({ id, ...fields });
const board = (sequences: object[]) => ({ serviceType: 'storyboard', version: 1, sequences });
const storyboard = (base: number, documentOf: (count: number, side: string) => object): StepsRow => ({
  base,
  prepare(count) {
    const inputs = ['base', 'mine', 'theirs'].map((side) => documentOf(count, side));
    return () => {
      validateStoryboard(inputs[0]);
      const checked = inputs.map((input) => storyboardSaving.check(input));
      const [base, ours, theirs] = checked;
      if (!base?.ok || !ours?.ok || !theirs?.ok) return;
      allMedia(base.document);
      appendScenes(base.document, ours.document);
      storyboardSaving.merge(base.document, ours.document, theirs.document);
    };
  },
});

const clip = (id: string, fields: object = {}) => ({
  id,
  trackId: 't',
  startTime: 0,
  duration: 1,
  ...fields,
});
const timeline = (base: number, documentOf: (count: number, side: string) => object): StepsRow => ({
  base,
  prepare(count) {
    const inputs = ['base', 'mine', 'theirs'].map((side) => ({
      serviceType: 'timeline',
      version: 1,
      timeline: { tracks: [{ id: 't' }], clips: [], ...documentOf(count, side) },
    }));
    return () => {
      validateTimeline(inputs[0]);
      const checked = inputs.map((input) => timelineSaving.check(input));
      const [base, ours, theirs] = checked;
      if (!base?.ok || !ours?.ok || !theirs?.ok) return;
      timelineSaving.merge(base.document, ours.document, theirs.document);
    };
  },
});

const template = (base: number, graphOf: (count: number) => Graph, selected = true): StepsRow => ({
  base,
  prepare(count) {
    const graph = graphOf(count);
    const inputs = graph.nodes
      .filter(({ type }) => type === 'input/text')
      .map(({ id }, at) => ({ nodeId: id, pin: 'value', field: `f${at}` }));
    return () => {
      selectInputs(graph, nodes, selected ? inputs : null);
      const outputs = selectOutputs(graph, nodes, null);
      selectOutputs(
        graph,
        nodes,
        outputs.map(({ fieldName }) => fieldName),
      );
      inputCandidates(graph, nodes, 5000);
      outputCandidates(graph, nodes);
    };
  },
});

const pasted = (base: number, clipOf: (count: number) => object): StepsRow => ({
  base,
  prepare(count) {
    const text = JSON.stringify({ kind: 'patchbay/nodes', version: 1, ...clipOf(count) });
    return () =>
      pasteOperations(
        text,
        (_clip, corner) => corner,
        () => false,
      );
  },
});

const text = { type: 'text', base: 'text' } as never;

/** A script of the shapes that look for an end: remarks and notes that none has, speakers, emphasis, spaces. */
const script = (base: number, fragment: string): StepsRow => ({
  base,
  prepare(count) {
    const text = many(count, () => fragment);
    return () => readScript(text);
  },
});

export const documentRows: Readonly<Record<string, StepsRow>> = {
  'a script with speeches': script(400, 'INT. A\n\nANNA ^\nNo.\n\nBEN ^\nYes.\n\n'),
  'a script with marks that nothing ends': script(2000, '[[ /* *a _b ** '),
  'a script of spaces': script(4000, '12 '),
  'storyboard, shots': storyboard(100, (count) =>
    board([{ id: 's', shots: list(count, (at) => shot(`h${at}`)) }]),
  ),
  'storyboard, shots of one id': storyboard(100, (count) =>
    board([{ id: 's', shots: list(count, () => shot('h')) }]),
  ),
  'storyboard, scenes': storyboard(30, (count) => board(list(count, (at) => ({ id: `s${at}` })))),
  'storyboard, scenes of one id': storyboard(30, (count) => board(list(count, () => ({ id: 's' })))),
  'storyboard, panels of one shot': storyboard(30, (count) =>
    board([{ id: 's', shots: [shot('h', { panels: list(count, () => ({})) })] }]),
  ),
  'storyboard, panels of one id': storyboard(30, (count) =>
    board([{ id: 's', shots: [shot('h', { panels: list(count, () => ({ id: 'p' })) })] }]),
  ),
  'storyboard, media of one panel': storyboard(30, (count) =>
    board([{ id: 's', shots: [shot('h', { panels: [{ media: list(count, (at) => `m${at}`) }] })] }]),
  ),
  'storyboard, orders from the end': storyboard(80, (count, side) =>
    board([
      { id: 's', shots: list(count, (at) => shot(`h${at}`, { order: side === 'base' ? at : count - at })) },
    ]),
  ),
  'storyboard, one side removed all scenes': storyboard(30, (count, side) =>
    board(
      side === 'mine' ? [] : list(count, (at) => ({ id: `s${at}`, shots: [shot(`h${at}`, { name: side })] })),
    ),
  ),
  'storyboard, both added at one place': storyboard(60, (count, side) =>
    board([{ id: 's', shots: side === 'base' ? [] : list(count, (at) => shot(`${side}${at}`)) }]),
  ),
  'storyboard, both added in turns': storyboard(40, (count, side) =>
    board([
      {
        id: 's',
        shots: list(count, (at) => [
          shot(`h${at}`),
          ...(side === 'base' ? [] : [shot(`${side}${at}`)]),
        ]).flat(),
      },
    ]),
  ),
  'storyboard, fields that nobody knows': storyboard(100, (count) => ({
    ...board([]),
    ...Object.fromEntries(list(count, (at) => [`x${at}`, at])),
  })),
  'storyboard, shots of one id in scenes of many names': storyboard(30, (count, side) =>
    board(list(count, (at) => ({ id: `s${at}`, shots: [shot('h', { name: side })] }))),
  ),

  'timeline, clips at one time': timeline(60, (count) => ({ clips: list(count, (at) => clip(`c${at}`)) })),
  'timeline, clips of one id': timeline(60, (count) => ({ clips: list(count, () => clip('c')) })),
  'timeline, clips without a track': timeline(60, (count) => ({
    clips: list(count, (at) => clip(`c${at}`, { trackId: `t${at}` })),
  })),
  'timeline, tracks of one id': timeline(40, (count) => ({ tracks: list(count, () => ({ id: 't' })) })),
  'timeline, clips that both changed': timeline(40, (count, side) => ({
    clips: list(count, (at) => clip(`c${at}`, { name: side, startTime: at })),
  })),
  'timeline, clips that both added': timeline(40, (count, side) => ({
    clips: side === 'base' ? [] : list(count, (at) => clip(`${side}${at}`)),
  })),
  'timeline, clips that one removed': timeline(40, (count, side) => ({
    clips: side === 'mine' ? [] : list(count, (at) => clip(`c${at}`, { name: side })),
  })),
  'timeline, chosen clips': timeline(400, (count) => ({ selectedClipIds: list(count, () => 'c') })),
  'timeline, values of its own': timeline(60, (count) => ({
    ext: Object.fromEntries(list(count, (at) => [`k${at}`, [at]])),
  })),

  'template, inputs of one title': template(
    40,
    (count) => ({ nodes: list(count, (at) => node(`n${at}`, 'input/text', 'Same')), connections: [] }),
    false,
  ),
  'template, chosen inputs': template(40, (count) => ({
    nodes: list(count, (at) => node(`n${at}`, 'input/text', `T${at}`)),
    connections: [],
  })),
  'template, outputs of one title': template(40, (count) => ({
    nodes: [node('i', 'input/text'), ...list(count, (at) => node(`n${at}`, 'output/value', 'Same'))],
    connections: list(count, (at) => ({ from: ['i', 'value'], to: [`n${at}`, 'value'] })),
  })),

  'pasted text, nodes': pasted(60, (count) => ({
    nodes: list(count, (at) => node(`n${at}`)),
    connections: [],
  })),
  'pasted text, nodes of one id': pasted(60, (count) => ({
    nodes: list(count, () => node('n')),
    connections: [],
  })),
  'pasted text, wires to one pin': pasted(80, (count) => ({
    nodes: [node('a'), node('b')],
    connections: list(count, () => ({ from: ['a', 'out'], to: ['b', 'in'] })),
    reroutes: {},
  })),
  'pasted text, frames and notes': pasted(60, (count) => ({ nodes: [], notes: list(count, () => note()) })),
  'pasted text, a list of numbers': {
    base: 1000,
    prepare: (count) => {
      const values = many(count, (at) => `${at},`);
      return () => readList(values, { base: 'number' } as never);
    },
  },
  'pasted text, lines': {
    base: 1000,
    prepare: (count) => {
      const lines = many(count, (at) => `${at}\n`);
      return () => readLines(lines, text);
    },
  },
};
