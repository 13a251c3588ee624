import { handleInLanguage } from '#renderer/words/worker-language.ts';

handleInLanguage(async () => (await import('./export-jobs.ts')).handleMessage);
