import { Search } from 'lucide-react';
import type { ReactElement } from 'react';
import type { LocalModelServer, ModelProvider } from '#shared/administration/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { Badge, Button } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { CheckResult } from './check-result.tsx';
import { useLocalModels } from './queries.ts';
import css from './models.module.css';

const t = words.models.localServers;

/** Servers on this computer, looked for only when a person asks. */
export function LocalServers({
  providers,
  onConnect,
}: {
  providers: readonly ModelProvider[];
  onConnect: (server: LocalModelServer) => void;
}): ReactElement {
  const query = useLocalModels();
  return (
    <section className={css['local']} aria-labelledby="models-on-this-computer">
      <div className={css['localHead']}>
        <div>
          <h2 id="models-on-this-computer" className={css['sectionTitle']}>
            {t.onThisComputer}
          </h2>
          <p className={css['hint']}>{t.ollamaLmStudioRun}</p>
        </div>
        <Button icon={<Search aria-hidden />} busy={query.isPending} onClick={() => query.mutate()}>
          {t.viewComputer}
        </Button>
      </div>
      <div aria-live="polite">
        {query.error ? <CheckResult ok={false} messages={[describeProblem(query.error)]} /> : null}
        {query.data?.servers.length === 0 ? <p className={css['none']}>{t.noServerFoundStart}</p> : null}
        {query.data && query.data.servers.length > 0 ? (
          <ul className={css['list']} aria-label={t.serversFound}>
            {query.data.servers.map((server) => (
              <li key={server.baseUrl} className={css['item']}>
                <div className={css['itemRow']}>
                  <div className={css['itemText']}>
                    <span className={css['itemName']}>{server.name}</span>
                    <span className={css['itemDetail']}>
                      {new URL(server.baseUrl).host} · {words.counts.models(server.models.length)}
                    </span>
                  </div>
                  {providers.some(({ baseUrl }) => baseUrl === server.baseUrl) ? (
                    <Badge>{t.connected}</Badge>
                  ) : (
                    <Button size="small" onClick={() => onConnect(server)}>
                      {t.connect(server.name)}
                    </Button>
                  )}
                </div>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </section>
  );
}
