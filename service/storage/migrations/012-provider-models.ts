import type { Migration } from './migration.ts';

/** A provider is used for several kinds of models, each with a model of its own and a price. */
export const providerModels: Migration = {
  number: 12,
  name: 'provider-models',
  sql: `
    CREATE TABLE provider_models (
      provider TEXT NOT NULL REFERENCES providers(name) ON DELETE CASCADE ON UPDATE CASCADE,
      -- 'text', 'image'; more will come.
      kind TEXT NOT NULL,
      -- Used where a node names none; NULL when the node has to.
      model TEXT,
      -- Microcredits an execution.
      price INTEGER NOT NULL,
      PRIMARY KEY (provider, kind)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO provider_models SELECT name, 'text', model, price FROM providers;
    INSERT INTO provider_models SELECT name, 'image', model, price FROM providers;
    -- How it is spoken to; one way today.
    ALTER TABLE providers ADD COLUMN protocol TEXT NOT NULL DEFAULT 'openai';
    ALTER TABLE providers DROP COLUMN model;
    ALTER TABLE providers DROP COLUMN price;
  `,
};
