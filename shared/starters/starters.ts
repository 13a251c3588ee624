import type { Graph } from '#shared/graph/index.ts';
import { contactSheetGraph } from './contact-sheet.ts';
import { filmFromStillsGraph } from './film-from-stills.ts';
import { node, wire } from './graph-words.ts';
import { photoFinishGraph } from './photo-finish.ts';
import { posterGraph } from './poster.ts';
import { productBatchGraph } from './product-batch.ts';
import { titleCardGraph } from './title-card.ts';

export type StarterId = 'poster' | 'photo-finish' | 'contact-sheet' | 'title-card' | 'film' | 'product-cards';

/** A graph that does something useful at once, to begin a project from. */
export interface Starter {
  id: StarterId;
  /** Also the name of the project. */
  name: string;
  /** What it makes, in a few words. */
  makes: string;
  /** Whether it wants a photo; the app brings one along until the person has chosen another. */
  needsPhoto: boolean;
  /** @param photo id of the photo's file; not looked at where none is needed. */
  graph(photo: string): Graph;
}

/** What a new project can begin from, in the order of the page. All of it runs without a model or an account. */
export const starters: readonly Starter[] = [
  {
    id: 'poster',
    name: 'Poster',
    makes: 'Lettering over a picture',
    needsPhoto: false,
    graph: () => posterGraph,
  },
  {
    id: 'photo-finish',
    name: 'Photo finish',
    makes: 'A photo on paper, with a caption',
    needsPhoto: true,
    graph: photoFinishGraph,
  },
  {
    id: 'contact-sheet',
    name: 'Contact sheet',
    makes: 'Four pictures in one, for a post',
    needsPhoto: false,
    graph: () => contactSheetGraph,
  },
  {
    id: 'title-card',
    name: 'Title card',
    makes: 'An opening for a video',
    needsPhoto: false,
    graph: () => titleCardGraph,
  },
  {
    id: 'film',
    name: 'Film from stills',
    makes: 'A short video from pictures',
    needsPhoto: true,
    graph: filmFromStillsGraph,
  },
  {
    id: 'product-cards',
    name: 'Product cards',
    makes: 'One card a product, in a batch',
    needsPhoto: true,
    graph: productBatchGraph,
  },
];

/** A text on a card: where somebody begins with words. */
export const textGraph: Graph = {
  nodes: [
    node('text', 'input/text', 'Text', [0, 0], { value: 'Your words' }),
    node('card', 'image/text-card', 'Text card', [360, 0], {
      width: 1200,
      height: 800,
      background: '#26385f',
    }),
    node('result', 'output/file', 'Finished card', [720, 0], { name: 'Card' }),
  ],
  connections: [wire('text.text', 'card.text'), wire('card.image', 'result.file')],
};

/** The node types that a graph needs. */
export const typesOf = (graph: Graph): string[] => [...new Set(graph.nodes.map(({ type }) => type))];
