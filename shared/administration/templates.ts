import { z } from 'zod';
import { EditableGraph, RunInputValue } from '#shared/api/schemas/index.ts';
import { listUpTo, recordUpTo } from '#shared/reading/index.ts';

/** Publishing templates of the local service: what a project offers, what is chosen of it, and who called. */

/** Characters, and entries of a list. */
export const TEMPLATE_LIMITS = {
  name: 200,
  description: 2000,
  category: 100,
  label: 100,
  pins: 200,
} as const;
const MAX_TEMPLATES = 10_000;
const MAX_CANDIDATES = 5000;
/** Calls that are shown; all are counted. */
export const MAX_VISIBLE_CALLS = 100;

/** Long enough for what is refused with a sentence, short enough to be no burden. */
const Typed = z.string().max(50_000);

/** An input of a project that nothing is plugged into: it can be fed by a caller. */
export const InputCandidate = z.object({
  nodeId: z.string(),
  /** Type of the node. */
  nodeType: z.string(),
  pin: z.string(),
  /** What the pin alone is called. */
  pinLabel: z.string(),
  /** Of the node, as the canvas shows it. */
  nodeTitle: z.string(),
  /** What callers read, unless it is changed. */
  label: z.string(),
  /** `string`, `number`, `boolean`, `json`, `file`, or the kind of medium. */
  dataType: z.string(),
  /** Type of the pin, with its limits. */
  pinType: z.string(),
  /** What the project holds there; null: nothing. */
  value: RunInputValue.nullable(),
  /** Icon of the node's type. */
  icon: z.string().optional(),
  /** An input node, which is made for this, and an output depends on it; chosen at first. */
  isSuggested: z.boolean(),
  /** Whether what is set there changes an output. */
  reachesOutput: z.boolean(),
});
export type InputCandidate = z.infer<typeof InputCandidate>;

export const OutputCandidate = z.object({
  nodeId: z.string(),
  /** Type of the node. */
  nodeType: z.string(),
  pin: z.string(),
  label: z.string(),
  dataType: z.string(),
  /** Chosen at first; what an input node passes on is not, where anything else comes out. */
  isSuggested: z.boolean(),
});
export type OutputCandidate = z.infer<typeof OutputCandidate>;

export const SelectedInput = z.object({
  nodeId: z.string(),
  pin: z.string(),
  label: Typed,
  isRequired: z.boolean(),
  /** Put in the place of what the project holds; missing: what it holds. */
  default: RunInputValue.optional(),
});
export type SelectedInput = z.infer<typeof SelectedInput>;

export const SelectedOutput = z.object({ nodeId: z.string(), pin: z.string(), label: Typed });
export type SelectedOutput = z.infer<typeof SelectedOutput>;

/** What a template shows, as it was published last. */
export const PublishedTemplate = z.object({
  templateId: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  category: z.string().nullable(),
  pictureFileId: z.string().nullable(),
  /** Version of the project that was published. */
  projectVersion: z.int().nullable(),
  inputs: listUpTo(TEMPLATE_LIMITS.pins, SelectedInput),
  outputs: listUpTo(TEMPLATE_LIMITS.pins, SelectedOutput),
});
export type PublishedTemplate = z.infer<typeof PublishedTemplate>;

/** What can be published of a project as it is saved. */
export const Publishable = z.object({
  projectId: z.string(),
  name: z.string(),
  version: z.int(),
  inputs: listUpTo(MAX_CANDIDATES, InputCandidate),
  outputs: listUpTo(MAX_CANDIDATES, OutputCandidate),
  /** Pictures that can stand for the template: of the newest runs of the project, and of its input files. */
  pictures: listUpTo(24, z.string()),
  /** Templates that were published from it, newest first. */
  templates: listUpTo(100, PublishedTemplate),
});
export type Publishable = z.infer<typeof Publishable>;

export const PublicationDraft = z.object({
  projectId: z.string(),
  /** Published again as a new state of this one; missing: a new template with an endpoint. */
  templateId: z.string().optional(),
  name: Typed,
  description: Typed.nullable(),
  category: Typed.nullable(),
  pictureFileId: z.string().nullable(),
  inputs: listUpTo(TEMPLATE_LIMITS.pins, SelectedInput),
  outputs: listUpTo(TEMPLATE_LIMITS.pins, SelectedOutput),
  /** Only says what would change for callers. */
  isTrial: z.boolean(),
});
export type PublicationDraft = z.infer<typeof PublicationDraft>;

export const PublicationResult = z.object({
  templateId: z.string().nullable(),
  endpointId: z.string().nullable(),
  /** The endpoint's own key, this once; null when no endpoint was made. */
  key: z.string().nullable(),
  /** What is different for callers, a sentence each. */
  changes: listUpTo(1000, z.string()),
});
export type PublicationResult = z.infer<typeof PublicationResult>;

export const ManagedEndpoint = z.object({
  endpointId: z.string(),
  name: z.string(),
  isActive: z.boolean(),
  /** First characters of its key; null while it has none. */
  keyPrefix: z.string().nullable(),
  callCount: z.int(),
  lastCalledAt: z.string().nullable(),
});
export type ManagedEndpoint = z.infer<typeof ManagedEndpoint>;

/** One call of an endpoint. */
export const EndpointCall = z.object({
  runId: z.string(),
  endpointId: z.string(),
  /** With the account's key, as the app does it, or with the endpoint's own. */
  caller: z.enum(['owner', 'external']),
  status: z.string(),
  createdAt: z.string(),
  executionTimeMs: z.number().nullable(),
  externalUserId: z.string().nullable(),
  externalWorkspaceId: z.string().nullable(),
});
export type EndpointCall = z.infer<typeof EndpointCall>;

export const ManagedTemplate = z.object({
  templateId: z.string(),
  /** Null for one that comes with the service. */
  projectId: z.string().nullable(),
  /** Whether the project can still be opened and published again. */
  hasProject: z.boolean(),
  /** The project was changed since. */
  isBehind: z.boolean(),
  endpoints: listUpTo(100, ManagedEndpoint),
  calls: listUpTo(MAX_VISIBLE_CALLS, EndpointCall),
});
export type ManagedTemplate = z.infer<typeof ManagedTemplate>;

/** How the inputs of a template are declared on its nodes: the API says of many of them only that they are text. */
export const TemplateForm = z.object({
  /** What a run costs at most, with nothing reused, in microcredits; missing where the service does not say it. */
  price: z.int().optional(),
  inputs: listUpTo(
    TEMPLATE_LIMITS.pins,
    z.object({
      fieldName: z.string(),
      /** Type of the pin, with its limits. */
      pinType: z.string(),
      /** Callers have to give it. */
      isRequired: z.boolean(),
      nodeTitle: z.string(),
      /** Icon of the node's type. */
      icon: z.string().nullable(),
    }),
  ),
});
export type TemplateForm = z.infer<typeof TemplateForm>;

/** What is inside a template, for a group on a canvas. */
export const TemplateGraph = z.object({
  name: z.string(),
  /** When it was published last. ISO. */
  version: z.string(),
  graph: EditableGraph,
  inputs: listUpTo(
    TEMPLATE_LIMITS.pins,
    z.object({ nodeId: z.string(), pin: z.string(), label: z.string() }),
  ),
  outputs: listUpTo(TEMPLATE_LIMITS.pins, SelectedOutput),
});
export type TemplateGraph = z.infer<typeof TemplateGraph>;

export const TemplatePictures = z.object({
  pictures: listUpTo(MAX_TEMPLATES, z.object({ templateId: z.string(), fileId: z.string() })),
});
export type TemplatePictures = z.infer<typeof TemplatePictures>;

export const EndpointKey = z.object({ endpointId: z.string(), key: z.string() });
export type EndpointKey = z.infer<typeof EndpointKey>;

export const EndpointSwitch = z.object({ isActive: z.boolean() });
/** What a form holds, by its fields: the project's inputs begin with it. Fields left out are as in the template. */
export const OpenTemplateRequest = z.object({ inputs: recordUpTo(TEMPLATE_LIMITS.pins, RunInputValue) });
export const TemplateProject = z.object({ projectId: z.string() });
