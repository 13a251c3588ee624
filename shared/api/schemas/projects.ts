import { z } from 'zod';
import { listUpTo } from '../../reading/counts.ts';
import { externalIds, listOf, Metadata, Microcredits, optionalNullable, OptionalString } from './common.ts';
import { MAX_OPERATIONS } from './counts.ts';
import { EditableGraphDocument, PatchOperation } from './documents.ts';

const summaryFields = {
  id: z.string(),
  name: z.string(),
  nodeCount: z.int(),
  createdAt: OptionalString,
  updatedAt: OptionalString,
  ...externalIds,
  thumbnailUrl: OptionalString,
  thumbnailExpiresAt: OptionalString,
};

export const PublicProjectSummary = z.object(summaryFields).meta({ id: 'PublicProjectSummary' });
export type PublicProjectSummary = z.infer<typeof PublicProjectSummary>;
export const PublicProjectSummaryList = listOf(PublicProjectSummary, 'PublicProjectSummary');

export const PublicProjectDetail = z
  .object({ ...summaryFields, version: z.int() })
  .meta({ id: 'PublicProjectDetail' });
export type PublicProjectDetail = z.infer<typeof PublicProjectDetail>;

export const PublicProjectCreateRequest = z
  .object({ name: z.string().optional(), ...externalIds, metadata: Metadata.optional() })
  .meta({ id: 'PublicProjectCreateRequest' });
export type PublicProjectCreateRequest = z.infer<typeof PublicProjectCreateRequest>;

export const PublicProjectUpdateRequest = z
  .object({
    expectedVersion: z.int(),
    name: OptionalString,
    ...externalIds,
    metadata: optionalNullable(Metadata),
  })
  .meta({ id: 'PublicProjectUpdateRequest' });
export type PublicProjectUpdateRequest = z.infer<typeof PublicProjectUpdateRequest>;

export const DocumentWarning = z
  .object({ code: z.string(), message: z.string(), path: z.string() })
  .meta({ id: 'PublicDocumentWarning' });
export type DocumentWarning = z.infer<typeof DocumentWarning>;

const documentFields = {
  projectId: z.string(),
  name: z.string(),
  version: z.int(),
  document: EditableGraphDocument,
  createdAt: OptionalString,
  updatedAt: OptionalString,
  ...externalIds,
  metadata: Metadata.optional(),
  warnings: z.array(DocumentWarning).optional(),
};

export const PublicProjectDocument = z.object(documentFields).meta({ id: 'PublicProjectDocument' });
export type PublicProjectDocument = z.infer<typeof PublicProjectDocument>;

export const PublicProjectDocumentPatchResponse = z
  .object({ ...documentFields, appliedOperations: z.int() })
  .meta({ id: 'PublicProjectDocumentPatchResponse' });
export type PublicProjectDocumentPatchResponse = z.infer<typeof PublicProjectDocumentPatchResponse>;

export const PublicProjectDocumentReplaceRequest = z
  .object({
    document: EditableGraphDocument,
    expectedVersion: z.int(),
    name: OptionalString,
    metadata: optionalNullable(Metadata),
    ...externalIds,
  })
  .meta({ id: 'PublicProjectDocumentReplaceRequest' });
export type PublicProjectDocumentReplaceRequest = z.infer<typeof PublicProjectDocumentReplaceRequest>;

export const PublicProjectDocumentPatchRequest = z
  .object({ expectedVersion: z.int(), operations: listUpTo(MAX_OPERATIONS, PatchOperation) })
  .meta({ id: 'PublicProjectDocumentPatchRequest' });
export type PublicProjectDocumentPatchRequest = z.infer<typeof PublicProjectDocumentPatchRequest>;

// The graph view: read-only, never to be written back.

export const PublicNodePin = z
  .object({
    name: z.string(),
    label: OptionalString,
    type: OptionalString,
    exposed: z.boolean().optional(),
    value: z.unknown().optional(),
  })
  .meta({ id: 'PublicNodePin' });
export type PublicNodePin = z.infer<typeof PublicNodePin>;

export const PublicGraphNode = z
  .object({
    id: z.string(),
    type: z.string(),
    title: OptionalString,
    position: optionalNullable(z.object({ x: z.number(), y: z.number(), z: optionalNullable(z.number()) })),
    inputs: z.array(PublicNodePin),
    outputs: z.array(PublicNodePin),
  })
  .meta({ id: 'PublicGraphNode' });
export type PublicGraphNode = z.infer<typeof PublicGraphNode>;

export const PublicConnection = z
  .object({
    sourceNodeId: z.string(),
    sourcePin: z.string(),
    targetNodeId: z.string(),
    targetPin: z.string(),
  })
  .meta({ id: 'PublicConnection' });
export type PublicConnection = z.infer<typeof PublicConnection>;

export const PublicGraph = z
  .object({
    projectId: z.string(),
    version: z.int(),
    nodes: z.array(PublicGraphNode),
    connections: z.array(PublicConnection),
  })
  .meta({ id: 'PublicGraph' });
export type PublicGraph = z.infer<typeof PublicGraph>;

const ProjectedPin = z.object({ name: z.string(), type: OptionalString }).meta({ id: 'PublicProjectedPin' });

export const PublicGraphNodeProjection = z
  .object({
    inputs: optionalNullable(z.array(ProjectedPin)),
    outputs: optionalNullable(z.array(ProjectedPin)),
  })
  .meta({ id: 'PublicGraphNodeProjection' });
export type PublicGraphNodeProjection = z.infer<typeof PublicGraphNodeProjection>;

export const PublicProjectSpendSummary = z
  .object({
    projectId: z.string(),
    totalCredits: z.int(),
    totalMicrocredits: Microcredits,
    byChargeType: z.record(z.string(), z.int()),
    byChargeTypeMicrocredits: z.record(z.string(), Microcredits),
    byProvider: z.record(z.string(), z.int()),
    byProviderMicrocredits: z.record(z.string(), Microcredits),
    byNode: z.array(
      z.object({
        nodeId: z.string(),
        nodeTitle: z.string(),
        billedRuns: z.int(),
        credits: z.int(),
        microcredits: Microcredits,
        nodeType: OptionalString,
        lastUsedAt: OptionalString,
      }),
    ),
    recentRuns: z.array(
      z.object({
        id: z.string(),
        chargeType: z.string(),
        nodeId: z.string(),
        nodeTitle: z.string(),
        credits: z.int(),
        microcredits: Microcredits,
        reason: z.string(),
        kind: OptionalString,
        createdAt: OptionalString,
        model: OptionalString,
        nodeExecutionId: OptionalString,
        nodeType: OptionalString,
        provider: OptionalString,
      }),
    ),
  })
  .meta({ id: 'PublicProjectSpendSummary' });
export type PublicProjectSpendSummary = z.infer<typeof PublicProjectSpendSummary>;
