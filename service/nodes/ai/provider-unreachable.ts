import { NodeFailure, type ProviderAccess } from '../definition.ts';

const TLS = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|ERR_TLS|ERR_SSL|SSL|EPROTO|HOSTNAME_MISMATCH/;
const NO_HOST = /ENOTFOUND|EAI_/;
const NO_HANDSHAKE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)|HOSTNAME_MISMATCH|WRONG_VERSION/;
/** There never was a connection: nothing of the request can have arrived. */
const NO_CONNECTION = /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|UND_ERR_CONNECT_TIMEOUT/;

/** The codes of an error and of what caused it. */
function codesOf(error: unknown): string {
  const codes: string[] = [];
  let current: unknown = error;
  for (let depth = 0; depth < 6 && typeof current === 'object' && current !== null; depth += 1) {
    const { code, name, cause } = current as { code?: unknown; name?: unknown; cause?: unknown };
    if (typeof code === 'string') codes.push(code);
    if (name === 'HTTPParserError') codes.push('HTTP_PARSER');
    current = cause;
  }
  return codes.join(' ');
}

/** What a connection that failed means, in a sentence with the next step. */
export function unreachable(provider: Pick<ProviderAccess, 'name' | 'baseUrl'>, error: unknown): NodeFailure {
  const { name, baseUrl } = provider;
  const { host, hostname } = new URL(baseUrl);
  const codes = codesOf(error);
  if (TLS.test(codes)) {
    return new NodeFailure(
      'PROVIDER_TLS',
      `The certificate of ${host} is not trusted, or it does not speak https. No key was sent: check the address of ${name}.`,
      // Other faults of TLS may come in the middle, after the request.
      { notSent: NO_HANDSHAKE.test(codes) },
    );
  }
  if (NO_HOST.test(codes)) {
    return new NodeFailure(
      'PROVIDER_NO_HOST',
      `There is no server called ${hostname}. Check the address of ${name} and your network.`,
      { notSent: true },
    );
  }
  return new NodeFailure(
    'PROVIDER_UNREACHABLE',
    `${name} cannot be reached at ${host}, or broke off in the middle. Check that it runs, and try again.`,
    { notSent: NO_CONNECTION.test(codes) },
  );
}
