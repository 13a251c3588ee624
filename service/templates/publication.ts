import {
  TEMPLATE_LIMITS,
  type SelectedInput,
  type SelectedOutput,
  type InputCandidate,
  type OutputCandidate,
  type PublicationDraft,
  type PublicationResult,
} from '#shared/administration/templates.ts';
import type { EditableInputValue, RunInputValue } from '#shared/api/index.ts';
import { findNode, inputConnection, parsePinType, type Graph, type GraphNode } from '#shared/graph/index.ts';
import { UsedNames } from '#shared/language/used-names.ts';
import { isReservedName } from '#shared/graph/connect.ts';
import { outputPinOf, planRun, uniqueKey } from '#service/engine/plan.ts';
import { publishedGraph } from './published-graph.ts';
import { getLiveFile } from '#service/files/rows.ts';
import type { PinDefinition } from '#service/nodes/definition.ts';
import type { NodeRegistry } from '#service/nodes/registry.ts';
import { Problem } from '#service/problems/problem.ts';
import { findAnyProject } from '#service/projects/rows.ts';
import { isListsPin } from '#shared/graph/list-pairing.ts';
import { fileIdOf } from '#service/rules/file-values.ts';
import { transaction } from '#service/storage/database.ts';
import { changesForCallers } from './changes-for-callers.ts';
import { fieldNameOf, kindOf, labelOf, outputTitle, pinOf } from './pins.ts';
import {
  insertEndpoint,
  insertTemplate,
  issueEndpointKey,
  replaceTemplate,
  type NewTemplate,
  type TemplateContext,
  type TemplatePin,
  type TemplateRow,
} from './rows.ts';

/** Publishing a project by choosing its pins one by one, each under a name of its own. */

type PublishContext = TemplateContext & { nodes: NodeRegistry };

const invalid = (field: string, message: string) => Problem.of('SETTING_INVALID', message, { field });

/** Room for the count behind a name that is taken. */
const MAX_NUMBERED_LABEL = TEMPLATE_LIMITS.label - 6;

/** Values that a pin holds, as a caller would send them; null: nothing, or what no caller can send. */
function pinValue(node: GraphNode, pin: PinDefinition): RunInputValue | null {
  const inputEntry = node.inputs?.[pin.name];
  const fileId = inputEntry ? fileIdOf(inputEntry) : null;
  if (fileId !== null) return { type: 'file', fileId };
  const value = inputEntry?.value ?? pin.default ?? null;
  switch (typeof value) {
    case 'string':
      return { type: 'string', value };
    case 'number':
      return { type: 'number', value };
    case 'boolean':
      return { type: 'boolean', value };
    default:
      return null;
  }
}

const isInputNode = ({ type }: GraphNode): boolean => type.startsWith('input/');

/** Nodes that give an output: not input nodes that only pass on what they hold, where there are others. */
function givingNodes(graph: Graph, nodes: NodeRegistry): ReadonlySet<string> {
  const all = new Set(planRun(graph, [], nodes).outputs.map(({ nodeId }) => nodeId));
  const producingNodes = graph.nodes
    .filter((node) => all.has(node.id) && !isInputNode(node))
    .map(({ id }) => id);
  return producingNodes.length > 0 ? new Set(producingNodes) : all;
}

/** Nodes that an output depends on, those that give one included. */
function reachingOutputs(graph: Graph, nodes: NodeRegistry): ReadonlySet<string> {
  const giving = [...givingNodes(graph, nodes)];
  return giving.length === 0 ? new Set() : new Set(planRun(graph, giving, nodes).byId.keys());
}

/** Inputs that nothing is plugged into, those of input nodes first. @param limit entries, at most. */
export function inputCandidates(graph: Graph, nodes: NodeRegistry, limit: number): InputCandidate[] {
  const names = new UsedNames();
  const reaching = reachingOutputs(graph, nodes);
  const found = graph.nodes.flatMap((node) => {
    const definition = nodes.get(node.type);
    if (!definition || outputPinOf(node.type) !== null) return [];
    return definition.inputs.flatMap((pin): InputCandidate[] => {
      if (isListsPin(pin) || inputConnection(graph, node.id, pin.name)) return [];
      const reachesOutput = reaching.has(node.id);
      const isSuggested = reachesOutput && isInputNode(node) && pin === definition.inputs[0];
      return [
        {
          nodeId: node.id,
          nodeType: node.type,
          pin: pin.name,
          pinLabel: pin.label,
          nodeTitle: node.title?.trim() || definition.title,
          label: uniqueKey(labelOf(node, pin, definition.title).slice(0, MAX_NUMBERED_LABEL), names),
          dataType: pinOf('', '', node, pin).dataType,
          pinType: pin.type,
          value: pinValue(node, pin),
          icon: definition.icon,
          isSuggested,
          reachesOutput,
        },
      ];
    });
  });
  return [...found.filter((item) => item.isSuggested), ...found.filter((item) => !item.isSuggested)].slice(
    0,
    limit,
  );
}

/** What comes out of the whole graph, by the titles of the nodes that give it. */
export function outputCandidates(graph: Graph, nodes: NodeRegistry): OutputCandidate[] {
  const usedLabels = new UsedNames();
  const giving = givingNodes(graph, nodes);
  return planRun(graph, [], nodes).outputs.flatMap((planned) => {
    const node = findNode(graph, planned.nodeId);
    if (!node) return [];
    const label = uniqueKey(outputTitle(planned, node, nodes), usedLabels);
    const { dataType } = kindOf(graph, nodes, node, planned.pin);
    return [
      {
        nodeId: node.id,
        nodeType: node.type,
        pin: planned.pin,
        label: label.slice(0, TEMPLATE_LIMITS.label),
        dataType,
        isSuggested: giving.has(node.id),
      },
    ];
  });
}

/** @throws Problem SETTING_INVALID */
function checkedText(
  field: 'name' | 'description' | 'category',
  rawText: string | null,
  fieldLabel: string,
): string | null {
  const text = rawText?.trim() ?? '';
  if (text === '') return null;
  if (text.length > TEMPLATE_LIMITS[field]) {
    throw invalid(field, `${fieldLabel} is too long. Use at most ${TEMPLATE_LIMITS[field]} characters.`);
  }
  return text;
}

/** Labels of one list, checked and trimmed. @throws Problem SETTING_INVALID naming the entry. */
function checkedLabels(list: 'inputs' | 'outputs', labels: readonly string[]): string[] {
  const noun = list === 'inputs' ? 'input' : 'output';
  const usedLabels = new Set<string>();
  return labels.map((rawLabel, index) => {
    const label = rawLabel.trim().normalize('NFC');
    const field = `${list}.${index}.label`;
    if (label === '') throw invalid(field, `Give each ${noun} a name.`);
    if (label.length > TEMPLATE_LIMITS.label) {
      throw invalid(
        field,
        `The name of an ${noun} is too long. Use at most ${TEMPLATE_LIMITS.label} characters.`,
      );
    }
    if (isReservedName(label) || /\p{Cc}/u.test(label)) {
      throw invalid(field, `"${label.slice(0, 40)}" cannot be used as a name. Choose another one.`);
    }
    const folded = label.toLocaleLowerCase('en');
    if (usedLabels.has(folded)) {
      throw invalid(field, `Two ${noun}s are called ${label}. Give one of them another name.`);
    }
    usedLabels.add(folded);
    return label;
  });
}

/** A value in the place of what a node holds. @throws Problem SETTING_INVALID when the pin does not take it. */
function withDefault(node: GraphNode, pin: PinDefinition, value: RunInputValue, field: string): GraphNode {
  const { base } = parsePinType(pin.type);
  const isFile = ['file', 'image', 'video', 'audio'].includes(base);
  const expected = isFile
    ? 'file'
    : base === 'number' || base === 'boolean' || base === 'json'
      ? base
      : 'string';
  if (base !== 'any' && value.type !== expected && value.type !== 'null') {
    throw invalid(field, `The value given for ${pin.label} is of another kind. Enter it again.`);
  }
  const defaultEntry: EditableInputValue =
    value.type === 'file'
      ? { type: isFile ? base : 'file', value: value.fileId }
      : value.type === 'null'
        ? { value: null }
        : { type: value.type, value: value.value };
  return { ...node, inputs: { ...node.inputs, [pin.name]: defaultEntry } };
}

interface SelectedPins {
  graph: Graph;
  inputs: TemplatePin[];
  required: string[];
}

function resolveInputs(graph: Graph, nodes: NodeRegistry, selection: readonly SelectedInput[]): SelectedPins {
  const labels = checkedLabels(
    'inputs',
    selection.map(({ label }) => label),
  );
  const changed = new Map(graph.nodes.map((node) => [node.id, node]));
  const fields = new UsedNames();
  const usedPins = new Set<string>();
  const required: string[] = [];
  const inputs = selection.map(({ nodeId, pin: pinName, isRequired, default: value }, index) => {
    const node = changed.get(nodeId);
    const pin = nodes.get(node?.type ?? '')?.inputs.find((item) => item.name === pinName);
    const label = labels[index]!;
    const field = `inputs.${index}`;
    if (!node || !pin) {
      throw invalid(
        field,
        `What ${label} fed is no longer in the project. Take it out, or choose another input.`,
      );
    }
    if (inputConnection(graph, nodeId, pinName)) {
      throw invalid(
        field,
        `Something is plugged into ${label} by now. Take it out, or unplug it in the project.`,
      );
    }
    const pinKey = JSON.stringify([nodeId, pinName]);
    if (usedPins.has(pinKey)) throw invalid(field, `${label} is chosen twice. Take one of them out.`);
    usedPins.add(pinKey);
    const fieldName = fieldNameOf(label, fields);
    if (isRequired) required.push(fieldName);
    if (value !== undefined) changed.set(nodeId, withDefault(node, pin, value, field));
    return pinOf(fieldName, label, node, pin);
  });
  return {
    graph: { ...graph, nodes: graph.nodes.map((node) => changed.get(node.id) ?? node) },
    inputs,
    required,
  };
}

function resolveOutputs(
  graph: Graph,
  nodes: NodeRegistry,
  selection: readonly SelectedOutput[],
): TemplatePin[] {
  if (selection.length === 0) throw invalid('outputs', 'Choose at least one output.');
  const labels = checkedLabels(
    'outputs',
    selection.map(({ label }) => label),
  );
  const candidates = outputCandidates(graph, nodes);
  return selection.map(({ nodeId, pin }, index) => {
    const node = findNode(graph, nodeId);
    const name = labels[index]!;
    if (!node || !candidates.some((item) => item.nodeId === nodeId && item.pin === pin)) {
      throw invalid(
        `outputs.${index}`,
        `What gave ${name} is no longer an output of the project. Take it out, or choose another one.`,
      );
    }
    return { fieldName: name, name, ...kindOf(graph, nodes, node, pin), nodeId, pinName: pin };
  });
}

/**
 * Publishes a project as it is saved: as a new template with an endpoint, or as a new state of one.
 * @param before the template that is published again; null for a new one.
 * @throws Problem SETTING_INVALID naming the field, PROJECT_NOT_FOUND
 */
export function publish(
  ctx: PublishContext,
  before: TemplateRow | null,
  draft: PublicationDraft,
): Promise<PublicationResult> {
  return transaction(ctx.db, async () => {
    const template = await templateOf(ctx, before, draft);
    const changes = before === null ? [] : changesForCallers(before, template);
    if (draft.isTrial) return { templateId: before?.id ?? null, endpointId: null, key: null, changes };
    if (before !== null) {
      await replaceTemplate(ctx, before, template);
      return { templateId: before.id, endpointId: null, key: null, changes };
    }
    const templateId = await insertTemplate(ctx, template);
    const endpointId = await insertEndpoint(ctx, { templateId, name: template.name });
    return { templateId, endpointId, key: await issueEndpointKey(ctx, endpointId), changes };
  });
}

async function templateOf(
  ctx: PublishContext,
  before: TemplateRow | null,
  draft: PublicationDraft,
): Promise<NewTemplate> {
  const { projectId } = draft;
  const project = await findAnyProject(ctx.db, projectId);
  if (!project || (before !== null && before.accountId !== project.accountId)) {
    throw Problem.of('PROJECT_NOT_FOUND', 'The project no longer exists.', { projectId });
  }
  const name = checkedText('name', draft.name, 'The name');
  if (name === null) throw invalid('name', 'Give the template a name.');
  const saved = await publishedGraph(ctx, projectId, project);
  const { graph, inputs, required } = resolveInputs(saved, ctx.nodes, draft.inputs);
  return {
    accountId: project.accountId,
    name,
    description: checkedText('description', draft.description, 'The description'),
    category: checkedText('category', draft.category, 'The category'),
    source: 'project',
    project: { id: projectId, version: project.version },
    graph,
    inputs,
    required,
    outputs: resolveOutputs(graph, ctx.nodes, draft.outputs),
    pictureFileId: await checkedPicture(ctx, project.accountId, draft.pictureFileId),
  };
}

async function checkedPicture(
  ctx: PublishContext,
  accountId: string,
  fileId: string | null,
): Promise<string | null> {
  if (fileId === null) return null;
  const file = await getLiveFile(ctx, fileId);
  if (file?.accountId === accountId && file.contentType.startsWith('image/')) return fileId;
  throw invalid('pictureFileId', 'The picture no longer exists. Choose another one.');
}
