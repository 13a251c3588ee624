import { expect, test } from 'vitest';
import { mayCarryKey } from './fault-proxy.ts';

test.each([
  ['GET', '/api/v1/projects', true],
  ['GET', '/administration/v1/team/events', true],
  ['POST', '/administration/v1/team/changes', true],
  ['DELETE', '/administration/v1/team/changes', false],
  ['GET', '/administration/v1/model-providers', false],
  ['PUT', '/uploads/one', false],
  ['GET', '/administration/v1/team/events/more', false],
] as const)('a key may come with %s %s: %s', (method, path, isAllowed) => {
  expect(mayCarryKey(method, path)).toBe(isAllowed);
});
