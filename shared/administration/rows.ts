import type { z } from 'zod';
import type { Scope } from '#shared/api/index.ts';
import * as a from './audit.ts';
import * as c from './chat.ts';
import * as f from './files.ts';
import * as m from './models.ts';
import * as p from './people.ts';
import * as r from './runs.ts';
import * as team from './team.ts';
import * as t from './templates.ts';

/**
 * What is asked of a service beside the API, and is no part of it. Most rows are for the owner of a data folder, whose desktop
 * process asks its own local service; no key of an account opens these. Rows with a `scope` are for people of an account, by
 * their key, as in the API.
 */

/** Below this path, beside `/api/v1`. */
export const ADMINISTRATION_PREFIX = '/administration/v1';
/** In the service's data folder: the secret of the service that runs there now. */
export const ADMINISTRATION_SECRET_FILE = 'administration-secret';

export interface AdministrationRow<
  B extends z.ZodType | null,
  R extends z.ZodType | null,
  S extends Scope | null = Scope | null,
> {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the prefix, with `{camelCase}` parameters. */
  path: string;
  body: B;
  /** Null: nothing is answered. */
  response: R;
  /** What a key of an account needs to open it; null: the secret of the service opens it. */
  scope: S;
  /** Whether it answers events, each with data of `response`. */
  isStream: boolean;
}

const row = <
  const Path extends string,
  B extends z.ZodType | null = null,
  R extends z.ZodType | null = null,
  const S extends Scope | null = null,
  const Stream extends boolean = false,
>(
  method: AdministrationRow<B, R>['method'],
  path: Path,
  fields: { body?: B; response?: R; scope?: S; isStream?: Stream } = {},
) => ({
  method,
  path,
  body: (fields.body ?? null) as B,
  response: (fields.response ?? null) as R,
  scope: (fields.scope ?? null) as S,
  isStream: (fields.isStream ?? false) as Stream,
});

export const administrationRows = {
  listModelProviders: row('GET', '/model-providers', { response: m.ModelProviderList }),
  addModelProvider: row('POST', '/model-providers', {
    body: m.ModelProviderDraft,
    response: m.ModelProvider,
  }),
  changeModelProvider: row('PUT', '/model-providers/{name}', {
    body: m.ModelProviderDraft,
    response: m.ModelProvider,
  }),
  removeModelProvider: row('DELETE', '/model-providers/{name}'),
  listModels: row('POST', '/models/list', { body: m.ModelListRequest, response: m.ModelListAnswer }),
  testModel: row('POST', '/models/test', { body: m.ModelTestRequest, response: m.ModelTestAnswer }),
  findLocalModels: row('POST', '/models/find-local', { response: m.LocalModelServers }),
  /** One answer of a text model in a conversation. What it costs is booked. */
  answerChat: row('POST', '/models/answer', { body: c.ChatRequest, response: c.ChatResponse }),

  /** Persons who work in the workspaces of this service, each with keys and limits of their own. */
  listPeople: row('GET', '/people', { response: p.PeopleList }),
  addPerson: row('POST', '/people', { body: p.PersonDraft, response: p.Person }),
  changePerson: row('PUT', '/people/{personId}', { body: p.PersonChanges, response: p.Person }),
  /** Ends their keys, invitations, uploads and runs at once. */
  disablePerson: row('POST', '/people/{personId}/disable', { response: p.Person }),
  enablePerson: row('POST', '/people/{personId}/enable', { response: p.Person }),
  /** A code that yields one key, once. It is shown in this response only. */
  invitePerson: row('POST', '/people/{personId}/invitations', {
    body: p.InvitationDraft,
    response: p.NewInvitation,
  }),
  revokeInvitation: row('DELETE', '/invitations/{invitationId}'),

  /** Who did what to which, newest first. */
  listAuditEntries: row('POST', '/audit/list', { body: a.AuditRequest, response: a.AuditPage }),

  listWaitingRuns: row('GET', '/runs/waiting', { response: r.PendingRuns }),
  /** Lets a waiting run begin before the others. */
  moveRunToFront: row('POST', '/runs/{runId}/front', { response: r.MoveOutcome }),

  /** Runs that have ended, whoever started them, of all accounts; previews and those of deleted templates are left out. */
  listTerminalRuns: row('POST', '/runs/ended/list', {
    body: r.TerminalRunsRequest,
    response: r.TerminalRuns,
  }),

  /** The files of a project's account that bear these names, of several the one that its documents mean. */
  findFiles: row('POST', '/projects/{projectId}/files/find', { body: f.FileNames, response: f.NamedFiles }),

  /** Which files have equal bytes. */
  listFileHashes: row('POST', '/files/hashes', { body: f.FileIds, response: f.FileHashes }),

  /** What a file is used by in its account: it cannot be deleted until that is gone. */
  getFileUsers: row('GET', '/files/{fileId}/users', { response: f.FileUsers }),

  /** Which files are used at all; those that are not are left out. */
  listFileReferences: row('POST', '/files/references', { body: f.FileIds, response: f.FileReferences }),

  /** What stored pictures of files take, and what went when they were cleared. */
  measurePictures: row('GET', '/pictures', { response: f.StoredPictures }),
  clearPictures: row('DELETE', '/pictures', { response: f.StoredPictures }),

  getPublishable: row('GET', '/projects/{projectId}/publishable', { response: t.Publishable }),
  publishTemplate: row('POST', '/templates', { body: t.PublicationDraft, response: t.PublicationResult }),
  listTemplatePictures: row('GET', '/template-pictures', { response: t.TemplatePictures }),
  getManagedTemplate: row('GET', '/templates/{templateId}', { response: t.ManagedTemplate }),
  getTemplateForm: row('GET', '/templates/{templateId}/form', { response: t.TemplateForm }),
  getTemplateGraph: row('GET', '/templates/{templateId}/graph', { response: t.TemplateGraph }),
  deleteTemplate: row('DELETE', '/templates/{templateId}'),
  /** Makes a project of it, with what its form holds. */
  openTemplate: row('POST', '/templates/{templateId}/open', {
    body: t.OpenTemplateRequest,
    response: t.TemplateProject,
  }),
  addEndpoint: row('POST', '/templates/{templateId}/endpoints', { response: t.EndpointKey }),
  renewEndpointKey: row('POST', '/templates/{templateId}/endpoints/{endpointId}/key', {
    response: t.EndpointKey,
  }),
  switchEndpoint: row('PATCH', '/templates/{templateId}/endpoints/{endpointId}', { body: t.EndpointSwitch }),

  /** Stars, notes and collections of outputs: writes what a person changed. */
  changeTeam: row('POST', '/team/changes', {
    body: team.TeamChanges,
    response: team.TeamChangeResults,
    scope: 'projects:write',
  }),
  /** What was written since, by anybody of the account. */
  listTeamRegisters: row('POST', '/team/registers/list', {
    body: team.TeamPageRequest,
    response: team.TeamPage,
    scope: 'projects:read',
  }),
  /** Runs of the account, whoever started them and from which computer; outputs, times and cost are read by the API. */
  listTeamRuns: row('POST', '/team/runs/list', {
    body: team.TeamRunsRequest,
    response: team.TeamRuns,
    scope: 'runs:execute',
  }),
  /** An event whenever something was written or a run was accepted, and one of each at the beginning. */
  followTeam: row('GET', '/team/events', {
    response: team.TeamEvent,
    scope: 'projects:read',
    isStream: true,
  }),
} as const;

export type AdministrationRows = typeof administrationRows;
export type AdministrationRowName = keyof AdministrationRows;
