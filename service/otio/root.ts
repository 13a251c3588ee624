import { asRecord } from '#shared/document/problems.ts';
import { urlsOfClip } from './media-reference.ts';
import { childrenOf, schemaOf, type OtioObject } from './objects.ts';
import { invalidOtio, readOtioJson } from './read-json.ts';

/** The timeline of a file, and the tracks at its top. @throws ApiProblem 400 for a file that is no OTIO. */
export function rootOf(text: string): { timeline: OtioObject; tracks: OtioObject[]; several: boolean } {
  const root = asRecord(readOtioJson(text));
  const { name } = schemaOf(root);
  switch (name) {
    case 'Timeline': {
      const stack = asRecord(root['tracks']);
      return { timeline: root, tracks: childrenOf(stack), several: false };
    }
    case 'SerializableCollection': {
      const timelines = childrenOf(root).filter((child) => schemaOf(child).name === 'Timeline');
      const [first] = timelines;
      if (first) {
        return {
          timeline: first,
          tracks: childrenOf(asRecord(first['tracks'])),
          several: timelines.length > 1,
        };
      }
      break;
    }
    case 'Stack':
      return { timeline: { name: root['name'], tracks: root }, tracks: childrenOf(root), several: false };
    case 'Track':
    case 'Clip':
      return { timeline: { name: root['name'] }, tracks: [root], several: false };
    default:
  }
  throw invalidOtio('The file holds no timeline, so there is nothing to import.');
}

/** Every media URL a file refers to. @throws ApiProblem 400 for a file that is no OTIO. */
export function otioMediaUrls(text: string): string[] {
  const urls = new Set<string>();
  const visit = (item: OtioObject): void => {
    if (schemaOf(item).name === 'Clip') for (const url of urlsOfClip(item)) urls.add(url);
    for (const child of childrenOf(item)) visit(child);
  };
  for (const track of rootOf(text).tracks) visit(track);
  return [...urls];
}
