import { handleInLanguage } from '#renderer/words/worker-language.ts';

handleInLanguage(async () => (await import('./composer-jobs.ts')).handleMessage);
