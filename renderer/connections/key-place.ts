import { assertNever } from '#shared/language/assert-never.ts';
import type { ConnectionList, ConnectionTestResult, KeyLocation } from '#shared/desk/index.ts';
import { words } from '#renderer/words/index.ts';

const t = words.connections.key;

const UNKNOWN_LOCATION: KeyLocation = { kind: 'unknown', reason: null };
const becauseOf = ({ reason }: KeyLocation): string =>
  reason === null ? '' : `: ${words.sentences.translate(reason)}`;

/** Where keys of hosted services are stored, as a whole sentence. @param list undefined until it was read. */
export function keyLocationText(list: Pick<ConnectionList, 'keyPlace'> | undefined): string {
  const location = list?.keyPlace ?? UNKNOWN_LOCATION;
  switch (location.kind) {
    case 'keyring':
      return t.keysHostedServicesStored;
    case 'sealed':
      return t.keysHostedServicesStored2;
    case 'file':
      return t.keysHostedServicesStored3(becauseOf(location));
    case 'memory':
      return t.keysHostedServicesMemory(becauseOf(location));
    case 'unknown':
      return t.keysHostedServicesStored4;
    default:
      return assertNever(location.kind);
  }
}

/** What a test of a connection found, in a sentence in the language of the page. */
export const testMessage = ({ message }: Pick<ConnectionTestResult, 'message'>): string =>
  words.sentences.translate(message);
