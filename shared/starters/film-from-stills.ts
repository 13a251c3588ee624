import type { Graph } from '#shared/graph/index.ts';
import { node, photoNode, wire } from './graph-words.ts';

const [A, B, C, D, E] = [0, 360, 720, 1080, 1440];
const FRAME = { width: 1280, height: 720 };

/**
 * A title and three views of one photo, one after the other.
 * @param photo id of its file.
 */
export function filmFromStillsGraph(photo: string): Graph {
  return {
    nodes: [
      photoNode('photo', 'Photo', [A, 1080], photo),
      node('title', 'input/text', 'Title', [A, 540], { value: 'A day at the lake' }),
      node('night', 'image/gradient', 'Title ground', [B, 0], {
        ...FRAME,
        angle: 180,
        from: '#26385f',
        to: '#e9a98c',
      }),
      node('lettering', 'image/text-card', 'Lettering', [B, 450], {
        ...FRAME,
        size: 104,
        font: 'serif',
        color: '#fff6e8',
        padding: 90,
      }),
      node('opening', 'image/composite', 'Opening', [C, 220]),
      node('wide', 'image/resize', 'Whole view', [B, 1010], FRAME),
      node('near', 'image/crop', 'Nearer', [B, 1380], { left: 820, top: 300, width: 800, height: 450 }),
      node('warm', 'image/tint', 'In one color', [C, 1660], { color: '#d08a5b' }),
      node('film', 'video/frames-to-video', 'Film', [D, 560], { ...FRAME, seconds: 1.5, fit: 'cover' }),
      node('result', 'output/file', 'Finished film', [E, 700], { name: 'Film' }),
    ],
    connections: [
      wire('title.text', 'lettering.text'),
      wire('night.image', 'opening.base'),
      wire('lettering.image', 'opening.overlay'),
      wire('photo.image', 'wide.image'),
      wire('photo.image', 'near.image'),
      wire('wide.image', 'warm.image'),
      wire('opening.image', 'film.image1'),
      wire('wide.image', 'film.image2'),
      wire('near.image', 'film.image3'),
      wire('warm.image', 'film.image4'),
      wire('film.video', 'result.file'),
    ],
  };
}
