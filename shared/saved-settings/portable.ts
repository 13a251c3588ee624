import type { EditableGraph } from '../api/index.ts';

/**
 * What of a graph may leave this computer inside a file: prompts and numbers stay as they are; keys, signed addresses
 * and places on a disk do not.
 */

/** Inputs whose texts are credentials whatever they look like. */
const SECRET_NAME =
  /(?:api|access|private|secret)[-_ ]?key$|secret$|passw(?:or)?d$|pwd$|passphrase$|credentials?$|authorization$|(?:^|[-_ ])(?:auth|bearer)$|cookies?$|(?:^|[-_ a-z])token$/i;
/** In a list of headers or variables, what a value belongs to. */
const PAIR_NAMES = ['name', 'key', 'header'] as const;
/** Such parts of an address let whoever has it read something. */
const SECRET_QUERY =
  /[?&#][^=&#]{0,80}(?:sig|token|key|secret|passw|credential|auth|expires|policy)[^=&#]{0,80}=/i;
/** Of any kind: databases and shares have names and passwords in theirs as well. */
const ADDRESS = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'<>]+/gi;
/** A signature in an address that says no scheme. */
const SIGNED_QUERY =
  /([?&#](?:x-(?:amz|goog)-(?:signature|credential|security-token)|signature|sig|(?:access[-_]?)?token|(?:api[-_]?)?key)=)[^\s&#"'<>]{4,}/gi;
const LOCAL_HOST =
  /^[\w+.-]+:\/\/(?:[^/@]*@)?(?:localhost|127\.\d+\.\d+\.\d+|\[::1\]|0\.0\.0\.0)(?=[:/?#]|$)/i;

const REMOVED = '[removed]';
const CREDENTIALS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]{0,40}PRIVATE KEY-----|$)/g,
  /\bBearer\s+[\w.~+/=-]{8,}/gi,
  // The digit or the end of base64 tells it from a word that follows "Basic".
  /\bBasic\s+(?=[A-Za-z0-9+/]*[0-9=])[A-Za-z0-9+/]{8,}={0,2}/g,
  // A short word, a mark, then a long run with digits in it: no word of a language.
  /\b(?:pb|pbk|sk|pk|rk|hf|r8|gsk|xai|pplx|nvapi|npm|pypi|glpat|github_pat|whsec|xox[a-z]|gh[a-z]|key)[_-](?=[\w-]{0,100}\d)[\w-]{16,}/gi,
  /\bAIza[\w-]{30,}/g,
  /\bya29\.[\w-]{16,}/g,
  // Looked for once in each run of such letters: from every place in it, a long one would take hours.
  /(?<![\w-])(?:[\w-]{0,40}[-_])?eyJ[\w-]{16,}\.[\w-]{8,}(?:\.[\w-]*)?/g,
  /\bA[KS]IA[A-Z0-9]{16}\b/g,
];
/** What stands behind such a name and a colon is a credential whatever it looks like. */
const NAMED_CREDENTIAL =
  /\b((?:(?:api|access|secret|private)[-_ ]?key|(?:access|auth|refresh|api)[-_ ]?token|client[-_ ]?secret|passw(?:or)?d|passphrase)["']?\s{0,9}[:=]\s{0,9}["']?)(?!\[removed\])[^\s"'&,;]{4,}/gi;

const ROOTS = '(?:home|Users|root|tmp|var|mnt|media|private|opt|srv|usr|Volumes|work|run)';
/** A text that is a path and nothing else may have spaces in it. */
const FULL_PATH = new RegExp(`^(?:file://|~/|/${ROOTS}/|[A-Za-z]:[\\\\/]|\\\\\\\\)[^\\n]*$`);
const PATH = new RegExp(
  `file://[^\\s"'<>]+|(?<![\\w.:/~-])(?:~|/${ROOTS})(?:/[^\\s"'<>|/]+)+|(?<![A-Za-z0-9])[A-Za-z]:[\\\\/](?:[^\\\\/"'<>|:\\n]{1,255}\\\\)*[^\\s"'<>|]*|(?<!\\S)\\\\\\\\[^\\s"'<>|]+`,
  'g',
);
/** Between marks it may have spaces in it. */
const QUOTED_PATH = new RegExp(
  `(["'])(?:file://|~/|/${ROOTS}/|[A-Za-z]:[\\\\/]|\\\\\\\\)[^"'\\n]{0,4000}\\1`,
  'g',
);
const lastName = (path: string): string => path.split(/[\\/]/).findLast((segment) => segment !== '') ?? '';

function portableAddress(address: string): string {
  if (LOCAL_HOST.test(address)) return REMOVED;
  const stripped = address.replace(/^([\w+.-]+:\/\/)[^/?#]*@/, '$1');
  return SECRET_QUERY.test(stripped) ? stripped.replace(/[?#].*$/, '') : stripped;
}

/** A text without what only this computer or its owner may know. */
export function portableText(text: string): string {
  if (FULL_PATH.test(text)) return lastName(text);
  let clean = text.replace(ADDRESS, portableAddress);
  for (const pattern of CREDENTIALS) clean = clean.replace(pattern, REMOVED);
  clean = clean.replace(SIGNED_QUERY, `$1${REMOVED}`).replace(NAMED_CREDENTIAL, `$1${REMOVED}`);
  const unquoted = (quoted: string): string => `${quoted[0]}${lastName(quoted.slice(1, -1))}${quoted[0]}`;
  return clean.replace(QUOTED_PATH, unquoted).replace(PATH, lastName);
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

  text(input: string, isSecret = false): string {
    const clean = isSecret && input !== '' ? REMOVED : portableText(input);
    if (clean !== input) this.removed += 1;
    return clean;
  }

  /** @param isInput whether it is an input itself, whose `type` says how its value is read. */
  #copy(input: unknown, isSecret: boolean, isInput: boolean): unknown {
    if (typeof input === 'string') return this.text(input, isSecret);
    if (Array.isArray(input)) return input.map((item) => this.#copy(item, isSecret, false));
    if (typeof input !== 'object' || input === null) return input;
    const entries = Object.entries(input);
    const isPair = PAIR_NAMES.some((name) => {
      const named: unknown = Object.hasOwn(input, name) ? Reflect.get(input, name) : null;
      return typeof named === 'string' && SECRET_NAME.test(named);
    });
    return Object.fromEntries(
      entries.map(([name, inner]) => {
        if (isInput && name === 'type') return [name, inner];
        const isHidden = isSecret || SECRET_NAME.test(name) || (isPair && name === 'value');
        return [isInput ? name : this.text(name), this.#copy(inner, isHidden, false)];
      }),
    );
  }
}
