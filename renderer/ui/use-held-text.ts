import { useState, useSyncExternalStore } from 'react';
import { rebaseText } from '#shared/document/merge-text.ts';
import { adoptionCount, subscribeAdoptions } from './adoptions.ts';

/** What is in a field while it has the focus. */
interface Held {
  text: string;
  /** The value of the field in the document, as it was seen last. */
  value: string;
  /** What was written into the document last. */
  written: string;
  adoptions: number;
}

interface HeldText {
  /** To be shown in the field. */
  text: string;
  /** Somebody else wrote in it as well: what they wrote is in the document and is shown when the field is left. */
  isBehind: boolean;
  type: (typed: string) => void;
  focus: () => void;
  /** @param field that has lost the focus, perhaps only because the whole window did. */
  blur: (field: EventTarget) => void;
}

const neverSubscribe = () => () => undefined;

/**
 * The text of a field of a document. While the field has the focus nothing of others replaces it under the cursor: what is typed
 * is merged with what they wrote, and both are shown when the field is left. Undo and whatever else this window does shows at once.
 * @param value as the document has it. @param change writes it.
 */
export function useHeldText(value: string, change: (value: string) => void): HeldText {
  const [stored, setHeld] = useState<Held | null>(null);
  const adoptions = useSyncExternalStore(
    stored === null ? neverSubscribe : subscribeAdoptions,
    adoptionCount,
  );
  const held = stored === null ? null : advanceHeld(stored, value, adoptions);
  if (held !== stored) setHeld(held);
  return {
    text: held?.text ?? value,
    isBehind: held !== null && held.text !== held.value,
    type(typed) {
      if (held === null) return change(typed);
      const written = rebaseText(held.text, typed, held.value);
      setHeld({ ...held, text: typed, written });
      change(written);
    },
    focus: () => setHeld({ text: value, value, written: value, adoptions: adoptionCount() }),
    blur(field) {
      if (document.activeElement !== field) setHeld(null);
    },
  };
}

function advanceHeld(held: Held, value: string, adoptions: number): Held {
  if (value === held.value) return adoptions === held.adoptions ? held : { ...held, adoptions };
  const isOurs = value === held.written;
  const isTheirs = !isOurs && adoptions !== held.adoptions;
  if (isOurs || isTheirs) return { ...held, value, adoptions };
  return { text: value, value, written: value, adoptions };
}
