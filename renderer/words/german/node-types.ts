import type { NodeTypeWords } from '../english/node-types.ts';
import { CHOICES } from './node-types/choices.ts';
import { flowNodes } from './node-types/flow.ts';
import { imageNodes } from './node-types/image.ts';
import { LABELS } from './node-types/labels.ts';
import { listNodes } from './node-types/lists.ts';
import { soundAndFilmNodes } from './node-types/sound-and-film.ts';
import { valueNodes } from './node-types/values.ts';
import type { NodeTypePhrases } from './node-types/phrases.ts';

const TYPES = new Map(
  Object.entries<NodeTypePhrases[string]>({
    ...valueNodes,
    ...imageNodes,
    ...soundAndFilmNodes,
    ...flowNodes,
    ...listNodes,
  }),
);
const LABEL_WORDS = new Map(Object.entries(LABELS));

const CATEGORIES: ReadonlyMap<string, string> = new Map([
  ['input', 'Eingabe'],
  ['text', 'Text'],
  ['number', 'Zahlen'],
  ['logic', 'Logik'],
  ['json', 'JSON'],
  ['list', 'Listen'],
  ['image', 'Bild'],
  ['audio', 'Ton'],
  ['video', 'Video'],
  ['media', 'Medien'],
  ['ai', 'KI'],
  ['control', 'Ablauf'],
  ['output', 'Ausgabe'],
]);

/** `clouds|spots|grain` → what each is called. */
const CHOICE_WORDS = new Map(
  CHOICES.map((list) => [list.map(([english]) => english).join('|'), new Map(list)] as const),
);

/** `Image 3` → `Bild 3`. */
function labelWord(label: string): string | undefined {
  const [, kind, count] = /^(Image|Medium) (\d+)$/.exec(label) ?? [];
  if (kind !== undefined && count !== undefined) return `${kind === 'Image' ? 'Bild' : 'Medium'} ${count}`;
  return LABEL_WORDS.get(label);
}

const pinsIn = <Pin extends { label?: string | null | undefined }>(pins: readonly Pin[]): Pin[] =>
  pins.map((pin) => {
    const label = typeof pin.label === 'string' ? labelWord(pin.label) : undefined;
    return label === undefined ? pin : { ...pin, label };
  });

const CONNECT_MODEL = / No (text|image) model is connected yet: connect one under Models\.$/;
const WITHOUT_MODEL = ' Noch ist keines verbunden: unter „Modelle“ eines verbinden.';

export const nodeTypes: NodeTypeWords = {
  /** A service may have a type of this name and mean another: only what has the same English words is translated. */
  translate(nodeType) {
    const words = TYPES.get(nodeType.type);
    if (words?.title[0] !== nodeType.title) return nodeType;
    const { description: now = null, tags = [], inputs, outputs } = nodeType;
    const bare = now?.replace(CONNECT_MODEL, '');
    const description =
      bare === words.description[0] ? `${words.description[1]}${bare === now ? '' : WITHOUT_MODEL}` : now;
    return {
      ...nodeType,
      title: words.title[1],
      description,
      // What it is called in English is found too: people read it elsewhere.
      tags: [...words.tags.split(' '), nodeType.title, ...tags],
      ...(inputs && { inputs: pinsIn(inputs) }),
      ...(outputs && { outputs: pinsIn(outputs) }),
    };
  },
  category: (name) => CATEGORIES.get(name) ?? null,
  choice: (choices, choice) => CHOICE_WORDS.get(choices.join('|'))?.get(choice) ?? choice,
  input: (label) => labelWord(label) ?? label,
};
