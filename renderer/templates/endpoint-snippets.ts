import type { PublicTemplateEndpointDocs } from '#shared/api/index.ts';

/** Calls of an endpoint as programs that work once the key is put in. */

/** What stands for the key until it is put in. */
const KEY_PLACEHOLDER = '<endpoint key>';

export const SNIPPET_LANGUAGES = ['curl', 'javascript', 'python'] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

/** Single quotes end a quoted word of a shell; this is how one stands inside. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

interface Addresses {
  submit: string;
  /** Ends where the id of the run is appended. */
  runs: string;
  body: string;
}

function addressesOf(docs: PublicTemplateEndpointDocs, baseUrl: string): Addresses {
  const origin = baseUrl.replace(/\/$/, '');
  const { submit, status } = docs.externalRun;
  return {
    submit: `${origin}${submit}`,
    runs: `${origin}${status.replace('{task_id}', '')}`,
    body: JSON.stringify(docs.requestExample),
  };
}

/** Starts a run; its answer names the run by `taskId`. */
export function curlOf(docs: PublicTemplateEndpointDocs, baseUrl: string): string {
  const { submit, body } = addressesOf(docs, baseUrl);
  const { auth, externalRun } = docs;
  return [
    `curl -X ${externalRun.method ?? 'POST'} ${quoted(submit)}`,
    `-H ${quoted(`${auth?.header ?? 'Authorization'}: ${auth?.valueFormat ?? `Bearer ${KEY_PLACEHOLDER}`}`)}`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(body)}`,
  ].join(' \\\n  ');
}

/** Needs no package: Node 20 and newer, Deno, Bun. */
function javascriptOf(docs: PublicTemplateEndpointDocs, baseUrl: string): string {
  const { submit, runs, body } = addressesOf(docs, baseUrl);
  return `const headers = {
  Authorization: 'Bearer ${KEY_PLACEHOLDER}',
  'Content-Type': 'application/json',
};
const read = async (response) => {
  if (!response.ok) throw new Error(await response.text());
  return response.json();
};

const body = ${JSON.stringify(body)};
let run = await read(await fetch(${JSON.stringify(submit)}, { method: 'POST', headers, body }));
while (!['succeeded', 'failed', 'canceled'].includes(run.status)) {
  await new Promise((resolve) => setTimeout(resolve, 500));
  run = await read(await fetch(${JSON.stringify(runs)} + run.taskId, { headers }));
}
console.log(run.status, JSON.stringify(run.outputs, null, 2));`;
}

/** Needs no package: Python 3.8 and newer. */
function pythonOf(docs: PublicTemplateEndpointDocs, baseUrl: string): string {
  const { submit, runs, body } = addressesOf(docs, baseUrl);
  return `import json
import time
import urllib.request

HEADERS = {
    "Authorization": "Bearer ${KEY_PLACEHOLDER}",
    "Content-Type": "application/json",
}


def read(address, body=None):
    request = urllib.request.Request(address, data=body, headers=HEADERS)
    with urllib.request.urlopen(request) as response:
        return json.load(response)


BODY = ${JSON.stringify(body)}
run = read(${JSON.stringify(submit)}, BODY.encode())
while run["status"] not in ("succeeded", "failed", "canceled"):
    time.sleep(0.5)
    run = read(${JSON.stringify(runs)} + run["taskId"])
print(run["status"], json.dumps(run["outputs"], indent=2))`;
}

export const snippetOf: Readonly<
  Record<SnippetLanguage, (docs: PublicTemplateEndpointDocs, baseUrl: string) => string>
> = { curl: curlOf, javascript: javascriptOf, python: pythonOf };

export const SNIPPET_NAMES: Readonly<Record<SnippetLanguage, string>> = {
  curl: 'curl',
  javascript: 'JavaScript',
  python: 'Python',
};
