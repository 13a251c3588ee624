import { node, wire } from './graph-words.ts';
import type { Graph } from '#shared/graph/index.ts';

const [A, B, C, D, E] = [0, 360, 720, 1080, 1440];

const CELL = { width: 540, height: 540 };

/** Four pictures in a square with a line of text below. */
export const contactSheetGraph: Graph = {
  nodes: [
    node('headline', 'input/text', 'Headline', [B, 1420], { value: 'Four from this week' }),
    node('dawn', 'image/gradient', 'Dawn', [A, 0], { ...CELL, from: '#ffcdb2', to: '#6d6875', angle: 160 }),
    node('sea', 'image/noise', 'Sea', [A, 450], {
      ...CELL,
      kind: 'clouds',
      scale: 300,
      seed: 3,
      dark: '#003049',
      light: '#a8dadc',
    }),
    node('sand', 'image/gradient', 'Sand', [A, 900], {
      ...CELL,
      angle: 45,
      from: '#bc6c25',
      middle: '#dda15e',
      to: '#fefae0',
    }),
    node('dusk', 'image/gradient', 'Dusk', [A, 1350], {
      ...CELL,
      shape: 'radial',
      from: '#f9c74f',
      middle: '#f3722c',
      to: '#43194f',
    }),
    node('sheet', 'image/contact-sheet', 'Sheet', [B, 560], {
      columns: 2,
      cellWidth: CELL.width,
      cellHeight: CELL.height,
      gap: 24,
      background: '#12161c',
    }),
    node('room', 'image/pad', 'Room for words', [C, 680], {
      top: 0,
      right: 0,
      bottom: 150,
      left: 0,
      color: '#12161c',
    }),
    node('words', 'image/text-card', 'Words', [C, 1240], {
      width: 1104,
      height: 150,
      size: 64,
      color: '#f1faee',
      padding: 20,
    }),
    node('post', 'image/composite', 'Post', [D, 880], { place: 'bottom', y: -10 }),
    node('result', 'output/file', 'Finished post', [E, 980], { name: 'Contact sheet' }),
  ],
  connections: [
    wire('dawn.image', 'sheet.image1'),
    wire('sea.image', 'sheet.image2'),
    wire('sand.image', 'sheet.image3'),
    wire('dusk.image', 'sheet.image4'),
    wire('sheet.image', 'room.image'),
    wire('headline.text', 'words.text'),
    wire('room.image', 'post.base'),
    wire('words.image', 'post.overlay'),
    wire('post.image', 'result.file'),
  ],
};
