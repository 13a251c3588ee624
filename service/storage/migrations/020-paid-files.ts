import type { Migration } from './migration.ts';

/** Where the file lies that a model answered: it is paid, and may be fetched later. */
export const paidFiles: Migration = {
  number: 20,
  name: 'paid-files',
  sql: `
    -- Of a call that was answered with an address, until its file is stored. The states 'paid-file' and 'file-lost' are new.
    ALTER TABLE model_calls ADD COLUMN file_address TEXT;
    CREATE INDEX model_calls_files ON model_calls (account_id) WHERE state = 'paid-file';
  `,
};
