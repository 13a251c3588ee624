import { z } from 'zod';
import { NodeId } from '../api/schemas/documents.ts';
import { recordUpTo } from '../reading/counts.ts';
import { DocumentKindName, ProposedEdits } from './document-edit.ts';
import { ProposedChanges } from './proposed-change.ts';
import { MAX_PERSON_CHOICES, MAX_PERSON_QUESTION, PersonChoice } from './person-question.ts';
import type { AgentScope } from './scopes.ts';

/**
 * What an agent can do, once: its tools by the Model Context Protocol and the commands of the command line are both made from
 * this table. A row's handler is in `electron/core/agents`.
 */
export interface ToolRow<Input extends z.ZodType = z.ZodType> {
  /** Two words of the command line. */
  command: readonly [string, string];
  title: string;
  description: string;
  scope: AgentScope;
  input: Input;
  /** The argument that the command line takes without its name. */
  positional?: string;
}

/** Nodes whose inputs a run may set, and inputs of each. */
const MAX_SET = 200;

const Id = z.string().min(1).max(300);
const Cursor = z
  .string()
  .max(400)
  .optional()
  .describe('The cursor of the answer before, to read on. Leave it out to begin.');
const Search = z.string().max(500).optional().describe('Words to search for.');
const Project = Id.describe('The id of a project, as list_projects gives it.');
const Output = Id.describe('The id of an output, as list_outputs gives it.');
const Run = Id.describe('The id of a run.');

const row = <Input extends z.ZodType>(fields: ToolRow<Input>): ToolRow<Input> => fields;

export const agentTools = {
  list_projects: row({
    command: ['projects', 'list'],
    title: 'List projects',
    description: 'Projects you may look at, the last changed first. Begin here.',
    scope: 'read',
    input: z.strictObject({ search: Search, cursor: Cursor }),
  }),
  search_node_types: row({
    command: ['types', 'list'],
    title: 'Search node types',
    description: 'Types of nodes with what they do. Read one with read_node_type before you add it.',
    scope: 'read',
    input: z.strictObject({ search: Search, cursor: Cursor }),
  }),
  read_node_type: row({
    command: ['types', 'show'],
    title: 'Read a node type',
    description: 'Inputs, their limits and defaults, and outputs of one type of node.',
    scope: 'read',
    input: z.strictObject({ type: z.string().min(1).max(200).describe('Such as image/blur.') }),
    positional: 'type',
  }),
  list_files: row({
    command: ['files', 'list'],
    title: 'List files',
    description: 'Files of a project that this computer has seen, the newest first.',
    scope: 'read',
    input: z.strictObject({ project: Project, cursor: Cursor }),
  }),
  list_templates: row({
    command: ['templates', 'list'],
    title: 'List templates',
    description: 'Templates of the service, for an agent that may look at all projects.',
    scope: 'read',
    input: z.strictObject({ search: Search, cursor: Cursor }),
  }),
  list_outputs: row({
    command: ['outputs', 'list'],
    title: 'List outputs',
    description: 'What runs of a project made, the newest first, with the ids that other tools take.',
    scope: 'read',
    input: z.strictObject({
      project: Project,
      run: Run.optional(),
      search: Search,
      cursor: Cursor,
    }),
  }),
  read_graph: row({
    command: ['graph', 'show'],
    title: 'Read a graph',
    description:
      'The graph of a project as text, a line a node: id type "title" @x,y pin=value pin<-node.pin. Long graphs come in parts.',
    scope: 'read',
    input: z.strictObject({
      project: Project,
      node: NodeId.optional().describe('Only this node and its neighbors.'),
      cursor: Cursor,
    }),
    positional: 'project',
  }),
  picture_graph: row({
    command: ['graph', 'draw'],
    title: 'Look at a graph',
    description:
      'The canvas as a picture: nodes where they stand with titles, ids and values, and wires in their colors. Words that would be too small ' +
      'are left out; look at a part by `node`. Results of nodes are not in it: view_output shows those.',
    scope: 'read',
    input: z.strictObject({
      project: Project,
      node: NodeId.optional().describe('Only this node and those around it, two wires far.'),
    }),
    positional: 'project',
  }),
  read_document: row({
    command: ['documents', 'show'],
    title: 'Read a storyboard or timeline',
    description: 'The storyboard or timeline of a project as JSON, in parts where it is long.',
    scope: 'read',
    input: z.strictObject({ project: Project, kind: DocumentKindName, cursor: Cursor }),
    positional: 'project',
  }),
  view_output: row({
    command: ['outputs', 'show'],
    title: 'Look at an output',
    description: 'A picture or a frame of a video at a size, or the words of a text.',
    scope: 'read',
    input: z.strictObject({
      output: Output,
      size: z.enum(['small', 'large']).optional().describe('512 or 2048 pixels at most; small by default.'),
      cursor: Cursor,
    }),
    positional: 'output',
  }),
  compare_outputs: row({
    command: ['outputs', 'compare'],
    title: 'Compare two outputs',
    description: 'In which inputs two outputs differ, and both as small pictures.',
    scope: 'read',
    input: z.strictObject({ output: Output, second: Output }),
    positional: 'output',
  }),
  propose_changes: row({
    command: ['proposals', 'create'],
    title: 'Propose changes to a graph',
    description:
      'Lays changes over the graph for the person to accept, in whole or in part. Nothing changes before that. ' +
      'Changes are a list of {op: add, node, type, title?, inputs?, x?, y?}, {op: remove, node}, {op: set, node, pin, value}, ' +
      '{op: unset, node, pin}, {op: title, node, title}, {op: move, node, x, y}, {op: connect, from: "node.pin", to: "node.pin"}, ' +
      '{op: disconnect, from, to}. A file is the value {"file": "its id"}. Nodes without x and y are placed.',
    scope: 'propose',
    input: z.strictObject({
      project: Project,
      title: z.string().trim().min(1).max(200).describe('What it is for, in a few words.'),
      note: z.string().max(4000).optional().describe('Why, for the person.'),
      changes: ProposedChanges,
    }),
    positional: 'project',
  }),
  propose_edits: row({
    command: ['proposals', 'edit'],
    title: 'Propose edits of a storyboard or timeline',
    description:
      'Shows edits to the person, who accepts them in whole or in part. Nothing changes before that. A storyboard has scenes and shots, ' +
      'a timeline tracks and clips; read_document gives their ids and fields. Edits are a list of ' +
      '{op: add, item, id, in?, after?, fields: {…}}, {op: set, item, id, field, value}, {op: remove, item, id}, ' +
      '{op: move, item, id, in?, after?}. `in` is the scene of a shot, `after` what it comes behind. A clip has trackId, startTime, ' +
      'duration in seconds. Ids of what is added are your own, and later edits use them.',
    scope: 'propose',
    input: z.strictObject({
      project: Project,
      kind: DocumentKindName,
      title: z.string().trim().min(1).max(200).describe('What it is for, in a few words.'),
      note: z.string().max(4000).optional().describe('Why, for the person.'),
      edits: ProposedEdits,
    }),
    positional: 'project',
  }),
  read_proposal: row({
    command: ['proposals', 'show'],
    title: 'Read a proposal',
    description: 'What the person accepted of a proposal of yours, what was dismissed and what is open.',
    scope: 'propose',
    input: z.strictObject({ proposal: Id.describe('The id that propose_changes gave.') }),
    positional: 'proposal',
  }),
  request_input: row({
    command: ['questions', 'ask'],
    title: 'Ask the person',
    description:
      'Shows a question to the person in Patchbay, and waits for the answer. Ask what you cannot find out yourself, one thing at a time; ' +
      'offer choices where there are some. They may dismiss it. Canceling the call takes the question back.',
    scope: 'read',
    input: z.strictObject({
      project: Project,
      question: z.string().trim().min(1).max(MAX_PERSON_QUESTION),
      choices: z
        .array(PersonChoice)
        .max(MAX_PERSON_CHOICES)
        .optional()
        .describe('Answers to pick from; the person may write another one.'),
      seconds: z.int().min(1).max(3600).optional().describe('How long you wait; 600 by default.'),
    }),
    positional: 'project',
  }),
  start_run: row({
    command: ['runs', 'start'],
    title: 'Run a project',
    description:
      'Runs the saved graph of a project, below your spending limit. With `wait` it tells the progress and answers with what was made; ' +
      'canceling the call then cancels the run.',
    scope: 'run',
    input: z.strictObject({
      project: Project,
      nodes: z.array(NodeId).max(MAX_SET).optional().describe('Run only what these nodes need.'),
      set: recordUpTo(MAX_SET, z.unknown())
        .optional()
        .describe('Values of this run alone, by "node.pin". A file is {"file": "its id"}.'),
      wait: z.boolean().optional(),
    }),
    positional: 'project',
  }),
  read_run: row({
    command: ['runs', 'show'],
    title: 'Look at a run',
    description: 'How far a run of yours is, what it cost and what it made.',
    scope: 'run',
    input: z.strictObject({ run: Run }),
    positional: 'run',
  }),
  cancel_run: row({
    command: ['runs', 'cancel'],
    title: 'Cancel a run',
    description: 'Cancels a run that you started. One that is over stays as it is.',
    scope: 'run',
    input: z.strictObject({ run: Run }),
    positional: 'run',
  }),
  save_output: row({
    command: ['outputs', 'save'],
    title: 'Save an output',
    description:
      'Writes an output as a file into the folder that the person gave you. Nothing is overwritten.',
    scope: 'save',
    input: z.strictObject({
      output: Output,
      name: z.string().min(1).max(200).optional().describe('A file name without folders.'),
    }),
    positional: 'output',
  }),
} satisfies Record<string, ToolRow>;

type AgentTools = typeof agentTools;
export type AgentToolName = keyof AgentTools;
export const agentToolNames = Object.keys(agentTools) as AgentToolName[];

/** The arguments of a tool after they were checked. */
export type ToolInput<Name extends AgentToolName> = z.output<AgentTools[Name]['input']>;
