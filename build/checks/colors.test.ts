import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../bundle/targets.ts';

const tokens = readFileSync(join(root, 'renderer/ui/tokens.css'), 'utf8');

/** Colors of a theme by token. */
function colorsOf(selector: string): Map<string, string> {
  const start = tokens.indexOf(`${selector} {`);
  const block = tokens.slice(start, tokens.indexOf('\n}', start));
  return new Map([...block.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name!, hex!]));
}

/** Red, green and blue as light, 0 to 1. */
const linear = (hex: string): [number, number, number] =>
  [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as [
    number,
    number,
    number,
  ];

/** OKLab: distances in it are what people see. */
function oklab(hex: string): [number, number, number] {
  const [r, g, b] = linear(hex);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
const apart = (a: string, b: string): number => {
  const [x, y] = [oklab(a), oklab(b)];
  return Math.hypot(x[0] - y[0], x[1] - y[1], x[2] - y[2]);
};

const MEANINGS = ['accent', 'focus', 'running', 'link', 'ok', 'error'] as const;
const PINS = ['image', 'video', 'audio', 'text', 'number', 'boolean', 'json', 'file', 'color', 'any'].map(
  (base) => `pin-${base}`,
);

test.each([':root', ":root[data-theme='dark']"])(
  'in %s selection, focus, what runs, links and states have colors of their own',
  (selector) => {
    const colors = colorsOf(selector);
    const of = (name: string): string => {
      const color = colors.get(name);
      if (color === undefined) throw new Error(`${name} has no color in ${selector}.`);
      return color;
    };
    const close = MEANINGS.flatMap((one, index) =>
      MEANINGS.slice(index + 1)
        .filter((other) => apart(of(one), of(other)) < 0.08)
        .map((other) => `${one} and ${other}`),
    );
    expect(close).toEqual([]);
    // What runs is seen among wires and nodes of every type.
    expect(PINS.filter((pin) => apart(of(pin), of('running')) < 0.07)).toEqual([]);
    expect(PINS.filter((pin) => apart(of(pin), of('accent')) < 0.07)).toEqual([]);
  },
);

/** How much light a color gives, 0 to 1. */
function luminance(hex: string): number {
  const [r, g, b] = linear(hex);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
/** As the guidelines for accessible content count it, 1 to 21. */
function contrast(a: string, b: string): number {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

test.each([':root', ":root[data-theme='dark']"])(
  'in %s white, cream and black letters on nothing can be read',
  (selector) => {
    const colors = colorsOf(selector);
    for (const square of ['checker-a', 'checker-b'])
      for (const letters of ['#ffffff', '#fff7ea', '#000000'])
        expect(contrast(colors.get(square)!, letters), `${letters} on ${square}`).toBeGreaterThanOrEqual(3);
  },
);

test('amber is Run and what is selected, and nothing else', () => {
  const others = globSync('renderer/**/*.css', { cwd: root })
    .filter((path) => !path.endsWith('ui/tokens.css'))
    .flatMap((path) => {
      const source = readFileSync(join(root, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
      return [...source.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
        .filter(([, , rules]) => /var\(--accent/.test(rules!))
        .map(([, selector]) => selector!.trim())
        .filter(
          (selector) => !/\.run\b|selected|selection|current|chosen|marked|aria-pressed/i.test(selector),
        )
        .map((selector) => `${path}: ${selector}`);
    });
  expect(others).toEqual([]);
});
