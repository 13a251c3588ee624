import { asRecord } from '../document/problems.ts';
import {
  StoryboardDocument,
  StoryboardPanel,
  StoryboardScene,
  StoryboardSettings,
  StoryboardShot,
} from './document.ts';

/** Where fields of other programs are kept in `ext`: those of the document itself, and those of what `ext` belongs to. */
const OF_DOCUMENT = 'importedDocument';
const OF_ITEM = 'imported';

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields that the document has, and those that it has no place for. */
function split(item: Record<string, unknown>, existing: object) {
  const entries = Object.entries(item);
  return {
    schemaFields: Object.fromEntries(entries.filter(([key]) => Object.hasOwn(existing, key))),
    foreign: Object.fromEntries(entries.filter(([key]) => !Object.hasOwn(existing, key))),
  };
}

/** Puts fields into an `ext`, beside those that are there. One that is no object is left for the check to refuse. */
function withPreserved(item: Record<string, unknown>, key: string, preserved: Record<string, unknown>) {
  const { ext = {} } = item;
  if (Object.keys(preserved).length === 0 || !isRecord(ext)) return item;
  return { ...item, ext: { ...ext, [key]: { ...asRecord(ext[key]), ...preserved } } };
}

/**
 * A storyboard of another program, with what the document has no field for under `ext.imported` of its scene, shot or panel
 * (of the document and its settings: of the settings), where it stays and goes out again. Nothing is checked beyond that.
 * @returns null for what is no storyboard; `preserved` is how many fields were moved.
 */
export function keepForeignFields(input: unknown): { document: unknown; preserved: number } | null {
  if (!isRecord(input) || input['serviceType'] !== 'storyboard') return null;
  let preserved = 0;
  const keep = (
    value: unknown,
    existing: object,
    inside?: [key: string, each: (item: unknown) => unknown],
  ): unknown => {
    if (!isRecord(value)) return value;
    const { schemaFields, foreign } = split(value, existing);
    preserved += Object.keys(foreign).length;
    const list = inside && schemaFields[inside[0]];
    if (inside && Array.isArray(list)) schemaFields[inside[0]] = list.map(inside[1]);
    return withPreserved(schemaFields, OF_ITEM, foreign);
  };
  const keepPanel = (panel: unknown) => keep(panel, StoryboardPanel.shape);
  const keepShot = (shot: unknown) => keep(shot, StoryboardShot.shape, ['panels', keepPanel]);
  const keepScene = (scene: unknown) => keep(scene, StoryboardScene.shape, ['shots', keepShot]);
  const { schemaFields, foreign } = split(input, StoryboardDocument.shape);
  preserved += Object.keys(foreign).length;
  const { sequences, settings = {} } = schemaFields;
  if (Array.isArray(sequences)) schemaFields['sequences'] = sequences.map(keepScene);
  const preservedSettings = keep(settings, StoryboardSettings.shape);
  const all = isRecord(preservedSettings)
    ? withPreserved(preservedSettings, OF_DOCUMENT, foreign)
    : preservedSettings;
  return { document: { ...schemaFields, settings: all }, preserved };
}
