/** Digital source types: the words of the IPTC for how a picture, film or sound came about. */

const VOCABULARY = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

/** Source types of the IPTC that are read and written here. */
export const SOURCE_TYPES = [
  'trainedAlgorithmicMedia',
  'compositeWithTrainedAlgorithmicMedia',
  'algorithmicMedia',
  'digitalCreation',
  'humanEdits',
  'composite',
  'digitalCapture',
  'computationalCapture',
  'negativeFilm',
  'positiveFilm',
  'print',
  'compositeCapture',
  'algorithmicallyEnhanced',
  'dataDrivenMedia',
  'virtualRecording',
  'screenCapture',
  'compositeSynthetic',
] as const;
export type SourceType = (typeof SOURCE_TYPES)[number];

/** Earlier names that mean the same. */
const RENAMED: Readonly<Record<string, SourceType>> = {
  minorHumanEdits: 'humanEdits',
  softwareImage: 'digitalCreation',
  digitalArt: 'digitalCreation',
};

/** @returns the address that stands for it in files. */
export const addressOfSourceType = (type: SourceType): string => VOCABULARY + type;

/** @param text the address of a source type, or its name alone. @returns null of one that is not known here. */
export function readSourceType(text: string): SourceType | null {
  const name = text.trim().replace(/^https?:\/\/cv\.iptc\.org\/newscodes\/digitalsourcetype\//i, '');
  return SOURCE_TYPES.find((type) => type === name) ?? (Object.hasOwn(RENAMED, name) ? RENAMED[name]! : null);
}
