import { node, wire } from './graph-words.ts';
import type { Graph } from '#shared/graph/index.ts';

const WIDTH = 1200;
const HEIGHT = 1500;

/** Columns of the layout, in canvas units. */
const [A, B, C, D, E] = [0, 298, 596, 894, 1192];

/** Lettering over an evening sky with a sun. */
export const posterGraph: Graph = {
  nodes: [
    node('light', 'image/gradient', 'Light', [A, 458], {
      width: 640,
      height: 640,
      shape: 'linear',
      angle: 180,
      from: '#fff3c4',
      to: '#f4665f',
    }),
    node('sun', 'image/rounded-corners', 'Sun', [B, 458], { radius: 50, unit: 'percent' }),
    node('sky', 'image/gradient', 'Evening sky', [B, 0], {
      width: WIDTH,
      height: HEIGHT,
      shape: 'linear',
      angle: 180,
      from: '#171a4a',
      middle: '#b0326e',
      to: '#f8b04c',
    }),
    node('headline', 'input/text', 'Headline', [A, 1100], { value: 'Good\nevening' }),
    node('evening', 'image/composite', 'Sky with sun', [C, 200], { y: 270 }),
    node('card', 'image/text-card', 'Headline card', [C, 686], {
      width: WIDTH,
      height: HEIGHT,
      size: 190,
      font: 'serif',
      weight: 'bold',
      align: 'left',
      vertical: 'top',
      color: '#fff7ea',
      padding: 110,
    }),
    node('poster', 'image/composite', 'Poster', [D, 426]),
    node('result', 'output/file', 'Finished poster', [E, 652], { name: 'Poster' }),
    node('said', 'output/value', 'Headline text', [E, 1098], { name: 'Headline' }),
  ],
  connections: [
    wire('light.image', 'sun.image'),
    wire('sky.image', 'evening.base'),
    wire('sun.image', 'evening.overlay'),
    wire('headline.text', 'card.text'),
    wire('headline.text', 'said.value'),
    wire('evening.image', 'poster.base'),
    wire('card.image', 'poster.overlay'),
    wire('poster.image', 'result.file'),
  ],
};
