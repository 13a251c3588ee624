import type { Migration } from './migration.ts';

/** Providers of several services, prices by unit, limits of keys, and jobs at providers that are followed after a restart. */
export const modelServices: Migration = {
  number: 29,
  name: 'model-services',
  sql: `
    UPDATE providers SET protocol = 'openai-compatible' WHERE protocol = 'openai';
    -- Microcredits that may be spent with its key in a month; NULL for any.
    ALTER TABLE providers ADD COLUMN month_limit INTEGER;
    -- What a price is for: call, second, minute, characters or tokens (a thousand of them).
    ALTER TABLE provider_models ADD COLUMN unit TEXT NOT NULL DEFAULT 'call';
    -- Microcredits for a thousand tokens that come out.
    ALTER TABLE provider_models ADD COLUMN price_out INTEGER NOT NULL DEFAULT 0;
    -- JSON: what a provider answered to the request, until its result is stored. The state 'job-open' is new.
    ALTER TABLE model_calls ADD COLUMN job TEXT;
    CREATE INDEX model_calls_jobs ON model_calls (account_id, cache_key) WHERE state = 'job-open';
    CREATE INDEX ledger_provider ON ledger (provider, created_at);
  `,
};
