import { z } from 'zod';
import { recordUpTo } from '../../reading/counts.ts';
import { externalIds, listOf, optionalNullable, OptionalString } from './common.ts';
import { MAX_TEMPLATE_INPUTS } from './counts.ts';
import { RunError, RunFileInputReference, RunInputValue, RunOutput } from './runs.ts';

export const PublicTemplateEndpointSummary = z
  .object({
    endpointId: z.string(),
    templateId: z.string(),
    name: z.string(),
    inputCount: z.int(),
    outputCount: z.int(),
    description: OptionalString,
    createdAt: OptionalString,
    updatedAt: OptionalString,
    lastCalled: OptionalString,
    apiKeyPrefix: OptionalString,
    callCount: z.int().optional(),
    isActive: z.boolean().optional(),
  })
  .meta({ id: 'PublicTemplateEndpointSummary' });
export type PublicTemplateEndpointSummary = z.infer<typeof PublicTemplateEndpointSummary>;
export const PublicTemplateEndpointSummaryList = listOf(
  PublicTemplateEndpointSummary,
  'PublicTemplateEndpointSummary',
);

const templateFields = {
  templateId: z.string(),
  name: z.string(),
  hasEndpoint: z.boolean(),
  category: OptionalString,
  description: OptionalString,
  createdAt: OptionalString,
  updatedAt: OptionalString,
  hasData: z.boolean().optional(),
  nodeCount: z.int().optional(),
  source: z.string().optional(),
  tags: z.array(z.string()).optional(),
  endpoints: z.array(PublicTemplateEndpointSummary).optional(),
};

export const PublicTemplateSummary = z.object(templateFields).meta({ id: 'PublicTemplateSummary' });
export type PublicTemplateSummary = z.infer<typeof PublicTemplateSummary>;
export const PublicTemplateSummaryList = listOf(PublicTemplateSummary, 'PublicTemplateSummary');
export const PublicTemplateDetail = z.object(templateFields).meta({ id: 'PublicTemplateDetail' });
export type PublicTemplateDetail = z.infer<typeof PublicTemplateDetail>;

export const EndpointPin = z
  .object({
    fieldName: z.string(),
    name: z.string(),
    /** `primitive` or `file`. */
    kind: z.string().optional(),
    dataType: OptionalString,
    nodeId: OptionalString,
    pinName: OptionalString,
  })
  .meta({ id: 'PublicTemplateEndpointPin' });
export type EndpointPin = z.infer<typeof EndpointPin>;

export const PublicTemplateEndpointDocs = z
  .object({
    endpointId: z.string(),
    templateId: z.string(),
    name: z.string(),
    inputs: z.array(EndpointPin),
    outputs: z.array(EndpointPin),
    externalRun: z.object({
      submit: z.string(),
      status: z.string(),
      info: z.string(),
      method: z.string().optional(),
      statusMethod: z.string().optional(),
      contentTypes: z.array(z.string()).optional(),
    }),
    requestExample: z.record(z.string(), z.unknown()),
    description: OptionalString,
    auth: z
      .object({
        apiKeyReturnedOnce: z.boolean().optional(),
        header: z.string().optional(),
        scheme: z.string().optional(),
        valueFormat: z.string().optional(),
      })
      .optional(),
    ownerRun: z
      .object({
        auth: z.string().optional(),
        available: z.boolean().optional(),
        contentTypes: z.array(z.string()).optional(),
        method: z.string().optional(),
        note: z.string().optional(),
        status: OptionalString,
        statusMethod: z.string().optional(),
        stream: OptionalString,
        streamMethod: z.string().optional(),
        submit: OptionalString,
      })
      .optional(),
  })
  .meta({ id: 'PublicTemplateEndpointDocs' });
export type PublicTemplateEndpointDocs = z.infer<typeof PublicTemplateEndpointDocs>;

/** What else stands in it is refused by name: beside `inputs` it would not be used, and the run would be paid. */
export const PublicTemplateRunCreateRequest = z
  .looseObject({ inputs: recordUpTo(MAX_TEMPLATE_INPUTS, RunInputValue).optional(), ...externalIds })
  .meta({ id: 'PublicTemplateRunCreateRequest' });
export type PublicTemplateRunCreateRequest = z.infer<typeof PublicTemplateRunCreateRequest>;

export const PublicTemplateRunDetail = z
  .object({
    taskId: z.string(),
    templateId: z.string(),
    endpointId: z.string(),
    status: z.string(),
    sourceType: z.string().optional(),
    createdAt: OptionalString,
    updatedAt: OptionalString,
    currentNode: OptionalString,
    progressMessage: OptionalString,
    progress: optionalNullable(z.int()),
    nodeIndex: optionalNullable(z.int()),
    nodesCount: optionalNullable(z.int()),
    executionTimeMs: optionalNullable(z.int()),
    error: optionalNullable(RunError),
    outputs: z.record(z.string(), RunOutput).optional(),
    inputFiles: z.array(RunFileInputReference).optional(),
    logs: z.array(z.record(z.string(), z.unknown())).optional(),
    ...externalIds,
  })
  .meta({ id: 'PublicTemplateRunDetail' });
export type PublicTemplateRunDetail = z.infer<typeof PublicTemplateRunDetail>;
