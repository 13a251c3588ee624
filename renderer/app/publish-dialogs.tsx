import type { ReactElement } from 'react';
import { useLocation } from 'wouter';
import { useStore } from 'zustand';
import { templatePath } from '#shared/desk/places.ts';
import { PublishDialog, publishing } from '#renderer/templates/index.ts';

/** Publishing a project as a template, wherever it was asked for. */
export function PublishDialogs(): ReactElement | null {
  const [, navigate] = useLocation();
  const { request } = useStore(publishing);
  if (request === null) return null;
  const close = () => publishing.setState({ request: null });
  return (
    <PublishDialog
      {...request}
      onClose={close}
      onShow={(templateId) => {
        close();
        navigate(templatePath(templateId));
      }}
    />
  );
}
