import { readFileSync } from 'node:fs';
import type { Graph } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { writeGraph } from '#service/graphs/rows.ts';
import { cacheGraph } from '#service/graphs/graph-cache.ts';
import { insertProject, saveProject } from '#service/projects/rows.ts';
import { node, wire } from './graph.ts';

/** The project that a person finds at first: it looks good, runs at once, and shows what a graph is. */

export const SAMPLE_NAME = 'Welcome poster';

const WIDTH = 1200;
const HEIGHT = 1500;

/** Columns of the layout, in canvas units. */
const [A, B, C, D, E] = [0, 298, 596, 894, 1192];

export const sampleGraph: Graph = {
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
    node('headline', 'text/template', 'Headline', [A, 960], { template: 'Good\n{{a}}', a: 'evening' }),
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
    node('said', 'output/value', 'Headline text', [E, 960], { name: 'Headline' }),
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

/** What the sample's run gives, small: a new account sees the picture before it has run anything. */
export const samplePicture = new URL('sample-project.webp', import.meta.url);

/** Stores the sample's picture. @returns what adds the project to an account; call it inside a transaction. */
export async function prepareSampleProject(ctx: ServiceContext): Promise<(accountId: string) => void> {
  const picture = await ctx.blobs.write(readFileSync(samplePicture));
  return (accountId) => {
    const project = insertProject(ctx, { accountId, name: SAMPLE_NAME, thumbnailBlob: picture.hash });
    writeGraph(ctx, project.id, sampleGraph);
    const saved = saveProject(ctx, project, { nodeCount: sampleGraph.nodes.length });
    cacheGraph(ctx, saved.id, saved.version, sampleGraph);
  };
}
