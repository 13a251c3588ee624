import type { PublicTemplateDetail, PublicTemplateEndpointSummary } from '#shared/api/index.ts';
import { type TemplateRow, type TemplateContext, activeEndpointsOf, type EndpointRow } from './rows.ts';

export const endpointSummary = (
  template: TemplateRow,
  endpoint: EndpointRow,
): PublicTemplateEndpointSummary => ({
  endpointId: endpoint.id,
  templateId: template.id,
  name: endpoint.name,
  inputCount: template.inputs.length,
  outputCount: template.outputs.length,
  description: endpoint.description,
  createdAt: endpoint.createdAt,
  updatedAt: endpoint.updatedAt,
  lastCalled: endpoint.lastCalledAt,
  apiKeyPrefix: endpoint.keyPrefix,
  callCount: endpoint.callCount,
  isActive: endpoint.isActive,
});

/** Templates with their endpoints. */
export async function templateDetails(
  ctx: TemplateContext,
  templates: readonly TemplateRow[],
): Promise<PublicTemplateDetail[]> {
  const active = await activeEndpointsOf(
    ctx,
    templates.map(({ id }) => id),
  );
  return templates.map((template) => {
    const endpoints = (active.get(template.id) ?? []).map((endpoint) => endpointSummary(template, endpoint));
    return {
      templateId: template.id,
      name: template.name,
      hasEndpoint: endpoints.length > 0,
      category: template.category,
      description: template.description,
      createdAt: template.createdAt,
      updatedAt: template.updatedAt,
      hasData: template.nodeCount > 0,
      nodeCount: template.nodeCount,
      source: template.source,
      tags: template.tags,
      endpoints,
    };
  });
}
