import { afterAll, beforeAll, describe, vi } from 'vitest';
import { hasPostgres } from '#service/storage/postgres/testing/databases.ts';
import { describeFiles } from './file-cases.ts';
import { describeMechanisms } from './mechanism-cases.ts';
import { describeInvitations } from './invitation-cases.ts';
import { describeDisabledPeople } from './disabled-people-cases.ts';
import { describePeople } from './people-cases.ts';
import { describePersonLimits } from './person-limit-cases.ts';
import { describeRuns } from './run-cases.ts';

/** A part of what every service does, done by two that take requests in turns. */
describe.runIf(await hasPostgres())('two services behind a proxy', { tags: 'rig' }, () => {
  beforeAll(() => {
    vi.stubEnv('PATCHBAY_TEST_DATABASE', 'two');
  });
  afterAll(() => {
    vi.unstubAllEnvs();
  });

  describeMechanisms('in-process');
  describeFiles('http');
  describeRuns('http');
  // Each on one service and PostgreSQL in the slice.
  describe('with', { tags: 'long' }, () => {
    describePeople('in-process');
    describeInvitations('in-process');
    describeDisabledPeople('in-process');
    describePersonLimits('in-process');
  });
});
