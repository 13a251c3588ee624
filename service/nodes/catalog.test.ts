import { readFileSync } from 'node:fs';
import dynamicIconImports from 'lucide-react/dynamicIconImports';
import { describe, expect, test } from 'vitest';
import { PIN_BASES, parsePinType } from '#shared/graph/pin-type.ts';
import type { JsonValue } from './definition.ts';
import { nodeDefinitions } from './index.ts';
import { parseColor } from '#shared/language/color.ts';

/** Whether a value is one that a field of this pin type can hold. */
function fits(value: JsonValue, type: string): boolean {
  const { base, min, max, step, choices } = parsePinType(type);
  switch (base) {
    case 'number':
      return (
        typeof value === 'number' &&
        value >= (min ?? -Infinity) &&
        value <= (max ?? Infinity) &&
        (step !== 1 || Number.isInteger(value))
      );
    case 'text':
      return typeof value === 'string';
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return typeof value === 'string' && (choices ?? []).includes(value);
    case 'color':
      return typeof value === 'string' && parseColor(value) !== null;
    case 'json':
    case 'any':
      return true;
    default:
      return false;
  }
}

const ICONS_FILE = 'renderer/fields/type-icon.tsx';
const iconsSource = readFileSync(new URL(`../../${ICONS_FILE}`, import.meta.url), 'utf8');

/** What somebody who adds a node type has to do for its icon; null when nothing. */
function iconProblem(icon: string): string | null {
  if (!Object.hasOwn(dynamicIconImports, icon))
    return `lucide-react has no icon ${icon}. Choose one of https://lucide.dev/icons.`;
  const isDrawn = iconsSource.includes(`\n  '${icon}': `) || iconsSource.includes(`\n  ${icon}: `);
  if (isDrawn) return null;
  return `The editor does not draw the icon ${icon}. Add it to ICONS in ${ICONS_FILE}, or choose one that is there.`;
}

test('an icon that the editor does not draw is named with the file to add it to', () => {
  const undrawn = Object.keys(dynamicIconImports).find((icon) => iconProblem(icon) !== null);
  expect(iconProblem(undrawn ?? '')).toBe(
    `The editor does not draw the icon ${undrawn}. Add it to ICONS in renderer/fields/type-icon.tsx, ` +
      'or choose one that is there.',
  );
  expect(iconProblem('no-such-icon')).toMatch(/^lucide-react has no icon no-such-icon/);
});

test('types are unique', () => {
  const types = nodeDefinitions.map((definition) => definition.type);
  expect(new Set(types).size).toBe(types.length);
});

test('titles are unique within a category', () => {
  const titles = nodeDefinitions.map(({ category, title }) => `${category}: ${title}`);
  expect(new Set(titles).size).toBe(titles.length);
});

test('every category that people look for is there', () => {
  const categories = new Set(nodeDefinitions.map((definition) => definition.category));
  expect([...categories]).toEqual(
    expect.arrayContaining(['input', 'text', 'number', 'logic', 'json', 'image', 'control', 'output']),
  );
});

describe.each(nodeDefinitions.map((definition) => [definition.type, definition] as const))(
  '%s',
  (type, definition) => {
    test('is named and described', () => {
      expect(type).toMatch(/^[a-z]+\/[a-z]+(-[a-z]+)*$/);
      expect(definition.category).toBe(type.split('/')[0]);
      expect(definition.title).toMatch(/^[A-Z]/);
      expect(definition.version).toBeGreaterThanOrEqual(1);
      expect(definition.tags.length).toBeGreaterThan(0);
    });

    test('has plain help: whole sentences, no more than a few, no shouting', () => {
      expect(definition.description).toMatch(/^[A-Z0-9].{20,400}\.$/);
      expect(definition.description).not.toMatch(/[!]|simply|just|powerful|awesome/i);
    });

    test('has an icon that exists, and that the editor draws', () => {
      expect(iconProblem(definition.icon)).toBeNull();
    });

    test('has pins with unique names, labels and known types', () => {
      for (const pins of [definition.inputs, definition.outputs]) {
        expect(new Set(pins.map((pin) => pin.name)).size).toBe(pins.length);
        for (const pin of pins) {
          expect(pin.name).toMatch(/^[a-z][a-zA-Z0-9]*$/);
          expect(pin.label).toMatch(/^[A-Z]/);
          // What belongs together in a loop is told by a type that fits nothing else.
          expect([...PIN_BASES, 'list', 'loop']).toContain(pin.type.replace(/\(.*$/, ''));
          // A limit that the editor cannot read would be no limit there.
          const { min, max, choices, multiline, list, acceptsLists, isBranch, isCurves } = parsePinType(
            pin.type,
          );
          expect(pin.type.includes('(')).toBe(
            [min, max, choices, multiline, list, acceptsLists, isBranch, isCurves].some(
              (limit) => limit !== undefined,
            ),
          );
        }
      }
    });

    test('has defaults that suit their pins', () => {
      const unfit = definition.inputs.filter(
        (pin) => pin.default !== undefined && !fits(pin.default, pin.type),
      );
      expect(unfit).toEqual([]);
    });

    test('asks for nothing but what must be plugged in', () => {
      const demanding = definition.inputs.filter((pin) => pin.default === undefined && pin.optional !== true);
      const known = new Set(['image', 'audio', 'video', 'file', 'any']);
      const others = demanding
        .map((pin) => parsePinType(pin.type))
        .filter(({ base, list }) => list === undefined && !known.has(base));
      expect(others).toEqual([]);
    });
  },
);
