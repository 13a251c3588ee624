import type { Graph } from '#shared/graph/index.ts';
import { node, photoNode, wire } from './graph-words.ts';

const [A, B, C, D, E, F, G] = [0, 360, 720, 1080, 1440, 1800, 2160];

/**
 * A card with a picture, a name and a price: made for one product, and by “Batch” for each line of a table.
 * @param photo id of the file of the picture.
 */
export function productBatchGraph(photo: string): Graph {
  return {
    nodes: [
      photoNode('picture', 'Picture', [A, 40], photo),
      node('name', 'input/text', 'Name', [A, 800], { value: 'Lake print, 50 × 70' }),
      node('price', 'input/text', 'Price', [C, 1240], { value: '€ 48' }),
      node('ground', 'input/color', 'Ground', [A, 420], { value: '#f2e9dd' }),
      node('card', 'image/solid', 'Card', [B, 370], { width: 1080, height: 1350 }),
      node('square', 'image/resize', 'Square picture', [B, 0], {
        width: 900,
        height: 900,
        fit: 'cover',
        position: 'right',
      }),
      node('soft', 'image/rounded-corners', 'Soft corners', [C, 0], { radius: 4, unit: 'percent' }),
      node('name-card', 'image/text-card', 'Name card', [B, 720], {
        width: 900,
        height: 120,
        size: 54,
        font: 'serif',
        align: 'left',
        color: '#2c2a26',
        padding: 0,
      }),
      node('price-card', 'image/text-card', 'Price card', [D, 900], {
        width: 900,
        height: 100,
        size: 46,
        weight: 'regular',
        align: 'left',
        color: '#8a5a3b',
        padding: 0,
      }),
      node('with-picture', 'image/composite', 'With the picture', [D, 80], { place: 'top', y: 90 }),
      node('with-name', 'image/composite', 'With the name', [E, 300], { place: 'bottom', y: -180 }),
      node('finished', 'image/composite', 'With the price', [F, 560], { place: 'bottom', y: -90 }),
      node('result', 'output/file', 'Finished card', [G, 620], { name: 'Product card' }),
    ],
    connections: [
      wire('picture.image', 'square.image'),
      wire('square.image', 'soft.image'),
      wire('ground.color', 'card.color'),
      wire('name.text', 'name-card.text'),
      wire('price.text', 'price-card.text'),
      wire('card.image', 'with-picture.base'),
      wire('soft.image', 'with-picture.overlay'),
      wire('with-picture.image', 'with-name.base'),
      wire('name-card.image', 'with-name.overlay'),
      wire('with-name.image', 'finished.base'),
      wire('price-card.image', 'finished.overlay'),
      wire('finished.image', 'result.file'),
    ],
  };
}
