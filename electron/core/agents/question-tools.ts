import { requireProject } from './access.ts';
import type { PersonQuestions } from './person-questions.ts';
import { ToolError, type ToolHandlers } from './tool-types.ts';

/** How long a person is waited for where an agent does not say. Seconds. */
const DEFAULT_SECONDS = 600;

/** The tool that asks the person. */
export const createQuestionTools = (questions: PersonQuestions) =>
  ({
    async request_input({ project, question: text, choices = [], seconds = DEFAULT_SECONDS }, context) {
      const { agent, signal, progress } = context;
      requireProject(agent, project);
      if (questions.hasOpen(agent.id)) {
        throw new ToolError('Your question before is not answered yet. Wait for its answer.');
      }
      const outcome = await questions.request(
        {
          agentId: agent.id,
          author: agent.name,
          connectionId: agent.connectionId,
          projectId: project,
          text,
          choices,
        },
        {
          limitMs: seconds * 1000,
          signal,
          onWait: (passed) => progress(Math.round(passed / 1000), seconds, 'Waiting for the person'),
        },
      );
      switch (outcome.kind) {
        case 'answer':
          return { text: `The person answers: ${outcome.text}`, data: { answer: outcome.text } };
        case 'dismissed':
          return {
            text: 'The person dismissed the question without an answer. Go on without it, or stop.',
            data: { answer: null },
          };
        case 'expired':
          return {
            text: `The person has not answered within ${seconds} ${seconds === 1 ? 'second' : 'seconds'}. Go on without the answer, or ask again later.`,
            data: { answer: null },
          };
        default:
          return outcome satisfies never;
      }
    },
  }) satisfies Partial<ToolHandlers>;
