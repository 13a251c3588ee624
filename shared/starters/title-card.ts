import { node, wire } from './graph-words.ts';
import type { Graph } from '#shared/graph/index.ts';

const [A, B, C, D, E, F] = [0, 360, 720, 1080, 1440, 1800];

/** A title and a line below it on a soft evening gradient. */
export const titleCardGraph: Graph = {
  nodes: [
    node('title', 'input/text', 'Title', [A, 40], { value: 'Harbor at dusk' }),
    node('subtitle', 'input/text', 'Subtitle', [A, 320], { value: 'A film in three parts' }),
    node('top', 'input/color', 'Top color', [A, 860], { value: '#14213d' }),
    node('bottom', 'input/color', 'Bottom color', [A, 1000], { value: '#d1495b' }),
    node('sky', 'image/gradient', 'Evening', [B, 800], { width: 1600, height: 900, angle: 180 }),
    node('mist', 'image/noise', 'Mist', [B, 1250], {
      width: 1600,
      height: 900,
      kind: 'clouds',
      scale: 620,
      seed: 7,
      dark: '#14213d',
      light: '#ffe8d6',
    }),
    node('ground', 'image/composite', 'Background', [C, 900], { blend: 'soft-light', opacity: 0.6 }),
    node('headline', 'image/text-card', 'Headline', [C, 0], {
      width: 1600,
      height: 900,
      size: 132,
      font: 'serif',
      color: '#fff8ef',
      padding: 140,
    }),
    node('line', 'image/text-card', 'Second line', [B, 240], {
      width: 1600,
      height: 900,
      size: 46,
      weight: 'regular',
      vertical: 'bottom',
      color: '#fff8efdd',
      padding: 150,
    }),
    node('with-line', 'image/composite', 'With the second line', [D, 620]),
    node('card', 'image/composite', 'Card', [E, 300]),
    node('result', 'output/file', 'Finished card', [F, 400], { name: 'Title card' }),
  ],
  connections: [
    wire('top.color', 'sky.from'),
    wire('bottom.color', 'sky.to'),
    wire('sky.image', 'ground.base'),
    wire('mist.image', 'ground.overlay'),
    wire('title.text', 'headline.text'),
    wire('subtitle.text', 'line.text'),
    wire('ground.image', 'with-line.base'),
    wire('line.image', 'with-line.overlay'),
    wire('with-line.image', 'card.base'),
    wire('headline.image', 'card.overlay'),
    wire('card.image', 'result.file'),
  ],
};
