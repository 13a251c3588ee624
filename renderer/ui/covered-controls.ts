/** What can be pressed or typed into. */
const CONTROLS = [
  'a[href]',
  'button',
  'input',
  'select',
  'textarea',
  'summary',
  '[contenteditable="true"]',
  ...[
    'button',
    'checkbox',
    'link',
    'option',
    'radio',
    'slider',
    'spinbutton',
    'switch',
    'tab',
    'gridcell',
  ].map((role) => `[role="${role}"]`),
].join(',');

/** Where in what is covered of a control it is asked whether it is seen there: parts of its width and height. */
const SAMPLES = [0.5, 0.05, 0.95];

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export const intersects = (a: Box, b: Box): boolean =>
  a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;

/** Whether a control is on top somewhere in a box, but for messages: what is scrolled out of its list is not. */
function isOnTop(control: Element, box: Box, messages: Element): boolean {
  const rect = control.getBoundingClientRect();
  const left = Math.max(rect.left, box.left);
  const top = Math.max(rect.top, box.top);
  const width = Math.min(rect.right, box.right) - left;
  const height = Math.min(rect.bottom, box.bottom) - top;
  return SAMPLES.some((x) =>
    SAMPLES.some((y) => {
      const found = document
        .elementsFromPoint(left + width * x, top + height * y)
        .find((element) => !messages.contains(element));
      return found !== undefined && control.contains(found);
    }),
  );
}

/**
 * The controls of the page that lie within its window, to be asked which boxes cover one of them.
 * @param messages what lies over the page; its own buttons do not count.
 * @returns whether a box, in pixels of the window, covers a control that is on top there.
 */
export function coversControl(messages: Element): (box: Box) => boolean {
  const inWindow: Box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const controls = [...document.querySelectorAll(CONTROLS)].flatMap((control) => {
    if (messages.contains(control)) return [];
    const rect = control.getBoundingClientRect();
    return rect.width > 0 && intersects(rect, inWindow) ? [{ control, rect }] : [];
  });
  return (box) =>
    controls.some(({ control, rect }) => intersects(rect, box) && isOnTop(control, box, messages));
}
