import type { Graph } from '#shared/graph/index.ts';
import { starters, textGraph, translateGraph, type Starter } from '#shared/starters/index.ts';
import { mediumRejection, uploadFile } from '#renderer/uploads/index.ts';
import { words } from '#renderer/words/index.ts';
import { photoName } from './photo-name.ts';
import { lakePhoto } from './pictures.ts';

/** What a person begins from: a starter, a photo of their own, words, or a film with or without a board. */
export type ProjectStart = { from: Starter } | { from: 'photo'; file: File } | { from: 'text' } | EmptyStart;

/** Without a graph: the page where its work begins. */
export interface EmptyStart {
  from: 'storyboard' | 'film';
}

export const isEmptyStart = (starter: ProjectStart): starter is EmptyStart =>
  starter.from === 'storyboard' || starter.from === 'film';

/**
 * The graph to begin with and the name of its project; photos are with the service afterwards.
 * @throws Error with a sentence.
 */
export async function graphToBegin(
  connectionId: string,
  beginning: Exclude<ProjectStart, EmptyStart>,
  signal: AbortSignal,
): Promise<{ name: string; graph: Graph }> {
  const upload = (file: File) => uploadFile(connectionId, file, { onProgress: () => undefined, signal });
  if (beginning.from === 'text') return { name: words.projects.textCard, graph: inLanguage(textGraph) };
  if (beginning.from === 'photo') {
    const rejection = await mediumRejection(beginning.file);
    if (rejection !== null) throw new Error(rejection);
    const finish = starters.find(({ id }) => id === 'photo-finish')!;
    const name = photoName(beginning.file.name, translate(finish.name));
    return { name, graph: inLanguage(finish.graph(await upload(beginning.file))) };
  }
  const starter = beginning.from;
  return {
    name: translate(starter.name),
    graph: inLanguage(starter.graph(starter.needsPhoto ? await upload(await lake(signal)) : '')),
  };
}

const { translate } = words.starters;

/** The graph of a starter with its texts in the language of the page. */
const inLanguage = (graph: Graph): Graph => translateGraph(graph, translate);

async function lake(signal: AbortSignal): Promise<File> {
  const response = await fetch(lakePhoto, { signal });
  if (!response.ok) throw new Error(words.projects.starterPhotoMissing);
  return new File([await response.blob()], 'lake.webp', { type: 'image/webp' });
}
