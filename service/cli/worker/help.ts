/** What `npm run worker -- --help` prints. */
export const HELP = `Patchbay worker: executes nodes for services that keep their data in PostgreSQL.

Usage:
  npm run worker -- --database URL --media PLACE [flags]

Flags:
  --database URL      that of the services: postgres://user@host:5432/name; a password stands better in PGPASSWORD
  --media PLACE       the bucket of the services (s3://BUCKET/PREFIX?endpoint=URL), or their data folder as it is found from here
  --can LIST          what it does: image, film; default both. Models are asked by services alone
  --slots LIST        how many at the same time, as image=2,film=1; default: image by processors, film=1
  --memory SIZE       what one task may use, as 4G; default 2G
  --name NAME         as people shall read it; default: the name of this computer
  --data DIR          a folder of its own for what is under way; default: the user's cache folder
  --log-level LEVEL   silent, error, warn, info or debug; default warn

SIGTERM lets it end what it has and take no more; a second one gives that back. docs/workers.md has more.
`;
