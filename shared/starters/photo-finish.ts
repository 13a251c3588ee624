import { node, wire } from './graph-words.ts';
import type { Graph } from '#shared/graph/index.ts';

const [A, B, C, D, E, F] = [0, 360, 720, 1080, 1440, 1800];

/**
 * A photo with a little more life on paper, with a white edge and a caption.
 * @param photo id of its file.
 */
export function photoFinishGraph(photo: string): Graph {
  const picture = node('photo', 'input/image', 'Photo', [A, 0]);
  return {
    nodes: [
      { ...picture, inputs: { file: { type: 'file', value: photo } } },
      node('caption', 'input/text', 'Caption', [D, 716], { value: 'First evening by the sea' }),
      node('paper', 'input/color', 'Paper', [D, 366], { value: '#f4efe6' }),
      node('fitted', 'image/resize', 'To size', [B, 0], { width: 1400, height: 1400, fit: 'inside' }),
      node('lively', 'image/adjust', 'More life', [C, 0], { contrast: 1.06, saturation: 1.12 }),
      node('edged', 'image/border', 'White edge', [D, 0], { width: 18, color: '#ffffff' }),
      node('framed', 'image/pad', 'Paper frame', [E, 200], { top: 80, right: 80, bottom: 190, left: 80 }),
      node('words', 'image/text-card', 'Caption card', [E, 650], {
        width: 1000,
        height: 110,
        size: 52,
        font: 'serif',
        weight: 'regular',
        color: '#3d3a36',
        padding: 8,
      }),
      node('print', 'image/composite', 'Print', [F, 320], { place: 'bottom', y: -44 }),
      node('tone', 'image/dominant-color', 'Main color of the photo', [C, 420]),
      node('result', 'output/file', 'Finished photo', [F + 360, 320], { name: 'Photo' }),
      node('said', 'output/value', 'Main color', [D, 496], { name: 'Main color' }),
    ],
    connections: [
      wire('photo.image', 'fitted.image'),
      wire('fitted.image', 'lively.image'),
      wire('lively.image', 'edged.image'),
      wire('edged.image', 'framed.image'),
      wire('paper.color', 'framed.color'),
      wire('caption.text', 'words.text'),
      wire('framed.image', 'print.base'),
      wire('words.image', 'print.overlay'),
      wire('print.image', 'result.file'),
      wire('fitted.image', 'tone.image'),
      wire('tone.color', 'said.value'),
    ],
  };
}
