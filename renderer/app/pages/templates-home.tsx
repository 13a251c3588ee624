import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { pagePaths, projectPath, templatePath } from '#shared/desk/index.ts';
import { TemplatesPage } from '#renderer/templates/index.ts';
import { OnActiveConnection } from './on-active-connection.tsx';

/** The templates of the active connection. */
export function TemplatesHome({ templateId }: { templateId: string | null }): ReactElement {
  const [, navigate] = useLocation();
  return (
    <OnActiveConnection>
      {(active) => (
        <TemplatesPage
          key={active.id}
          connectionId={active.id}
          templateId={templateId}
          hrefOf={templatePath}
          onOpenProject={(projectId) => navigate(projectPath(active.id, projectId))}
          onDeleted={() => navigate(pagePaths.templates)}
        />
      )}
    </OnActiveConnection>
  );
}
