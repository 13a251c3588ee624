import { expect, it } from 'vitest';
import { openApiDocument } from './openapi.ts';

/** The fields of responses that the API document calls required, by the name of the schema. */
const REQUIRED: Readonly<Record<string, string>> = {
  HTTPValidationError: 'detail',
  ValidationError: 'loc msg type',
  PublicApiErrorResponse: 'error',
  PublicAccountCredits: `balanceCents balanceDollars balanceMicrocredits ledgerUnitVersion
    managedProviderReceivableMicrocredits paygBalanceCents paygBalanceDollars paygBalanceMicrocredits
    subscriptionBalanceCents subscriptionBalanceDollars subscriptionBalanceMicrocredits subscriptionMonthlyGrantCents
    subscriptionMonthlyGrantMicrocredits subscriptionRolloverCapCents subscriptionRolloverCapMicrocredits`,
  PublicProjectSummary: 'id name nodeCount',
  PublicProjectDetail: 'id name nodeCount version',
  PublicProjectDocument: 'projectId name version document',
  PublicProjectDocumentPatchResponse: 'projectId name version document appliedOperations',
  PublicDocumentWarning: 'code message path',
  PublicGraph: 'projectId version nodes connections',
  PublicGraphNode: 'id type inputs outputs',
  PublicNodePin: 'name',
  PublicConnection: 'sourceNodeId sourcePin targetNodeId targetPin',
  PublicProjectedPin: 'name',
  PublicProjectSpendSummary: `projectId totalCredits totalMicrocredits byChargeType byChargeTypeMicrocredits byProvider
    byProviderMicrocredits byNode recentRuns`,
  'PublicProjectSpendSummary.byNode': 'nodeId nodeTitle billedRuns credits microcredits',
  'PublicProjectSpendSummary.recentRuns': 'id chargeType nodeId nodeTitle credits microcredits reason',
  PublicFileDetail: 'fileId filename contentType sizeBytes createdAt updatedAt',
  PublicFileDownloadUrl: 'downloadUrl expiresAt fileId',
  PublicFileUploadSession: 'uploadId fileId storageMethod expiresAt',
  PublicSignedUploadRequest: 'method url',
  PublicNodeTypeSummary: 'type title',
  PublicNodeTypeDetail: 'type title',
  PublicNodeTypePin: 'name',
  PublicRunDetail: 'id status createdAt updatedAt',
  PublicRunFileOutput: 'type fileId filename contentType sizeBytes',
  PublicRunPrimitiveOutput: 'type value',
  PublicFileInputReference: 'inputName nodeId fileId filename contentType sizeBytes',
  PublicRunSpendSummary: 'totalCredits',
  'PublicRunSpendSummary.byNode': 'nodeId nodeTitle billedRuns credits',
  PublicRunApplyOutputsResponse: 'runId projectId version appliedOutputs outputKeys',
  PublicRunEvent: 'id runId type createdAt',
  PublicTemplateSummary: 'templateId name hasEndpoint',
  PublicTemplateDetail: 'templateId name hasEndpoint',
  PublicTemplateEndpointSummary: 'endpointId templateId name inputCount outputCount',
  PublicTemplateEndpointDocs: 'endpointId templateId name inputs outputs externalRun requestExample',
  'PublicTemplateEndpointDocs.externalRun': 'submit status info',
  PublicTemplateEndpointPin: 'fieldName name',
  PublicTemplateRunDetail: 'taskId templateId endpointId status',
  PublicProjectStoryboard: 'projectId version document summary',
  PublicStoryboardSummary: 'mediaCount sceneCount shotCount',
  PublicStoryboardWarning: 'code message path',
  PublicTimelineSummary: 'clipCount durationSeconds trackCount',
};

interface Schema {
  $ref?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  items?: Schema;
}

const { schemas } = openApiDocument()['components'] as { schemas: Record<string, Schema> };

it.each(Object.entries(REQUIRED))('%s requires what the API document says', (place, names) => {
  const [name, field] = place.split('.') as [string, string?];
  const whole = schemas[name];
  const inner = field === undefined ? whole : whole?.properties?.[field];
  const schema = inner?.items ?? inner;
  expect(schema?.required?.toSorted()).toEqual(names.split(/\s+/).sort());
});

it('knows the required fields of every list', () => {
  const lists = Object.entries(schemas).filter(([name]) => name.startsWith('PublicListResponse_'));
  expect(lists).toHaveLength(5);
  for (const [, { required }] of lists) expect(required).toEqual(['data', 'hasMore']);
});
