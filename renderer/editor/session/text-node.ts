import { number, words } from '#renderer/words/index.ts';
import type { XY } from '../geometry.ts';
import { valueFor } from '../model/editing.ts';
import { NODE_WIDTH, DEFAULT_HEIGHT } from '../scene/node-layout.ts';
import { addNodeAt } from './place-node.ts';
import type { SessionCore } from './session-core.ts';

const t = words.editorSession.textNode;

/** The node type that holds text, and its input. */
const TEXT_TYPE = 'input/text';
const TEXT_INPUT = 'value';
/** A field that a node shows gets slow with more. Characters. */
const MAX_TEXT = 200_000;

/**
 * Adds a text node that holds pasted text, where it covers no node, and selects it.
 * @param at where exactly; else near the pointer, or in the middle of the view. Canvas units.
 * @returns a sentence for people when there is no node; else null.
 */
export function addTextNode(session: SessionCore, text: string, at?: XY): string | null {
  const { catalog, view } = session;
  // Line ends of Windows are one character, and half of a surrogate pair is no text that a service takes.
  const value = text.replace(/\r\n?/g, '\n').toWellFormed();
  if (value.trim() === '') return t.clipboardOnlyBlankText;
  if (value.length > MAX_TEXT) return t.textClipboardLongerThan(number(MAX_TEXT));
  if (catalog.isMissing(TEXT_TYPE)) return t.serviceNoNodeText;
  const anchor = view.pointer ? view.toGraph(view.pointer) : view.center;
  const corner = at ?? { x: anchor.x - NODE_WIDTH / 2, y: anchor.y - DEFAULT_HEIGHT / 2 };
  addNodeAt(session, TEXT_TYPE, corner, { inputs: { [TEXT_INPUT]: valueFor('text', value) } });
  return null;
}
