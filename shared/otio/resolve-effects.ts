import { asList, asRecord } from '../document/problems.ts';
import { CLIP_FIELDS, KEYED_PROPERTIES } from '../timeline/clip-fields.ts';
import { clipExt, fixedValue } from '../timeline/ext.ts';
import type { TimelineClip } from '../timeline/index.ts';
import { objectsOf, type OtioObject } from './objects.ts';

/**
 * What DaVinci Resolve writes of a clip's look and sound, under `Resolve_OTIO`. A parameter that is absent has its
 * default. Key frames have no place in a timeline document: the first value stands for all.
 */

const KEY = 'Resolve_OTIO';

interface Mapped {
  effect: string;
  parameter: string;
  read(value: number): number;
  write(value: number): number;
}

const decibels = (factor: number): number => (factor <= 0.00001 ? -100 : 20 * Math.log10(factor));

const FIELDS: Readonly<Record<'scale' | 'opacity' | 'volume', Mapped>> = {
  scale: {
    effect: 'Transform',
    parameter: 'transformationZoomX',
    read: (zoom) => zoom,
    write: (zoom) => zoom,
  },
  opacity: {
    effect: 'Composite',
    parameter: 'opacity',
    read: (percent) => Math.min(1, Math.max(0, percent / 100)),
    write: (opacity) => opacity * 100,
  },
  volume: {
    effect: 'Fairlight Clip Volume and Fades',
    parameter: 'volume',
    read: (level) => (level <= -100 ? 0 : Math.min(100, 10 ** (level / 20))),
    write: decibels,
  },
};
/** Written beside a mapped parameter and meaning the same. */
const ECHOES = new Set(['transformationZoomY']);

export interface ResolveEffects {
  scale?: number;
  opacity?: number;
  volume?: number;
}

const NO_EFFECTS: ResolveEffects = {};

const of = (effect: OtioObject): OtioObject | undefined => {
  const patchbay = asRecord(effect['metadata'])[KEY];
  return typeof patchbay === 'object' && patchbay !== null ? asRecord(patchbay) : undefined;
};
const fieldOf = (effect: OtioObject, parameter: OtioObject) =>
  Object.entries(FIELDS).find(
    ([, mapped]) =>
      mapped.effect === of(effect)?.['Effect Name'] && mapped.parameter === parameter['Parameter ID'],
  );

const keyFrames = (parameter: OtioObject): [frame: number, value: unknown][] =>
  Object.entries(asRecord(parameter['Key Frames']))
    .map(([frame, key]): [number, unknown] => [Number(frame), asRecord(key)['Value']])
    .sort(([a], [b]) => a - b);

function valueOf(parameter: OtioObject): number | undefined {
  const [first] = keyFrames(parameter);
  const value = first === undefined ? parameter['Parameter Value'] : first[1];
  return typeof value === 'number' ? value : undefined;
}

/** The look that the effects of a clip give it. @param onAnimated told when key frames were left out. */
export function resolveEffects(clip: OtioObject, onAnimated: () => void): ResolveEffects {
  const effects = objectsOf(clip['effects']);
  if (effects.length === 0) return NO_EFFECTS;
  const values: Record<string, number> = {};
  for (const effect of effects) {
    if (of(effect)?.['Enabled'] === false) continue;
    for (const parameter of asList(of(effect)?.['Parameters']).map(asRecord)) {
      const [field, mapped] = fieldOf(effect, parameter) ?? [];
      const value = valueOf(parameter);
      if (field === undefined || mapped === undefined || value === undefined) continue;
      if (keyFrames(parameter).length > 1) onAnimated();
      values[field] = mapped.read(value);
    }
  }
  return values;
}

/** Whether an effect of Resolve says nothing beyond what `resolveLook` reads: it is off, or all else is default. */
export function isResolveMapped(effect: OtioObject): boolean {
  const patchbay = of(effect);
  if (!patchbay) return false;
  if (patchbay['Enabled'] === false) return true;
  return asList(patchbay['Parameters'])
    .map(asRecord)
    .every(
      (parameter) =>
        fieldOf(effect, parameter) !== undefined || ECHOES.has(String(parameter['Parameter ID'])),
    );
}

/** The effects as they came, with the values that the clip has been given since. */
export function withClipEffects(effects: readonly OtioObject[], clip: TimelineClip): OtioObject[] {
  const current = { scale: clip.transform.scale, opacity: clip.opacity, volume: clip.volume };
  return effects.map((effect) => {
    const patchbay = of(effect);
    if (!patchbay || patchbay['Enabled'] === false) return effect;
    const parameters = asList(patchbay['Parameters']).map(asRecord);
    const changed = parameters.map((parameter) => {
      const echo = ECHOES.has(String(parameter['Parameter ID']));
      const [field, mapped] = echo ? ['scale', FIELDS.scale] : (fieldOf(effect, parameter) ?? []);
      const value = valueOf(parameter);
      if (mapped === undefined || value === undefined) return parameter;
      const requested = current[field as keyof typeof current];
      if (Math.abs(mapped.read(value) - requested) < 1e-9) return parameter;
      return { ...parameter, 'Parameter Value': mapped.write(requested), 'Key Frames': {} };
    });
    return {
      ...effect,
      metadata: { ...asRecord(effect['metadata']), [KEY]: { ...patchbay, Parameters: changed } },
    };
  });
}

/** What a clip looks and sounds like that no effect of Resolve says: names of its fields for people. */
export function unwritableEffects(clip: TimelineClip, effects: readonly OtioObject[]): string[] {
  const reported = new Set(
    effects
      .filter((effect) => of(effect)?.['Enabled'] !== false)
      .flatMap((effect) =>
        asList(of(effect)?.['Parameters']).map((parameter) => fieldOf(effect, asRecord(parameter))?.[0]),
      ),
  );
  // A picture whose sound is a clip of its own is silent.
  const isSilent = asRecord(clip.ext?.['otio'])['audioDetached'] === true && clip.volume === 0;
  const skipped = KEYED_PROPERTIES.filter((property) => {
    const field = CLIP_FIELDS[property];
    const isSkipped = !reported.has(property) && !(property === 'volume' && isSilent);
    return isSkipped && fixedValue(clip, property, field) !== field.neutral;
  });
  return [
    ...new Set(skipped.map((property) => CLIP_FIELDS[property].exportName)),
    ...(Object.values(clipExt(clip).keyframes ?? {}).some((list) => Array.isArray(list) && list.length > 0)
      ? ['keyframes']
      : []),
  ];
}

/** Whether Resolve says that a track is locked. */
export const isLockedInResolve = (track: OtioObject): boolean => of(track)?.['Locked'] === true;
