import { readFileSync } from 'node:fs';
import type { Graph } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { insertFile } from '#service/files/rows.ts';
import { node, wire } from './graph.ts';
import { samplePicture } from './sample-project.ts';
import { chooseInputs, chooseOutputs, type ChosenInput } from '#service/templates/pins.ts';
import { insertEndpoint, insertTemplate } from '#service/templates/rows.ts';

/** The templates that a fresh account finds: each gives a finished picture with nothing filled in. */

interface Sample {
  name: string;
  description: string;
  category: string;
  tags: string[];
  endpoint: { name: string; description: string };
  /** @param photo id of a photo that is there. */
  graph(photo: string): Graph;
  inputs: ChosenInput[];
}

const field = (place: string, name: string): ChosenInput => {
  const [nodeId = '', pin = ''] = place.split('.');
  return { nodeId, pin, field: name };
};

const [A, B, C, D, E, F] = [0, 360, 720, 1080, 1440, 1800];

const titleCard: Sample = {
  name: 'Title card',
  description: 'A title and a line below it on a soft evening gradient, ready to open a video with.',
  category: 'Titles',
  tags: ['text', 'video', 'opener', 'gradient'],
  endpoint: { name: 'Make a title card', description: 'Returns a 1600 × 900 title card.' },
  graph: () => ({
    nodes: [
      node('title', 'input/text', 'Title', [A, 0], { value: 'Harbor at dusk' }),
      node('subtitle', 'input/text', 'Subtitle', [A, 260], { value: 'A film in three parts' }),
      node('top', 'input/color', 'Top color', [A, 520], { value: '#14213d' }),
      node('bottom', 'input/color', 'Bottom color', [A, 780], { value: '#d1495b' }),
      node('sky', 'image/gradient', 'Evening', [B, 600], { width: 1600, height: 900, angle: 180 }),
      node('mist', 'image/noise', 'Mist', [B, 1000], {
        width: 1600,
        height: 900,
        kind: 'clouds',
        scale: 620,
        seed: 7,
        dark: '#14213d',
        light: '#ffe8d6',
      }),
      node('ground', 'image/composite', 'Background', [C, 760], { blend: 'soft-light', opacity: 0.6 }),
      node('headline', 'image/text-card', 'Headline', [C, 0], {
        width: 1600,
        height: 900,
        size: 132,
        font: 'serif',
        color: '#fff8ef',
        padding: 140,
      }),
      node('line', 'image/text-card', 'Second line', [C, 360], {
        width: 1600,
        height: 900,
        size: 46,
        weight: 'regular',
        vertical: 'bottom',
        color: '#fff8efdd',
        padding: 150,
      }),
      node('with-line', 'image/composite', 'With the second line', [D, 520]),
      node('card', 'image/composite', 'Card', [E, 320]),
      node('result', 'output/file', 'Finished card', [F, 320], { name: 'Title card' }),
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
  }),
  inputs: [
    field('title.value', 'title'),
    field('subtitle.value', 'subtitle'),
    field('top.value', 'top_color'),
    field('bottom.value', 'bottom_color'),
  ],
};

const photoFinish: Sample = {
  name: 'Photo finish',
  description: 'Gives a photo a little more life and lays it on paper, with a white edge and a caption.',
  category: 'Photos',
  tags: ['photo', 'frame', 'caption', 'print'],
  endpoint: {
    name: 'Finish a photo',
    description: 'Returns the photo on its frame, and its main color.',
  },
  graph: (photo) => {
    const picture = node('photo', 'input/image', 'Photo', [A, 0]);
    return {
      nodes: [
        { ...picture, inputs: { file: { type: 'file', value: photo } } },
        node('caption', 'input/text', 'Caption', [A, 360], { value: 'First evening by the sea' }),
        node('paper', 'input/color', 'Paper', [A, 640], { value: '#f4efe6' }),
        node('fitted', 'image/resize', 'To size', [B, 0], { width: 1400, height: 1400, fit: 'inside' }),
        node('lively', 'image/adjust', 'More life', [C, 0], { contrast: 1.06, saturation: 1.12 }),
        node('edged', 'image/border', 'White edge', [D, 0], { width: 18, color: '#ffffff' }),
        node('framed', 'image/pad', 'Paper frame', [E, 200], { top: 80, right: 80, bottom: 190, left: 80 }),
        node('words', 'image/text-card', 'Caption card', [D, 520], {
          width: 1000,
          height: 110,
          size: 52,
          font: 'serif',
          weight: 'regular',
          color: '#3d3a36',
          padding: 8,
        }),
        node('print', 'image/composite', 'Print', [F, 320], { place: 'bottom', y: -44 }),
        node('tone', 'image/dominant-color', 'Main color of the photo', [C, 760]),
        node('result', 'output/file', 'Finished photo', [F + 360, 320], { name: 'Photo' }),
        node('said', 'output/value', 'Main color', [F + 360, 640], { name: 'Main color' }),
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
  },
  inputs: [
    field('photo.file', 'photo'),
    field('caption.value', 'caption'),
    field('paper.value', 'paper_color'),
  ],
};

const CELL = { width: 540, height: 540 };

const contactSheet: Sample = {
  name: 'Social contact sheet',
  description: 'Four pictures in a square with a line of text below, for a post. Send as many as you have.',
  category: 'Social',
  tags: ['post', 'grid', 'collage', 'square'],
  endpoint: { name: 'Make a contact sheet', description: 'Returns four pictures in one, with a headline.' },
  graph: () => ({
    nodes: [
      node('headline', 'input/text', 'Headline', [A, 1240], { value: 'Four from this week' }),
      node('dawn', 'image/gradient', 'Dawn', [A, 0], { ...CELL, from: '#ffcdb2', to: '#6d6875', angle: 160 }),
      node('sea', 'image/noise', 'Sea', [A, 300], {
        ...CELL,
        kind: 'clouds',
        scale: 300,
        seed: 3,
        dark: '#003049',
        light: '#a8dadc',
      }),
      node('sand', 'image/gradient', 'Sand', [A, 600], {
        ...CELL,
        angle: 45,
        from: '#bc6c25',
        middle: '#dda15e',
        to: '#fefae0',
      }),
      node('dusk', 'image/gradient', 'Dusk', [A, 900], {
        ...CELL,
        shape: 'radial',
        from: '#f9c74f',
        middle: '#f3722c',
        to: '#43194f',
      }),
      node('sheet', 'image/contact-sheet', 'Sheet', [B, 400], {
        columns: 2,
        cellWidth: CELL.width,
        cellHeight: CELL.height,
        gap: 24,
        background: '#12161c',
      }),
      node('room', 'image/pad', 'Room for words', [C, 400], {
        top: 0,
        right: 0,
        bottom: 150,
        left: 0,
        color: '#12161c',
      }),
      node('words', 'image/text-card', 'Words', [C, 1100], {
        width: 1104,
        height: 150,
        size: 64,
        color: '#f1faee',
        padding: 20,
      }),
      node('post', 'image/composite', 'Post', [D, 600], { place: 'bottom', y: -10 }),
      node('result', 'output/file', 'Finished post', [E, 600], { name: 'Contact sheet' }),
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
  }),
  inputs: [
    field('headline.value', 'headline'),
    field('sheet.image1', 'photo1'),
    field('sheet.image2', 'photo2'),
    field('sheet.image3', 'photo3'),
    field('sheet.image4', 'photo4'),
  ],
};

/** Oldest first, so that lists show the title card on top. */
const samples: readonly Sample[] = [contactSheet, photoFinish, titleCard];

/** Stores what the samples need. @returns what adds them to an account; call it inside a transaction. */
export async function prepareSampleTemplates(ctx: ServiceContext): Promise<(accountId: string) => void> {
  const stored = await ctx.blobs.write(readFileSync(samplePicture));
  return (accountId) => {
    const photo = insertFile(ctx, {
      accountId,
      blob: stored.hash,
      sizeBytes: stored.sizeBytes,
      filename: 'welcome-poster.webp',
      contentType: 'image/webp',
      // Not something the account uploaded: it takes none of its storage.
      origin: 'run',
    });
    for (const sample of samples) {
      const graph = sample.graph(photo.id);
      const { name, description, category, tags, endpoint } = sample;
      const templateId = insertTemplate(ctx, {
        accountId,
        name,
        description,
        category,
        tags,
        source: 'sample',
        graph,
        inputs: chooseInputs(graph, ctx.nodes, sample.inputs),
        outputs: chooseOutputs(graph, ctx.nodes, null),
      });
      insertEndpoint(ctx, { templateId, ...endpoint });
    }
  };
}
