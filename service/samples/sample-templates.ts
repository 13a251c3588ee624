import { readFileSync } from 'node:fs';
import type { Graph } from '#shared/graph/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { insertFile } from '#service/files/rows.ts';
import type { Language } from '#shared/desk/languages.ts';
import {
  contactSheetGraph,
  photoFinishGraph,
  titleCardGraph,
  translateGraph,
} from '#shared/starters/index.ts';
import { selectInputs, selectOutputs, type InputSelection } from '#service/templates/pins.ts';
import { insertEndpoint, insertTemplate } from '#service/templates/rows.ts';
import { samplePicture, translatorTo, type SamplePicture } from './language.ts';

/** The templates that a fresh account finds: each gives a finished picture with nothing filled in. */

interface Sample {
  name: string;
  description: string;
  category: string;
  tags: string[];
  endpoint: { name: string; description: string };
  /** @param photo id of a photo that is there. */
  graph(photo: string): Graph;
  inputs: InputSelection[];
  /** The picture of what it gives when nothing is filled in, small. */
  picture: SamplePicture;
}

const field = (path: string, name: string): InputSelection => {
  const [nodeId = '', pin = ''] = path.split('.');
  return { nodeId, pin, field: name };
};

const titleCard: Sample = {
  name: 'Title card',
  picture: 'title-card',
  description: 'A title and a line below it on a soft evening gradient, ready to open a video with.',
  category: 'Titles',
  tags: ['text', 'video', 'opener', 'gradient'],
  endpoint: { name: 'Make a title card', description: 'Returns a 1600 × 900 title card.' },
  graph: () => titleCardGraph,
  inputs: [
    field('title.value', 'title'),
    field('subtitle.value', 'subtitle'),
    field('top.value', 'top_color'),
    field('bottom.value', 'bottom_color'),
  ],
};

const photoFinish: Sample = {
  name: 'Photo finish',
  picture: 'photo-finish',
  description: 'Gives a photo a little more life and lays it on paper, with a white edge and a caption.',
  category: 'Photos',
  tags: ['photo', 'frame', 'caption', 'print'],
  endpoint: {
    name: 'Finish a photo',
    description: 'Returns the photo on its frame, and its main color.',
  },
  graph: photoFinishGraph,
  inputs: [
    field('photo.file', 'photo'),
    field('caption.value', 'caption'),
    field('paper.value', 'paper_color'),
  ],
};

const contactSheet: Sample = {
  name: 'Social contact sheet',
  picture: 'contact-sheet',
  description: 'Four pictures in a square with a line of text below, for a post. Send as many as you have.',
  category: 'Social',
  tags: ['post', 'grid', 'collage', 'square'],
  endpoint: { name: 'Make a contact sheet', description: 'Returns four pictures in one, with a headline.' },
  graph: () => contactSheetGraph,
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

const lakePhoto = new URL('./lake.webp', import.meta.url);

/** A file that lies beside this one. */
const bytesOf = (url: URL) => readFileSync(url);

/** Stores what the samples need. @returns what adds them to an account; call it inside a transaction. */
export async function prepareSampleTemplates(
  ctx: ServiceContext,
  language: Language,
): Promise<(accountId: string) => Promise<void>> {
  const translate = translatorTo(language);
  const stored = await ctx.blobs.write(bytesOf(lakePhoto));
  const pictures = new Map<Sample, typeof stored>();
  for (const sample of samples) {
    pictures.set(sample, await ctx.blobs.write(bytesOf(samplePicture(sample.picture, language))));
  }
  return async (accountId) => {
    const file = (filename: string, { hash, sizeBytes }: typeof stored) =>
      insertFile(ctx, {
        accountId,
        blob: hash,
        sizeBytes,
        filename,
        contentType: 'image/webp',
        // Not something the account uploaded: it takes none of its storage.
        origin: 'run',
      });
    const photo = await file('lake.webp', stored);
    for (const [sample, picture] of pictures) {
      const graph = translateGraph(sample.graph(photo.id), translate);
      const templateId = await insertTemplate(ctx, {
        accountId,
        name: translate(sample.name),
        description: translate(sample.description),
        category: translate(sample.category),
        tags: sample.tags.map(translate),
        source: 'sample',
        graph,
        inputs: selectInputs(graph, ctx.nodes, sample.inputs),
        outputs: selectOutputs(graph, ctx.nodes, null),
        pictureFileId: (await file(`${sample.picture}.webp`, picture)).id,
      });
      await insertEndpoint(ctx, {
        templateId,
        name: translate(sample.endpoint.name),
        description: translate(sample.endpoint.description),
      });
    }
  };
}
