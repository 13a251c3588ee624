import { Copy } from 'lucide-react';
import type { ReactElement } from 'react';
import type { EndpointPin, PublicTemplateEndpointDocs } from '#shared/api/index.ts';
import { Button, showToast } from '#renderer/ui/index.ts';
import css from './endpoint-docs.module.css';
import typography from './template-text.module.css';

/** Single quotes end a quoted word of a shell; this is how one stands inside. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The example of an endpoint as a command that works once the key is put in. */
export function curlOf(docs: PublicTemplateEndpointDocs, baseUrl: string): string {
  const { auth, externalRun, requestExample } = docs;
  const origin = baseUrl.replace(/\/$/, '');
  return [
    `curl -X ${externalRun.method ?? 'POST'} ${quoted(`${origin}${externalRun.submit}`)}`,
    `-H ${quoted(`${auth?.header ?? 'Authorization'}: ${auth?.valueFormat ?? 'Bearer <endpoint key>'}`)}`,
    `-H 'Content-Type: application/json'`,
    `-d ${quoted(JSON.stringify(requestExample))}`,
  ].join(' \\\n  ');
}

const copy = (what: string, text: string): void => {
  navigator.clipboard.writeText(text).then(
    () => showToast({ kind: 'ok', title: `${what} copied` }),
    () =>
      showToast({
        kind: 'error',
        title: `${what} was not copied`,
        description: 'Select it and copy it by key.',
      }),
  );
};

/** How to call an endpoint from elsewhere. */
export function EndpointDocs({
  docs,
  baseUrl,
}: {
  docs: PublicTemplateEndpointDocs;
  baseUrl: string;
}): ReactElement {
  const { auth, externalRun, ownerRun } = docs;
  const body = JSON.stringify(docs.requestExample, null, 2);
  return (
    <div className={css['docs']}>
      <section>
        <header className={css['docsHead']}>
          <h4>From anywhere, with the endpoint’s own key</h4>
          <Button
            size="small"
            icon={<Copy aria-hidden />}
            onClick={() => copy('Command', curlOf(docs, baseUrl))}
          >
            Copy as curl
          </Button>
        </header>
        <pre className={css['code']} aria-label="Request as a curl command">
          {curlOf(docs, baseUrl)}
        </pre>
        <p className={typography['quiet']}>
          {auth?.apiKeyReturnedOnce === false
            ? 'The key belongs to this endpoint alone.'
            : 'The key belongs to this endpoint alone and was shown once, when the endpoint was made.'}
        </p>
        <dl className={css['calls']}>
          <Call name="Start" method={externalRun.method ?? 'POST'} path={externalRun.submit} />
          <Call name="State" method={externalRun.statusMethod ?? 'GET'} path={externalRun.status} />
          <Call name="About" method="GET" path={externalRun.info} />
        </dl>
      </section>
      {ownerRun?.submit ? (
        <section>
          <header className={css['docsHead']}>
            <h4>As its owner, with your API key</h4>
          </header>
          <dl className={css['calls']}>
            <Call name="Start" method={ownerRun.method ?? 'POST'} path={ownerRun.submit} />
            {ownerRun.status ? (
              <Call name="State" method={ownerRun.statusMethod ?? 'GET'} path={ownerRun.status} />
            ) : null}
            {ownerRun.stream ? (
              <Call name="Live" method={ownerRun.streamMethod ?? 'GET'} path={ownerRun.stream} />
            ) : null}
          </dl>
          {ownerRun.note ? <p className={typography['quiet']}>{ownerRun.note}</p> : null}
        </section>
      ) : null}
      <section>
        <header className={css['docsHead']}>
          <h4>Body of the request</h4>
          <Button size="small" icon={<Copy aria-hidden />} onClick={() => copy('Request', body)}>
            Copy request
          </Button>
        </header>
        <pre className={css['code']} aria-label="Body of the request">
          {body}
        </pre>
      </section>
      <Pins title="Inputs" pins={docs.inputs} />
      <Pins title="Outputs" pins={docs.outputs} />
    </div>
  );
}

function Call({ name, method, path }: { name: string; method: string; path: string }): ReactElement {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <b>{method}</b>
        <span>{path}</span>
      </dd>
    </div>
  );
}

function Pins({ title, pins }: { title: string; pins: readonly EndpointPin[] }): ReactElement | null {
  if (pins.length === 0) return null;
  return (
    <section>
      <header className={css['docsHead']}>
        <h4>{title}</h4>
      </header>
      <table className={css['pins']}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Type</th>
            <th scope="col">Name</th>
          </tr>
        </thead>
        <tbody>
          {pins.map((pin) => (
            <tr key={pin.fieldName}>
              <td className={typography['mono']}>{pin.fieldName}</td>
              <td className={typography['mono']}>{pin.dataType ?? pin.kind}</td>
              <td dir="auto">{pin.name}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
