import { assertNever } from '#shared/language/assert-never.ts';
import type { ConnectionList, KeyPlace } from '#shared/desk/index.ts';

const UNKNOWN_LOCATION: KeyPlace = { kind: 'unknown', reason: null };
const becauseOf = ({ reason }: KeyPlace): string => (reason === null ? '' : `: ${reason}`);

/** Where keys of hosted services are stored, as a whole sentence. @param list undefined until it was read. */
export function keyLocationText(list: Pick<ConnectionList, 'keyPlace'> | undefined): string {
  const location = list?.keyPlace ?? UNKNOWN_LOCATION;
  switch (location.kind) {
    case 'keyring':
      return 'Keys of hosted services are stored in the system’s keyring.';
    case 'sealed':
      return 'Keys of hosted services are stored in a file that the system’s key store has sealed.';
    case 'file':
      return `Keys of hosted services are stored in a file only you can read, because this system offers no keyring${becauseOf(location)}.`;
    case 'memory':
      return `Keys of hosted services are held in memory and asked for again at the next start, because this system offers no keyring${becauseOf(location)}.`;
    case 'unknown':
      return 'Keys of hosted services are stored in the system’s keyring, or in a file only you can read where the system offers none.';
    default:
      return assertNever(location.kind);
  }
}
