/**
 * What an input changes of a picture, so that it can be changed by hand there: a note in its type, which own and hosted node
 * types can carry alike (`number(0..32768 step 1; role crop.left)`, `number(0..1; role point.x share)`). Lengths are pixels of
 * the picture at full size, or with `share` parts of its width or height.
 *
 * `crop`, `focus`, `corners` and `point` lie on the picture that comes in first; `layer` places the second picture that comes in on
 * the first; `gradient`, `rectangle` and `path` lie on what the node draws, which is as large as the first picture that comes in, or as
 * `size` says.
 */
export const PIN_ROLES = [
  'crop.left',
  'crop.top',
  'crop.width',
  'crop.height',
  'crop.aspect',
  'focus.x',
  'focus.y',
  'layer.x',
  'layer.y',
  'layer.scale',
  'layer.rotation',
  'layer.place',
  'layer.fit',
  'corners.top-left.x',
  'corners.top-left.y',
  'corners.top-right.x',
  'corners.top-right.y',
  'corners.bottom-right.x',
  'corners.bottom-right.y',
  'corners.bottom-left.x',
  'corners.bottom-left.y',
  'gradient.start.x',
  'gradient.start.y',
  'gradient.end.x',
  'gradient.end.y',
  'gradient.middle',
  'gradient.angle',
  'gradient.shape',
  'point.x',
  'point.y',
  'rectangle.left',
  'rectangle.top',
  'rectangle.width',
  'rectangle.height',
  'path',
  'size.width',
  'size.height',
] as const;
export type PinRole = (typeof PIN_ROLES)[number];

export type LengthUnit = 'pixels' | 'share';

export interface RoleOfPin {
  name: PinRole;
  unit: LengthUnit;
}

const isRole = (text: string): text is PinRole => PIN_ROLES.some((role) => role === text);

/** What notes at the end of a pin type say; `limits` is the text without them. */
export interface PinNotes {
  limits: string;
  role?: RoleOfPin;
  isAdded?: true;
}

const ROLE = /^role\s+([a-z.-]{1,40})(\s+share)?$/;

/** Takes the notes off the end of what stands in the parentheses of a pin type. Roles that nobody knows are left out. */
export function readPinNotes(text: string): PinNotes {
  const segments = text.split(';').map((segment) => segment.trim());
  const notes: PinNotes = { limits: '' };
  for (let last = segments.at(-1); last !== undefined; last = segments.at(-1)) {
    const role = ROLE.exec(last);
    if (role === null && last !== 'added') break;
    if (role === null) notes.isAdded = true;
    else if (role[1] !== undefined && isRole(role[1]))
      notes.role = { name: role[1], unit: role[2] === undefined ? 'pixels' : 'share' };
    segments.pop();
  }
  notes.limits = segments.join('; ').trim();
  return notes;
}

/** A pin type with a note more. */
export function withPinNote(type: string, note: string): string {
  return type.endsWith(')') ? `${type.slice(0, -1)}; ${note})` : `${type}(${note})`;
}
