import { accounts } from './001-accounts.ts';
import { projects } from './002-projects.ts';
import { files } from './003-files.ts';
import { runs } from './004-runs.ts';
import { templates } from './005-templates.ts';
import { providers } from './006-providers.ts';
import { blobUses } from './007-blob-uses.ts';
import { projectLists } from './008-project-lists.ts';
import { projectSearch } from './009-project-search.ts';
import { projectPapers } from './010-project-papers.ts';
import { sampleProjects } from './011-sample-projects.ts';
import { providerModels } from './012-provider-models.ts';
import { publishedTemplates } from './013-published-templates.ts';
import { liveRuns } from './014-live-runs.ts';
import { runOrder } from './015-run-order.ts';
import { endpointFiles } from './016-endpoint-files.ts';
import { modelCalls } from './017-model-calls.ts';
import { orderOfRuns } from './018-order-of-runs.ts';
import { foldedSearches } from './019-folded-searches.ts';
import { paidFiles } from './020-paid-files.ts';
import { runOwners } from './021-run-owners.ts';
import { equalNodes } from './022-equal-nodes.ts';
import { teamRegisters } from './023-team-registers.ts';
import { people } from './024-people.ts';
import { audit } from './025-audit.ts';
import { listItems } from './026-list-items.ts';
import { runsByAccount } from './027-runs-by-account.ts';
import { webhooks } from './028-webhooks.ts';
import { modelServices } from './029-model-services.ts';
import type { Migration } from './migration.ts';

export type { Migration };

export const migrations: readonly Migration[] = [
  accounts,
  projects,
  files,
  runs,
  templates,
  providers,
  blobUses,
  projectLists,
  projectSearch,
  projectPapers,
  sampleProjects,
  providerModels,
  publishedTemplates,
  liveRuns,
  runOrder,
  endpointFiles,
  modelCalls,
  orderOfRuns,
  foldedSearches,
  paidFiles,
  runOwners,
  equalNodes,
  teamRegisters,
  people,
  audit,
  listItems,
  runsByAccount,
  webhooks,
  modelServices,
];
