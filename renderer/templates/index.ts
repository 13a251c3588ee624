export { templateListQuery } from './queries.ts';
export * from './templates-page.tsx';
export { PublishDialog } from './publish-dialog.tsx';
export { PublishPanel, type PublishablePin } from './publish-panel.tsx';
export { requestPublish as askToPublish, isOnCanvas, publishing } from './publish-store.ts';
export { runTemplate, openTemplateRun as followTemplate } from './template-run.ts';
export { EndpointForm } from './endpoint-form.tsx';
export { useEndpointDocs, useTemplateEndpoints, useTemplates } from './queries.ts';
