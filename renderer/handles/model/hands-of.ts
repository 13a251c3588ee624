import type { PublicNodeTypePin } from '#shared/api/index.ts';
import type { PinRole } from '#shared/graph/pin-roles.ts';
import { parsePinType } from '#shared/graph/pin-type.ts';
import { cornersHand } from './corners.ts';
import { gradientHand } from './gradient.ts';
import type { BoundPin, Hand, Values } from './hand.ts';
import { layerHand } from './layer.ts';
import { pointHand } from './point.ts';
import { rectangleHand } from './rectangle.ts';

type Pins = readonly PublicNodeTypePin[];

/** The inputs of a node type that have a role on a picture; of two with one role the first. */
function pinsByRole(inputs: Pins): Map<PinRole, BoundPin> {
  const roles = new Map<PinRole, BoundPin>();
  for (const pin of inputs) {
    const type = parsePinType(pin.type);
    if (type.role === undefined || roles.has(type.role.name)) continue;
    roles.set(type.role.name, {
      name: pin.name,
      label: pin.label ?? pin.name,
      type,
      unit: type.role.unit,
      fallback: pin.default ?? null,
    });
  }
  return roles;
}

/** What of a node can be changed by hand on a picture. */
export function handsOf(inputs: Pins): Hand[] {
  const roles = pinsByRole(inputs);
  if (roles.size === 0) return [];
  const crop = rectangleHand(roles, 'crop');
  return [
    crop,
    crop === null ? pointHand(roles, 'focus') : null,
    cornersHand(roles),
    pointHand(roles, 'point'),
    layerHand(roles),
    gradientHand(roles),
    rectangleHand(roles, 'rectangle'),
  ].filter((hand) => hand !== null);
}

/** Names of the inputs that pictures come in by, in their order. */
export const pictureInputs = (inputs: Pins): string[] =>
  inputs.filter((pin) => parsePinType(pin.type).base === 'image').map(({ name }) => name);

/** How large the picture is that a node draws from nothing; null where it does not say. */
export function renderedSize(inputs: Pins, values: Values): { width: number; height: number } | null {
  const roles = pinsByRole(inputs);
  const sides = (['size.width', 'size.height'] as const).map((role) => {
    const pin = roles.get(role);
    const current = pin && (values[pin.name] ?? pin.fallback);
    return typeof current === 'number' && current >= 1 ? current : null;
  });
  const [width = null, height = null] = sides;
  return width === null || height === null ? null : { width, height };
}
