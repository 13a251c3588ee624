import * as s from '../schemas/index.ts';
import { endpoint } from './row.ts';

/** The account and its credits. */
export const account = {
  credits: endpoint({
    method: 'GET',
    path: '/account/credits',
    tag: 'Account',
    summary: 'Credit balance of the account',
    scope: 'account_credits:read',
    response: s.PublicAccountCredits,
    errors: { 503: 'managed billing not enabled, or rate limiter unavailable' },
  }),
};
