import { describe, expect, it } from 'vitest';
import { PIN_ROLES, withPinNote } from './pin-roles.ts';
import { parsePinType } from './pin-type.ts';

describe('notes of a pin type', () => {
  it('say what an input changes of a picture, and leave its limits', () => {
    expect(parsePinType('number(0..100 step 1; role crop.left)')).toEqual({
      base: 'number',
      min: 0,
      max: 100,
      step: 1,
      role: { name: 'crop.left', unit: 'pixels' },
    });
    expect(parsePinType('number(0..1; role point.x share; added)')).toMatchObject({
      max: 1,
      role: { name: 'point.x', unit: 'share' },
      isAdded: true,
    });
    expect(parsePinType('json(role path)')).toEqual({
      base: 'json',
      role: { name: 'path', unit: 'pixels' },
    });
    expect(parsePinType('choice(free|1:1; role crop.aspect)').choices).toEqual(['free', '1:1']);
    expect(parsePinType('list(number(0..1; role point.x))')).toMatchObject({ list: 1, max: 1 });
  });

  it('of roles that nobody knows are left out, and the limits stay', () => {
    expect(parsePinType('number(0..1; role moon.phase)')).toEqual({ base: 'number', min: 0, max: 1 });
    expect(parsePinType('choice(a; b|c)').choices).toEqual(['a; b', 'c']);
    expect(parsePinType('text(multiline; added)')).toEqual({ base: 'text', multiline: true, isAdded: true });
  });

  it('can be written on any type', () => {
    for (const role of PIN_ROLES)
      for (const type of ['number', 'number(0..1 step 0.1)', 'color', 'choice(a|b)', 'image'])
        expect(parsePinType(withPinNote(type, `role ${role} share`))).toEqual({
          ...parsePinType(type),
          role: { name: role, unit: 'share' },
        });
  });
});
