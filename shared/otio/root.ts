import { asRecord } from '../document/problems.ts';
import { questionsOfClip, urlsOfClip, type ClipQuestion } from './media-reference.ts';
import { childrenOf, schemaOf, type OtioObject } from './objects.ts';
import { patchbayMetadata } from './own-metadata.ts';
import { invalidOtio, readOtioJson } from './read-json.ts';

export interface OtioRoot {
  timeline: OtioObject;
  tracks: readonly OtioObject[];
  /** The file holds more timelines than this one. */
  multiple: boolean;
  /** Values that the file writes as NaN or Infinity. */
  notNumbers: number;
}

/** The timeline of a file, and the tracks at its top. @throws TimelineFileRefused for a file that is no OTIO. */
export function rootOf(text: string): OtioRoot {
  const { value, notNumbers } = readOtioJson(text);
  const root = asRecord(value);
  const { name } = schemaOf(root);
  switch (name) {
    case 'Timeline': {
      const stack = asRecord(root['tracks']);
      return { timeline: root, tracks: childrenOf(stack), multiple: false, notNumbers };
    }
    case 'SerializableCollection': {
      const timelines = childrenOf(root).filter((child) => schemaOf(child).name === 'Timeline');
      const [first] = timelines;
      if (first) {
        return {
          timeline: first,
          tracks: childrenOf(asRecord(first['tracks'])),
          multiple: timelines.length > 1,
          notNumbers,
        };
      }
      break;
    }
    case 'Stack':
      return {
        timeline: { name: root['name'], tracks: root },
        tracks: childrenOf(root),
        multiple: false,
        notNumbers,
      };
    case 'Track':
    case 'Clip':
      return { timeline: { name: root['name'] }, tracks: [root], multiple: false, notNumbers };
    default:
  }
  throw invalidOtio('The file holds no timeline, so there is nothing to import.');
}

function visitClips({ tracks }: OtioRoot, onClip: (clip: OtioObject) => void): void {
  const visit = (item: OtioObject): void => {
    if (schemaOf(item).name === 'Clip') onClip(item);
    for (const child of childrenOf(item)) visit(child);
  };
  tracks.forEach(visit);
}

/** The ids that clips of our own export have. */
export function patchbayClipIds(root: OtioRoot): Set<string> {
  const ids = new Set<string>();
  visitClips(root, (clip) => {
    const id = patchbayMetadata(clip)?.['id'];
    if (typeof id === 'string') ids.add(id);
  });
  return ids;
}

/** Every media URL a file refers to. */
export function otioMediaUrls(root: OtioRoot): string[] {
  const urls = new Set<string>();
  visitClips(root, (clip) => urlsOfClip(clip).forEach((url) => urls.add(url)));
  return [...urls];
}

/** Every medium that a conversion will ask for, once; `hasLength` when every clip of it can do without its length. */
export function mediaQuestions(root: OtioRoot): ClipQuestion[] {
  const questions = new Map<string, ClipQuestion>();
  visitClips(root, (clip) => {
    for (const question of questionsOfClip(clip)) {
      const key = `${question.url}\n${question.name}`;
      const previous = questions.get(key);
      if (previous) previous.hasLength &&= question.hasLength;
      else questions.set(key, question);
    }
  });
  return [...questions.values()];
}
