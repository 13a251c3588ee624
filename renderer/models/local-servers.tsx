import { Search } from 'lucide-react';
import type { ReactElement } from 'react';
import type { LocalModelServer, ModelProvider } from '#shared/administration/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { Badge, Button, plural } from '#renderer/ui/index.ts';
import { CheckResult } from './check-result.tsx';
import { useLocalModels } from './queries.ts';
import css from './models.module.css';

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
            On this computer
          </h2>
          <p className={css['hint']}>
            Ollama, LM Studio and others run models here, without a key and for free.
          </p>
        </div>
        <Button icon={<Search aria-hidden />} busy={query.isPending} onClick={() => query.mutate()}>
          Look on this computer
        </Button>
      </div>
      <div aria-live="polite">
        {query.error ? <CheckResult ok={false} messages={[describeProblem(query.error)]} /> : null}
        {query.data?.servers.length === 0 ? (
          <p className={css['none']}>
            No server was found. Start Ollama or LM Studio with its server switched on, then look again.
          </p>
        ) : null}
        {query.data && query.data.servers.length > 0 ? (
          <ul className={css['list']} aria-label="Servers found">
            {query.data.servers.map((server) => (
              <li key={server.baseUrl} className={css['item']}>
                <div className={css['itemRow']}>
                  <div className={css['itemText']}>
                    <span className={css['itemName']}>{server.name}</span>
                    <span className={css['itemDetail']}>
                      {new URL(server.baseUrl).host} · {plural(server.models.length, 'model')}
                    </span>
                  </div>
                  {providers.some(({ baseUrl }) => baseUrl === server.baseUrl) ? (
                    <Badge>Connected</Badge>
                  ) : (
                    <Button size="small" onClick={() => onConnect(server)}>
                      Connect {server.name}
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
