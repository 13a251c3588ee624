import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent, type ReactElement } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { PersonQuestion } from '#shared/desk/index.ts';
import { callDesk, describeProblem, onDeskEvent } from '#renderer/desk/index.ts';
import { Button, LiveRegion, showToast, TextField } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import css from './agent-questions.module.css';

const t = words.agents.question;
const KEY = ['desk', 'agent-questions'] as const;
const MAX_ANSWER = 2000;

/** Conversations whose panel is open: their questions are asked there. */
const inPanels = createStore<{ agentIds: readonly string[] }>(() => ({ agentIds: [] }));

/** What agents ask, the oldest first; followed while questions come and go. */
function useAgentQuestions(): readonly PersonQuestion[] {
  const client = useQueryClient();
  useEffect(
    () =>
      onDeskEvent((event) => {
        if (event.type === 'agent-questions') void client.invalidateQueries({ queryKey: KEY });
      }),
    [client],
  );
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => callDesk('listAgentQuestions', { signal }),
  });
  return data?.questions ?? [];
}

/** Over every page: the oldest question of an agent that no open panel asks. */
export function AgentQuestions(): ReactElement | null {
  const questions = useAgentQuestions();
  const agentIds = useStore(inPanels, (state) => state.agentIds);
  const open = questions.filter(({ agentId }) => !agentIds.includes(agentId));
  const [first] = open;
  return (
    <>
      <LiveRegion>{first === undefined ? '' : `${t.by(first.author)} ${first.text}`}</LiveRegion>
      {first === undefined ? null : (
        <div className={css['over']}>
          <QuestionCard
            key={first.id}
            question={first}
            title={t.by(first.author)}
            pending={open.length - 1}
          />
        </div>
      )}
    </>
  );
}

/** Within the panel of a conversation: what its model asks the person. */
export function PanelQuestions({ agentId }: { agentId: string }): ReactElement | null {
  const questions = useAgentQuestions().filter((question) => question.agentId === agentId);
  useEffect(() => {
    inPanels.setState(({ agentIds }) => ({ agentIds: [...agentIds, agentId] }));
    return () =>
      inPanels.setState(({ agentIds }) => ({ agentIds: agentIds.filter((each) => each !== agentId) }));
  }, [agentId]);
  const [first] = questions;
  return first === undefined ? null : (
    <QuestionCard key={first.id} question={first} title={t.model} pending={0} />
  );
}

function QuestionCard({
  question: { id, text, choices },
  title,
  pending,
}: {
  question: PersonQuestion;
  /** Who asks. */
  title: string;
  /** How many wait behind it. */
  pending: number;
}): ReactElement {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [isSubmitted, setSubmitted] = useState(false);
  const settle = async (answer: string | null): Promise<void> => {
    setSubmitted(true);
    try {
      await callDesk('answerAgentQuestion', { params: { questionId: id }, body: { answer } });
    } catch (error) {
      showToast({ kind: 'error', title: t.notSubmitted, description: describeProblem(error) });
      setSubmitted(false);
    } finally {
      void client.invalidateQueries({ queryKey: KEY });
    }
  };
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (typed.trim() !== '' && !isSubmitted) void settle(typed.trim());
  };
  return (
    <section className={css['card']} aria-label={t.region}>
      <div className={css['author']}>
        <span dir="auto">{title}</span>
        {pending === 0 ? null : <span>{t.pending(pending)}</span>}
      </div>
      <p className={css['text']} dir="auto">
        {text}
      </p>
      {choices.length === 0 ? null : (
        <div className={css['choices']}>
          {choices.map((choice, index) => (
            // An agent may offer the same words twice.
            <Button
              key={`${index} ${choice}`}
              size="small"
              disabled={isSubmitted}
              onClick={() => void settle(choice)}
            >
              <bdi>{choice}</bdi>
            </Button>
          ))}
        </div>
      )}
      <form className={css['answer']} onSubmit={onSubmit}>
        <TextField
          label={t.answer}
          hideLabel
          placeholder={choices.length === 0 ? t.answer : t.customResponse}
          value={typed}
          maxLength={MAX_ANSWER}
          onValueChange={setTyped}
        />
        <Button
          type="submit"
          size="small"
          variant="primary"
          disabledReason={typed.trim() === '' ? words.whyNot.answer : null}
        >
          {t.send}
        </Button>
        <Button size="small" variant="quiet" disabled={isSubmitted} onClick={() => void settle(null)}>
          {t.dismiss}
        </Button>
      </form>
      <p className={css['hint']}>{t.hint}</p>
    </section>
  );
}
