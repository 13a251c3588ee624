export { QueueCount, QueueButton } from './queue-button.tsx';
export { QueuePage } from './queue-page.tsx';
export { pathOfBatch, QueueWatch } from './queue-watch.tsx';
