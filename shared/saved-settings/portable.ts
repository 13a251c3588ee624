import type { EditableGraph } from '../api/index.ts';

/**
 * What of a graph may leave this computer inside a file: prompts and numbers stay as they are; keys, signed addresses
 * and places on a disk do not.
 */

/** Inputs whose texts are credentials whatever they look like. */
const SECRET_NAME =
  /(?:api|access|private|secret)[-_ ]?key$|secret$|passw(?:or)?d$|passphrase$|credentials?$|authorization$|(?:^|[-_ a-z])token$/i;
/** Such parts of an address let whoever has it read something. */
const SECRET_QUERY =
  /[?&#][^=&#]{0,80}(?:sig|token|key|secret|passw|credential|auth|expires|policy)[^=&#]{0,80}=/i;
const ADDRESS = /\b(?:https?|wss?|ftps?|s3|gs):\/\/[^\s"'<>]+/gi;
const OWN_HOST = /^\w+:\/\/(?:[^/@]*@)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)(?=[:/?#]|$)/i;

const REMOVED = '[removed]';
const CREDENTIALS: readonly RegExp[] = [
  /\bBearer\s+[\w.~+/=-]{8,}/gi,
  // A short word, a mark, then a long run with digits in it: no word of a language.
  /\b(?:pb|pbk|sk|pk|rk|xox[a-z]|gh[a-z]|key)[_-](?=[\w-]{0,100}\d)[\w-]{16,}/gi,
  /\bAIza[\w-]{30,}/g,
  /\beyJ[\w-]{16,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
];

const ROOTS = '(?:home|Users|root|tmp|var|mnt|media|private|opt|srv|usr|Volumes|work|run)';
/** A text that is a path and nothing else may have spaces in it. */
const WHOLE_PATH = new RegExp(`^(?:file://|~/|/${ROOTS}/|[A-Za-z]:[\\\\/]|\\\\\\\\)[^\\n]*$`);
const PATH = new RegExp(
  `file://[^\\s"'<>]+|(?<![\\w.:/~-])(?:~|/${ROOTS})(?:/[^\\s"'<>|/]+)+|(?<![A-Za-z0-9])[A-Za-z]:[\\\\/][^\\s"'<>|]+|(?<!\\S)\\\\\\\\[^\\s"'<>|]+`,
  'g',
);
const lastName = (path: string): string => path.split(/[\\/]/).findLast((part) => part !== '') ?? '';

function portableAddress(address: string): string {
  if (OWN_HOST.test(address)) return REMOVED;
  const plain = address.replace(/^(\w+:\/\/)[^/@?#]*@/, '$1');
  return SECRET_QUERY.test(plain) ? plain.replace(/[?#].*$/, '') : plain;
}

/** A text without what only this computer or its owner may know. */
export function portableText(text: string): string {
  if (WHOLE_PATH.test(text)) return lastName(text);
  let clean = text.replace(ADDRESS, portableAddress);
  for (const pattern of CREDENTIALS) clean = clean.replace(pattern, REMOVED);
  return clean.replace(PATH, lastName);
}

/** Copies values without what only this computer or its owner may know, and counts the texts that are others now. */
export class PortableCopy {
  removed = 0;

  graph(graph: EditableGraph): EditableGraph {
    return {
      ...graph,
      nodes: graph.nodes.map((node) => ({
        ...node,
        ...(typeof node.title === 'string' ? { title: this.text(node.title) } : {}),
        ...(node.inputs === undefined ? {} : { inputs: this.inputs(node.inputs) }),
      })),
    };
  }

  /** @param inputs values by the names of their inputs, which say whether they are secret. */
  inputs<T>(inputs: Readonly<Record<string, T>>): Record<string, T> {
    return Object.fromEntries(
      Object.entries(inputs).map(([name, value]) => [
        name,
        this.#copy(value, SECRET_NAME.test(name), true) as T,
      ]),
    );
  }

  text(given: string, isSecret = false): string {
    const clean = isSecret && given !== '' ? REMOVED : portableText(given);
    if (clean !== given) this.removed += 1;
    return clean;
  }

  /** @param isInput whether it is an input itself, whose `type` says how its value is read. */
  #copy(given: unknown, isSecret: boolean, isInput: boolean): unknown {
    if (typeof given === 'string') return this.text(given, isSecret);
    if (Array.isArray(given)) return given.map((item) => this.#copy(item, isSecret, false));
    if (typeof given !== 'object' || given === null) return given;
    return Object.fromEntries(
      Object.entries(given).map(([name, inner]) => [
        name,
        isInput && name === 'type' ? inner : this.#copy(inner, isSecret || SECRET_NAME.test(name), false),
      ]),
    );
  }
}
