import { ArrowUp, Settings2, Square } from 'lucide-react';
import {
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type ReactElement,
} from 'react';
import type { Chat } from '#shared/desk/index.ts';
import { ModelsButton } from '#renderer/commands/index.ts';
import { describeProblem } from '#renderer/desk/index.ts';
import { pressedKey } from '#renderer/keys/index.ts';
import {
  Button,
  EmptyState,
  ErrorState,
  formatCreditAmount,
  IconButton,
  Popover,
  TextArea,
} from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { ChatSettings } from './chat-settings.tsx';
import { ChatLog } from './chat-log.tsx';
import { useChat, useTextModels, type ChatActions, type TextModel } from './queries.ts';
import css from './chat-panel.module.css';

const t = words.chat;

interface ChatPanelProps {
  connectionId: string;
  projectId: string;
  /** The nodes that are selected while a person asks. */
  selection: () => readonly string[];
  /** Saves what was edited, so that the model reads it. */
  save: () => Promise<unknown>;
  /** What its model asks the person, by the `agentId` of the conversation. */
  Questions?: ComponentType<{ agentId: string }>;
  /** Whether it was opened by a key, which takes the focus along. */
  isFocused: boolean;
}

/** A conversation with a text model about the open project. */
export function ChatPanel(props: ChatPanelProps): ReactElement | null {
  const { query, actions } = useChat(props);
  const models = useTextModels();
  const error = query.error ?? models.error;
  if (error !== null) {
    const retry = (): void => {
      void query.refetch();
      void models.refetch();
    };
    return <ErrorState compact title={t.notRead} text={describeProblem(error)} onRetry={retry} />;
  }
  if (query.data === undefined || models.data === undefined) return null;
  if (models.data.length === 0 && query.data.entries.length === 0) {
    return <EmptyState compact title={t.noModel} action={<ModelsButton label={t.connectModel} />} />;
  }
  return <OpenChat {...props} chat={query.data} actions={actions} models={models.data} />;
}

function OpenChat({
  chat,
  actions,
  models,
  selection,
  save,
  Questions,
  isFocused,
}: ChatPanelProps & { chat: Chat; actions: ChatActions; models: readonly TextModel[] }): ReactElement {
  const [text, setText] = useState('');
  const submit = async (question: string): Promise<void> => {
    setText('');
    await save();
    const isAccepted = await actions.submit({ text: question, selection: [...selection()].slice(0, 200) });
    if (!isAccepted) setText((typed) => (typed === '' ? question : typed));
  };
  const lastQuestion = chat.entries.findLast(({ kind }) => kind === 'question');
  return (
    <div className={css['panel']}>
      {chat.entries.length === 0 ? (
        <EmptyChat onQuestion={(question) => void submit(question)} />
      ) : (
        <ChatLog
          chat={chat}
          onRetry={lastQuestion?.kind === 'question' ? () => void submit(lastQuestion.text) : null}
        />
      )}
      {Questions === undefined ? null : (
        <div className={css['questions']}>
          <Questions agentId={chat.agentId} />
        </div>
      )}
      {models.length === 0 ? (
        <div className={css['below']}>
          <p className={css['hint']}>{t.noModel}</p>
          <ModelsButton label={t.connectModel} />
        </div>
      ) : (
        <Question
          chat={chat}
          actions={actions}
          models={models}
          text={text}
          onText={setText}
          onQuestion={(question) => void submit(question)}
          isFocused={isFocused}
        />
      )}
    </div>
  );
}

/** What can be asked, while nothing was. */
function EmptyChat({ onQuestion }: { onQuestion: (question: string) => void }): ReactElement {
  return (
    <div className={css['empty']}>
      <h2>{t.title}</h2>
      <p className={css['hint']}>{t.intro}</p>
      <div className={css['suggestions']}>
        {t.suggestions.map((suggestion) => (
          <Button key={suggestion} size="small" onClick={() => onQuestion(suggestion)}>
            {suggestion}
          </Button>
        ))}
      </div>
    </div>
  );
}

function Question({
  chat,
  actions,
  models,
  text,
  onText,
  onQuestion,
  isFocused,
}: {
  chat: Chat;
  actions: ChatActions;
  models: readonly TextModel[];
  text: string;
  onText: (text: string) => void;
  onQuestion: (question: string) => void;
  isFocused: boolean;
}): ReactElement {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (isFocused) field.current?.focus();
  }, [isFocused]);
  const question = text.trim();
  const send = (): void => {
    if (question !== '' && !chat.isRunning) onQuestion(question);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (pressedKey(event.nativeEvent) !== 'Enter' || event.shiftKey) return;
    event.preventDefault();
    send();
  };
  const spent = formatCreditAmount(chat.spentMicrocredits);
  return (
    <div className={css['below']}>
      <TextArea
        ref={field}
        grows
        label={t.field}
        hideLabel
        placeholder={t.placeholder}
        value={text}
        onKeyDown={onKeyDown}
        maxLength={20_000}
        onValueChange={onText}
      />
      <div className={css['actions']}>
        <Popover
          label={t.settings}
          side="top"
          trigger={
            <IconButton label={t.settings}>
              <Settings2 />
            </IconButton>
          }
        >
          <ChatSettings chat={chat} actions={actions} models={models} />
        </Popover>
        <span className={css['spent']}>{t.spent(spent, formatCreditAmount(chat.limitMicrocredits))}</span>
        {chat.isRunning ? (
          <Button size="small" icon={<Square aria-hidden />} onClick={() => void actions.stop()}>
            {t.stop}
          </Button>
        ) : (
          <Button size="small" variant="primary" icon={<ArrowUp aria-hidden />} onClick={send}>
            {t.send}
          </Button>
        )}
      </div>
    </div>
  );
}
