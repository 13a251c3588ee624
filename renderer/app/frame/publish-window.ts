/** What `lazy-pages.ts` loads when a project is published. */
export { PublishDialog } from '#renderer/templates/index.ts';
