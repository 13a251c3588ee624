/** What `--help` prints. */
export const HELP = `Patchbay service: keeps projects, files and runs, and answers the API under /api/v1.

Usage:
  npm run service -- [flags]                 start the service
  npm run service -- keys create --account NAME [--scopes LIST] [--origins LIST] [--expires-in SECONDS]
                     [--sample]            gives the account the sample project, once
                     [--language en|de]    of the sample and the first templates, default en
  npm run service -- keys list
  npm run service -- keys revoke KEY_OR_ID
  npm run service -- people list [--account NAME]
  npm run service -- people add --account NAME --name NAME [--spend CREDITS] [--storage BYTES] [--rate N]
  npm run service -- people invite PERSON [--scopes LIST] [--expires-in SECONDS] [--key-expires-in SECONDS] [--public-url URL]
  npm run service -- people invitations [PERSON]
  npm run service -- people revoke-invitation ID
  npm run service -- people limits PERSON [--spend CREDITS|none] [--storage BYTES|none] [--rate N|none]
  npm run service -- people disable PERSON   ends keys, invitations and uploads at once; people enable PERSON takes it back
  npm run service -- audit list [--limit N] [--before ID] [--action NAME]     who did what, newest first
  npm run service -- webhooks add --account NAME --url URL [--private]   prints a secret, once; calls when runs end are signed with it
  npm run service -- webhooks list
  npm run service -- webhooks remove ID
  npm run service -- webhooks deliveries [ID]   what was sent, how often it was tried, what came back
  npm run service -- providers add --name NAME --base-url URL [--model NAME] [--price MICROCREDITS] [--key-stdin]
  npm run service -- providers list
  npm run service -- providers remove --name NAME
  npm run service -- templates publish --project ID --name NAME [--endpoint NAME]
                     [--description TEXT] [--category NAME] [--tags LIST]
                     [--input NODE.PIN=FIELD]... [--output NAME]...
  npm run service -- templates list
  npm run service -- templates renew-key ENDPOINT_ID
  npm run service -- templates activate ENDPOINT_ID
  npm run service -- templates deactivate ENDPOINT_ID
  npm run service -- media move --to PLACE   moves all media into a bucket, or back into the folder
  npm run service -- media where             says where they are
  npm run service -- database copy --from PLACE --to PLACE
                     copies all rows; a place is file or postgres://user@host:5432/name
  npm run service -- backup create --to FOLDER [--keep N]     database and media, also while the service runs
  npm run service -- backup list --from FOLDER
  npm run service -- backup verify --from FOLDER [--backup NAME]
  npm run service -- backup restore --from FOLDER [--backup NAME] [--media PLACE]   into an empty --data

Every command takes --data DIR, the folder of everything the service keeps, and --database URL.

Flags:
  --data DIR                    default: the user's data folder
  --media PLACE                 s3://BUCKET/PREFIX?endpoint=URL&region=NAME, or folder; default: where they were put last
  --database URL                postgres://user@host:5432/name; default: a file in the data folder
  --no-work                     leaves nodes to workers (npm run worker -- --help), but for those that ask models; needs --database
  --host ADDRESS                address to listen on, default 127.0.0.1
  --port PORT                   default 8787; 0 takes a free one
  --public-url URL              https://HOST that people reach it at, behind a reverse proxy; signed addresses begin with it
  --allow-http                  lets --public-url be http:// on a network that is trusted
  --trust-proxy LIST            addresses or networks of reverse proxies whose X-Forwarded-For counts, as 127.0.0.1,10.0.0.0/8
  --rate-limit N                requests a minute for one key, default 6000; four times that for one address
  --audit-days N                days that the audit log is kept, default 365
  --storage-limit BYTES         what an account may store, default 20 GiB
  --credits N                   whole credits a new account starts with, default 10000
  --prices FILE                 JSON: node type to microcredits an execution; default: all free
  --upload-ttl SECONDS          life of an upload session, default 3600
  --multipart-threshold BYTES   size from which an upload is sent in parts, default 16 MiB
  --part-size BYTES             default 8 MiB
  --log-level LEVEL             silent, error, warn, info or debug; default warn
  --log FORMAT                  human or json: lines for people or for programs; default human
  --metrics ADDRESS:PORT        answers /metrics, /healthz and /readyz there; default: nowhere

The address is printed on standard output once the service is ready. docs/service.md has examples.
`;
