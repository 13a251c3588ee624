import { useState, useSyncExternalStore } from 'react';
import { rebaseText } from '#shared/document/merge-text.ts';
import { adoptionCount, subscribeAdoptions } from './adoptions.ts';

/** What is in a field while it has the focus. */
interface FieldBuffer {
  text: string;
  /** The value of the field in the document, as it was seen last. */
  value: string;
  /** What was written into the document last. */
  raw: string;
  adoptions: number;
}

interface BufferedText {
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
export function useBufferedText(value: string, change: (value: string) => void): BufferedText {
  const [stored, setStored] = useState<FieldBuffer | null>(null);
  const adoptions = useSyncExternalStore(
    stored === null ? neverSubscribe : subscribeAdoptions,
    adoptionCount,
  );
  const buffer = stored === null ? null : advanceBuffer(stored, value, adoptions);
  if (buffer !== stored) setStored(buffer);
  return {
    text: buffer?.text ?? value,
    isBehind: buffer !== null && buffer.text !== buffer.value,
    type(typed) {
      if (buffer === null) return change(typed);
      const merged = rebaseText(buffer.text, typed, buffer.value);
      setStored({ ...buffer, text: typed, raw: merged });
      change(merged);
    },
    focus: () => setStored({ text: value, value, raw: value, adoptions: adoptionCount() }),
    blur(field) {
      if (document.activeElement !== field) setStored(null);
    },
  };
}

function advanceBuffer(buffer: FieldBuffer, value: string, adoptions: number): FieldBuffer {
  if (value === buffer.value) return adoptions === buffer.adoptions ? buffer : { ...buffer, adoptions };
  const isOurs = value === buffer.raw;
  const isTheirs = !isOurs && adoptions !== buffer.adoptions;
  if (isOurs || isTheirs) return { ...buffer, value, adoptions };
  return { text: value, value, raw: value, adoptions };
}
