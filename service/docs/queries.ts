import { API_PREFIX } from '#shared/api/index.ts';
import { Problem } from '#service/problems/problem.ts';
import { ValidationProblem } from '#service/problems/validation-problem.ts';
import { fieldsOf } from './json-schema.ts';
import type { ApiReference, OperationDoc } from './operations.ts';
import { accessText, operationText, schemaText } from './reference-text.ts';

/** Answers to questions about the API: `?operation=` for one endpoint, `?q=` for a search, neither for the list. */

const MAX_QUERY = 200;
const MAX_RESULTS = 20;

interface OperationLine {
  id: string;
  method: string;
  path: string;
  tag: string;
  summary: string;
  access: string;
  deprecated: boolean;
}

const lineOf = (operation: OperationDoc): OperationLine => ({
  id: operation.id,
  method: operation.method,
  path: operation.path,
  tag: operation.tag,
  summary: operation.summary,
  access: accessText(operation).replaceAll('`', ''),
  deprecated: operation.deprecated,
});

export interface DocsQueries {
  /** @throws Problem, ValidationProblem */
  respond(request: Request, url: URL): Response;
}

export function createDocsQueries(reference: ApiReference): DocsQueries {
  const indexed = reference.operations.map((operation) => ({ operation, fields: searchFields(operation) }));

  /** Every word must be found somewhere; where it is found decides the place in the list. */
  function search(query: string): OperationDoc[] {
    const words = query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
    if (words.length === 0) return [];
    return indexed
      .map(({ operation, fields }) => ({ operation, score: scoreOf(words, fields) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, MAX_RESULTS)
      .map(({ operation }) => operation);
  }

  function searchFields(operation: OperationDoc): [weight: number, text: string][] {
    const names = operation.schemas.flatMap((name) => [
      name,
      ...fieldsOf(reference.components[name] ?? {}).map((field) => field.name),
    ]);
    return [
      [8, operation.id.toLowerCase()],
      [6, `${operation.method} ${operation.path} ${operation.tag}`.toLowerCase()],
      [5, operation.summary.toLowerCase()],
      [3, operation.description.toLowerCase()],
      [2, operation.parameters.map(({ name }) => name.toLowerCase()).join(' ')],
      [1, names.join(' ').toLowerCase()],
    ];
  }

  function find(id: string): OperationDoc {
    const found = reference.operations.find((operation) => operation.id === id);
    if (found) return found;
    throw Problem.of(
      'OPERATION_NOT_FOUND',
      `There is no operation of that name. ${API_PREFIX}/api-docs lists them all.`,
      { operation: id.slice(0, MAX_QUERY), similar: search(id).map((operation) => operation.id) },
    );
  }

  return {
    respond(request, url) {
      const format = formatOf(request, url);
      const operation = url.searchParams.get('operation');
      const query = url.searchParams.get('q');
      if (query !== null && query.length > MAX_QUERY) {
        throw new ValidationProblem([
          { loc: ['query', 'q'], msg: `Use at most ${MAX_QUERY} characters.`, type: 'string_too_long' },
        ]);
      }
      if (operation !== null) return operationResponse(find(operation), reference, format);
      const operations = query === null ? reference.operations : search(query);
      const lines = operations.map(lineOf);
      if (format === 'json') {
        return Response.json({ version: reference.version, query, total: lines.length, operations: lines });
      }
      const none = `Nothing in this API matches. ${API_PREFIX}/api-docs lists every operation.`;
      return textResponse(lines.length === 0 ? none : lines.map(textLine).join('\n'));
    },
  };
}

const textLine = (line: OperationLine): string =>
  `${line.id}  ${line.method} ${line.path}  ${line.summary}${line.deprecated ? ' (deprecated)' : ''}`;

function operationResponse(
  operation: OperationDoc,
  reference: ApiReference,
  format: 'json' | 'text',
): Response {
  const schemas = operation.schemas.map((name) => [name, reference.components[name] ?? {}] as const);
  if (format === 'json') {
    return Response.json({
      version: reference.version,
      operation: {
        ...lineOf(operation),
        description: operation.description,
        scope: operation.scope,
        idempotent: operation.idempotent,
        parameters: operation.parameters,
        request: operation.request,
        responses: operation.responses,
      },
      schemas: Object.fromEntries(schemas),
    });
  }
  const sections = [operationText(operation), ...schemas.map(([name, schema]) => schemaText(name, schema))];
  return textResponse(sections.join('\n\n'));
}

const textResponse = (text: string): Response =>
  new Response(`${text}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });

/** `format=` decides; without it the first of JSON and text that `Accept` names; else JSON. */
function formatOf(request: Request, url: URL): 'json' | 'text' {
  const formatParam = url.searchParams.get('format');
  if (formatParam === 'json' || formatParam === 'text') return formatParam;
  if (formatParam !== null) {
    throw new ValidationProblem([{ loc: ['query', 'format'], msg: 'Use json or text.', type: 'enum' }]);
  }
  for (const mediaRange of (request.headers.get('accept') ?? '').split(',')) {
    const type = mediaRange.split(';', 1)[0]?.trim().toLowerCase();
    if (type === 'application/json') return 'json';
    if (type === 'text/plain' || type === 'text/markdown') return 'text';
  }
  return 'json';
}

function scoreOf(words: readonly string[], fields: readonly [weight: number, text: string][]): number {
  let total = 0;
  for (const word of words) {
    const best = Math.max(0, ...fields.filter(([, text]) => text.includes(word)).map(([weight]) => weight));
    if (best === 0) return 0;
    total += best;
  }
  return total;
}
