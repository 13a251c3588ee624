import type { PublicNodeTypeDetail, PublicNodeTypePin, PublicNodeTypeSummary } from '#shared/api/index.ts';
import { NodeTypeId, PAGE_DEFAULT, PAGE_MAX } from '#shared/api/index.ts';
import { foldText } from '#shared/search/index.ts';
import type { ServiceContext } from '#service/context.ts';
import { openCursor } from '#service/signing/cursor.ts';
import { Problem } from '#service/problems/problem.ts';
import { PreparedResponse, type HandlersOf, type JsonText } from '#service/http/handler.ts';
import { requireSignature } from '#service/signing/signed-urls.ts';
import { invalid } from '#service/problems/validation-problem.ts';
import type { NodeDefinition, PinDefinition } from '#service/nodes/definition.ts';
import { hasPreviewSize } from '#service/nodes/preview-size.ts';
import { searchTexts } from '#service/rules/search-texts.ts';
import { KIND_NAMES, MODEL_KINDS } from '#shared/administration/models.ts';
import { providersOf } from '#service/providers/providers.ts';
import { listProviders, type Provider } from '#service/providers/rows.ts';
import { modelsSource, publicInputs, publicSource } from '#service/providers/shown-type.ts';

/** The catalog of node types. */

/** Renders the picture of a node type. */
export type RenderNodeThumbnail = (
  definition: NodeDefinition,
) => Promise<{ bytes: Uint8Array; contentType: string }>;

const THUMBNAIL_TTL = 86_400;

const SUMMARY_FIELDS = [
  'type',
  'title',
  'category',
  'description',
  'icon',
  'source',
  'tags',
  'thumbnailUrl',
  'thumbnailExpiresAt',
] as const satisfies readonly (keyof PublicNodeTypeSummary)[];

function summaryOf(
  ctx: ServiceContext,
  connected: readonly Provider[],
  definition: NodeDefinition,
): PublicNodeTypeSummary {
  const thumbnail = ctx.urls.nodeTypeThumbnail(definition.type, THUMBNAIL_TTL);
  return {
    type: definition.type,
    title: definition.title,
    category: definition.category,
    description: descriptionOf(connected, definition),
    icon: definition.icon,
    source: publicSource(
      connected,
      definition,
      isLive(ctx, definition),
      BigInt(ctx.config.prices[definition.type] ?? 0),
    ),
    tags: [...definition.tags],
    thumbnailUrl: thumbnail.url,
    thumbnailExpiresAt: thumbnail.expiresAt,
  };
}

/** As the engine decides it: what costs is not executed for a preview. */
const isLive = (ctx: ServiceContext, definition: NodeDefinition): boolean =>
  hasPreviewSize(definition) && (ctx.config.prices[definition.type] ?? 0) === 0;

function descriptionOf(connected: readonly Provider[], { description, usesModel }: NodeDefinition): string {
  if (usesModel === undefined || providersOf(connected, usesModel).length > 0) return description;
  return `${description} No ${KIND_NAMES[usesModel]} is connected yet: connect one under Models.`;
}

/** Lists held at most; one is asked for with few different queries. */
const MAX_LISTS = 100;

const encoder = new TextEncoder();

/** Lists as JSON, written out once for as long as they stay the same. */
function createListTexts(
  ctx: ServiceContext,
): (connected: readonly Provider[], key: string, make: () => unknown) => JsonText {
  const texts = new Map<string, JsonText>();
  let state = '';
  return (connected, key, make) => {
    // Providers change what a few types say of themselves; URLs of thumbnails change now and then.
    const sources = MODEL_KINDS.map((kind) => modelsSource(connected, 1, kind)).join(' ');
    const currentState = `${sources} ${ctx.urls.pictureEpoch(THUMBNAIL_TTL)}`;
    if (currentState !== state) texts.clear();
    state = currentState;
    let text = texts.get(key);
    if (text === undefined) {
      if (texts.size >= MAX_LISTS) texts.clear();
      texts.set(key, (text = encoder.encode(JSON.stringify(make()))));
    }
    return text;
  };
}

interface ListQuery {
  limit?: number | undefined;
  cursor?: string | undefined;
  search?: string | undefined;
  fields?: string | undefined;
}

/** A page of the catalog, in its order. */
function listNodeTypes(
  ctx: ServiceContext,
  connected: readonly Provider[],
  accountId: string,
  query: ListQuery,
) {
  const limit = Math.min(query.limit ?? PAGE_DEFAULT, PAGE_MAX);
  const { folded: search, previous } = searchTexts(query.search);
  const fields = checkedFields(query.fields);
  const binding = ['node-types', accountId, previous];
  const found = ctx.nodes.all().filter((definition) => search === '' || matches(definition, search));
  let start = 0;
  if (query.cursor !== undefined) {
    const after = openCursor(ctx.cursors, binding, query.cursor)[0];
    start = found.findIndex((definition) => definition.type === after) + 1;
  }
  const page = found.slice(start, start + limit);
  const hasNextPage = start + limit < found.length;
  return {
    data: page.map((definition) => {
      const summary = summaryOf(ctx, connected, definition);
      return fields
        ? Object.fromEntries(Object.entries(summary).filter(([name]) => fields.has(name)))
        : summary;
    }),
    hasMore: hasNextPage,
    nextCursor: hasNextPage ? ctx.cursors.seal(binding, [page.at(-1)!.type]) : null,
  };
}

const pinOf = (pin: PinDefinition): PublicNodeTypePin => ({
  name: pin.name,
  label: pin.label,
  type: pin.type,
  exposed: pin.exposed ?? true,
  default: pin.default ?? null,
});

function checkedFields(fields: string | undefined): ReadonlySet<string> | null {
  if (fields === undefined) return null;
  const names = fields
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const unknown = names.find((name) => !SUMMARY_FIELDS.some((field) => field === name));
  if (unknown !== undefined) {
    throw invalid(
      ['query', 'fields'],
      `There is no field ${unknown}. Choose among ${SUMMARY_FIELDS.join(', ')}.`,
    );
  }
  return new Set(['type', 'title', ...names]);
}

const matches = (definition: NodeDefinition, search: string): boolean =>
  [definition.title, definition.type, definition.category, definition.description, ...definition.tags].some(
    (text) => foldText(text).includes(search),
  );

/** Validated before anything is looked up by it, so that no path can reach beyond the catalog. */
function requireType(ctx: ServiceContext, type: string): NodeDefinition {
  if (!NodeTypeId.safeParse(type).success) {
    throw Problem.of('INVALID_NODE_TYPE', 'A node type is written as category/name.');
  }
  const definition = ctx.nodes.get(type);
  if (!definition) {
    throw Problem.of('NODE_TYPE_NOT_FOUND', 'This service has no such node type.', {
      nodeType: type,
    });
  }
  return definition;
}

export function createNodeTypeHandlers(
  ctx: ServiceContext,
  renderThumbnail: RenderNodeThumbnail,
): HandlersOf<'nodeTypes'> {
  const thumbnails = new Map<string, ReturnType<RenderNodeThumbnail>>();
  const thumbnailOf = (definition: NodeDefinition): ReturnType<RenderNodeThumbnail> => {
    let rendered = thumbnails.get(definition.type);
    if (!rendered) {
      rendered = renderThumbnail(definition);
      rendered.catch(() => thumbnails.delete(definition.type));
      thumbnails.set(definition.type, rendered);
    }
    return rendered;
  };

  const listText = createListTexts(ctx);

  return {
    'nodeTypes.list': async ({ caller, query }) => {
      const connected = await listProviders(ctx.db);
      const key = JSON.stringify([caller.accountId, query]);
      return new PreparedResponse(
        listText(connected, key, () => listNodeTypes(ctx, connected, caller.accountId, query)),
      );
    },
    'nodeTypes.get': async ({ params }): Promise<PublicNodeTypeDetail> => {
      const definition = requireType(ctx, params.node_type);
      const connected = await listProviders(ctx.db);
      return {
        ...summaryOf(ctx, connected, definition),
        inputs: publicInputs(connected, definition),
        outputs: definition.outputs.map(pinOf),
      };
    },
    'nodeTypes.thumbnail': async ({ params, query }) => {
      if (!NodeTypeId.safeParse(params.node_type).success) requireType(ctx, params.node_type);
      const [expires, signature, extra] = query.token.split('.');
      requireSignature(
        ctx.urls,
        { kind: 'node-type', nodeType: params.node_type },
        expires ?? '',
        extra === undefined ? (signature ?? '') : '',
      );
      const definition = requireType(ctx, params.node_type);
      if ((query.index ?? 0) !== 0) {
        throw Problem.of('THUMBNAIL_NOT_FOUND', 'This node type has one thumbnail only: index 0.');
      }
      const { bytes, contentType } = await thumbnailOf(definition);
      return new Response(Uint8Array.from(bytes), {
        headers: {
          'content-type': contentType,
          'cache-control': 'private, max-age=3600, immutable',
          'x-content-type-options': 'nosniff',
          'cross-origin-resource-policy': 'cross-origin',
        },
      });
    },
  };
}
