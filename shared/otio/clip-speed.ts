import { clipExt, MAX_SPEED, withClipExt } from '../timeline/ext.ts';
import { importedSpeedOf, speedOfEffects, type TimelineClip } from '../timeline/index.ts';
import { schemaOf, type OtioObject } from './objects.ts';
import { NAMESPACE, patchbayMetadata } from './own-metadata.ts';

/** How the speed that a person gave a clip goes out as an effect, and comes back. */

export { speedOfEffects };

const WARPS = new Set(['LinearTimeWarp', 'FreezeFrame']);
const SAME = 1e-9;

const isWarp = (effect: OtioObject): boolean => WARPS.has(schemaOf(effect).name);

/** Whether an export of ours added the effect, and nobody has changed it since: the clip itself says it then. */
export const isPatchbayWarp = (effect: OtioObject): boolean =>
  isWarp(effect) && patchbayMetadata(effect)?.['speed'] === speedOfEffects([effect]);

/** The effects as they came, with the speed that the clip has been given since. */
export function withClipSpeed(effects: readonly OtioObject[], clip: TimelineClip): readonly OtioObject[] {
  const { speed } = clipExt(clip);
  if (speed === undefined || Math.abs(speed - speedOfEffects(effects)) < SAME) return effects;
  const remaining = effects.filter((effect) => !isWarp(effect));
  if (speed === 1) return remaining;
  const name = speed === 0 ? 'FreezeFrame' : 'LinearTimeWarp';
  const before = effects.find(isWarp);
  const created = {
    ...(before ?? { name: '', metadata: { [NAMESPACE]: { speed } } }),
    OTIO_SCHEMA: `${name}.1`,
    effect_name: name,
    enabled: true,
    time_scalar: speed,
  };
  const at = before ? effects.slice(0, effects.indexOf(before)).filter((item) => !isWarp(item)).length : 0;
  return [...remaining.slice(0, at), created, ...remaining.slice(at)];
}

/**
 * A clip with the speed that its effects say now, whatever our own export said of it: where they are kept they say it
 * themselves, else the clip does.
 */
export function withImportedSpeed(created: TimelineClip, source: OtioObject): TimelineClip {
  if (created.type === 'image' || created.type === 'text') return created;
  const imported = speedOfEffects(source['effects']);
  const patchbay = clipExt(created).speed;
  if (Math.abs((patchbay ?? importedSpeedOf(created)) - imported) < SAME) return created;
  const isSpecified = Math.abs(importedSpeedOf(created) - imported) < SAME;
  const speed = Math.max(-MAX_SPEED, Math.min(MAX_SPEED, imported));
  return withClipExt(created, { speed: isSpecified ? undefined : speed }) ?? created;
}
