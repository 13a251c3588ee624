import { Copy } from 'lucide-react';
import { useState, type ReactElement } from 'react';
import type { EndpointPin, PublicTemplateEndpointDocs } from '#shared/api/index.ts';
import { Button, Select } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { copyText } from './copy-text.ts';
import { SNIPPET_LANGUAGES, SNIPPET_NAMES, snippetOf, type SnippetLanguage } from './endpoint-snippets.ts';
import css from './endpoint-docs.module.css';
import typography from './template-text.module.css';

const t = words.endpoints.endpointDocs;

interface EndpointDocsProps {
  docs: PublicTemplateEndpointDocs;
  /** Of the service. */
  baseUrl: string;
}

const text = words.templates;

/** Whether a service runs on this computer, where others do not reach it. */
const isLocal = (baseUrl: string): boolean =>
  URL.canParse(baseUrl) && /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(baseUrl).hostname);

/** How to call an endpoint from elsewhere. */
export function EndpointDocs({
  docs,
  baseUrl,
  hasKey,
}: EndpointDocsProps & {
  /** Null where the service does not say. */
  hasKey: boolean | null;
}): ReactElement {
  const { externalRun, ownerRun } = docs;
  const body = JSON.stringify(docs.requestExample, null, 2);
  return (
    <div className={css['docs']}>
      <section>
        <Snippet docs={docs} baseUrl={baseUrl} />
        <p className={typography['quiet']}>{text.reach(isLocal(baseUrl))}</p>
        <p className={typography['quiet']}>{text.key(hasKey)}</p>
        <dl className={css['calls']}>
          <Call name={t.start} method={externalRun.method ?? 'POST'} path={externalRun.submit} />
          <Call name={t.state} method={externalRun.statusMethod ?? 'GET'} path={externalRun.status} />
          <Call name={t.information} method="GET" path={externalRun.info} />
        </dl>
      </section>
      {ownerRun?.submit ? (
        <section>
          <header className={css['docsHead']}>
            <h4>{t.ownerYourApiKey}</h4>
          </header>
          <dl className={css['calls']}>
            <Call name={t.start} method={ownerRun.method ?? 'POST'} path={ownerRun.submit} />
            {ownerRun.status ? (
              <Call name={t.state} method={ownerRun.statusMethod ?? 'GET'} path={ownerRun.status} />
            ) : null}
            {ownerRun.stream ? (
              <Call name={t.live} method={ownerRun.streamMethod ?? 'GET'} path={ownerRun.stream} />
            ) : null}
          </dl>
          {ownerRun.note ? <p className={typography['quiet']}>{ownerRun.note}</p> : null}
        </section>
      ) : null}
      <section>
        <header className={css['docsHead']}>
          <h4>{t.bodyRequest}</h4>
          <Button size="small" icon={<Copy aria-hidden />} onClick={() => copyText(t.request, body)}>
            {t.copyRequest}
          </Button>
        </header>
        <pre className={css['code']} aria-label={t.bodyRequest}>
          {body}
        </pre>
      </section>
      <Pins title={t.inputs} pins={docs.inputs} />
      <Pins title={words.common.outputs} pins={docs.outputs} />
    </div>
  );
}

/** The call in one language, to be copied. */
function Snippet({ docs, baseUrl }: EndpointDocsProps): ReactElement {
  const [language, setLanguage] = useState<SnippetLanguage>('curl');
  const snippet = snippetOf[language](docs, baseUrl);
  return (
    <>
      <header className={css['docsHead']}>
        <h4>{text.callable(isLocal(baseUrl))}</h4>
        <div className={css['snippetEnd']}>
          <Select
            label={t.language}
            hideLabel
            size="small"
            value={language}
            onValueChange={setLanguage}
            options={SNIPPET_LANGUAGES.map((id) => ({ value: id, label: SNIPPET_NAMES[id] }))}
          />
          <Button
            size="small"
            icon={<Copy aria-hidden />}
            onClick={() => copyText(SNIPPET_NAMES[language], snippet)}
          >
            {t.copyAs(SNIPPET_NAMES[language])}
          </Button>
        </div>
      </header>
      <pre className={css['code']} aria-label={t.requestIn(SNIPPET_NAMES[language])}>
        {snippet}
      </pre>
    </>
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
            <th scope="col">{t.field}</th>
            <th scope="col">{t.type}</th>
            <th scope="col">{t.name}</th>
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
