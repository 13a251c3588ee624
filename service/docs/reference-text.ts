import { ALL_SCOPES, API_PREFIX, COMMON_ERRORS } from '#shared/api/index.ts';
import { fieldsOf, typeText, type JsonObject } from './json-schema.ts';
import { specificResponses, type ApiReference, type OperationDoc } from './operations.ts';

/** The reference as Markdown, for language models and for people with a terminal. */

/** What to send to be let in. */
export function accessText({ auth, scope }: Pick<OperationDoc, 'auth' | 'scope'>): string {
  if (auth === 'none') return 'open, needs no key';
  if (auth === 'signed') return 'the signed URL is the credential; send no key';
  return scope === null ? 'any valid key' : `a key with the scope \`${scope}\``;
}

const summaryLine = (operation: OperationDoc): string =>
  `\`${operation.method} ${operation.path}\` (${operation.id}): ${operation.summary}.${operation.deprecated ? ' Deprecated.' : ''}`;

const prettyJson = (value: unknown): string => ['```json', JSON.stringify(value, null, 2), '```'].join('\n');

/** One operation in full, without its schemas. */
export function operationText(operation: OperationDoc): string {
  const { parameters, request } = operation;
  const visible = parameters.filter(({ name }) => name !== 'authorization' && name !== 'X-Request-Id');
  return [
    `### ${operation.id}`,
    '',
    `\`${operation.method} ${operation.path}\``,
    '',
    `${operation.summary}.${operation.deprecated ? ' Deprecated.' : ''}`,
    ...(operation.description === '' ? [] : ['', operation.description]),
    '',
    `- Access: ${accessText(operation)}`,
    ...visible.map(
      ({ name, in: location, required, description, schema }) =>
        `- ${location} \`${name}\` (${typeText(schema)}, ${required ? 'required' : 'optional'})${description === '' ? '' : `: ${description}`}`,
    ),
    ...(request === null ? [] : [`- Body: ${request.contentType}, ${typeText(request.schema)}`]),
    ...specificResponses(operation).map(
      ({ status, description, contentType, schema }) =>
        `- ${status}: ${description}${contentType === null ? '' : ` ${contentType}`}${schema === null || status >= 400 ? '' : `, ${typeText(schema)}`}`,
    ),
    ...(request?.contentType === 'application/json'
      ? ['', 'Example body:', '', prettyJson(request.example)]
      : []),
  ].join('\n');
}

/** One named schema as a list of its fields, or as one line. */
export function schemaText(name: string, schema: JsonObject): string {
  const fields = fieldsOf(schema);
  return [
    `### ${name}`,
    '',
    ...(fields.length === 0
      ? [`\`${typeText(schema)}\``]
      : fields.map((field) => `- \`${field.name}\`${field.required ? '' : ' (optional)'}: ${field.type}`)),
  ].join('\n');
}

const rules = (): string[] => [
  '## Rules that hold everywhere',
  '',
  `- Every path is below \`${API_PREFIX}\`. Send \`Authorization: Bearer <API_KEY>\`, except where an endpoint says otherwise. Pages that describe the API need no key.`,
  `- Scopes: ${ALL_SCOPES.map((scope) => `\`${scope}\``).join(', ')}.`,
  '- Bodies are JSON, field names camelCase, timestamps ISO 8601. Microcredits are decimal integers in strings; one credit is 1,000,000 of them.',
  '- A resource of another account is answered as not found (404).',
  '- Writes to a project carry `expectedVersion`, the last version seen; a stale one is answered 409.',
  '- Endpoints with `Idempotency-Key` replay the saved response to the same request; another request with that key is answered 409.',
  '- Lists answer `{ data, hasMore, nextCursor }`. Pass `nextCursor` back as `cursor`; never build one.',
  '- Event streams are Server-Sent Events; resume with `Last-Event-ID` or `cursor`.',
  '- Errors answer `{ error: { code, message, details?, requestId } }`; 422 carries `detail`, a list of `{ loc, msg, type }`.',
  `- Any endpoint may also answer: ${Object.entries(COMMON_ERRORS)
    .map(([status, meaning]) => `${status} (${meaning})`)
    .join(', ')}.`,
];

/** The short text (llms.txt): what the API is, where the rest is told, and one line an endpoint. */
export function llmsText(reference: ApiReference): string {
  const page = (path: string) => `${API_PREFIX}/${path}`;
  return [
    `# ${reference.title}`,
    '',
    `> ${reference.description}`,
    '',
    `API version ${reference.version}. Endpoints need \`Authorization: Bearer <API_KEY>\`, except where they say otherwise.`,
    '',
    '## Docs',
    '',
    `- [Full reference](${page('llms-full.txt')}): every endpoint and every schema as text`,
    `- [OpenAPI schema](${page('openapi.json')}): the canonical machine-readable description`,
    `- [Interactive reference](${page('docs')}): the same for a browser`,
    `- [Request collection](${page('collection.json')}): for Postman and programs that read its format`,
    `- [Search](${page('api-docs')}): \`?q=words\` or \`?operation=id\`, as JSON or with \`format=text\``,
    ...reference.tags.flatMap(({ name, description }) => [
      '',
      `## ${name}`,
      '',
      description,
      '',
      ...reference.operations
        .filter(({ tag }) => tag === name)
        .map((operation) => `- ${summaryLine(operation)}`),
    ]),
    '',
  ].join('\n');
}

/** The whole reference as one text (llms-full.txt). */
export function llmsFullText(reference: ApiReference): string {
  return [
    `# ${reference.title} ${reference.version}`,
    '',
    reference.description,
    '',
    ...rules(),
    ...reference.tags.flatMap(({ name, description }) => [
      '',
      `## ${name}`,
      '',
      description,
      ...reference.operations
        .filter(({ tag }) => tag === name)
        .flatMap((operation) => ['', operationText(operation)]),
    ]),
    '',
    '## Schemas',
    ...Object.entries(reference.components).flatMap(([name, schema]) => ['', schemaText(name, schema)]),
    '',
  ].join('\n');
}
