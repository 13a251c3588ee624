import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { applyPushed, applyPushedChange } from './take-told.ts';

const KEY = ['desk', 'connections'];

/** A page that reads the list, and what its requests are answered, in turn. */
function page() {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers: PromiseWithResolvers<string>[] = [];
  const observer = new QueryObserver<string>(client, {
    queryKey: KEY,
    queryFn: () => {
      const answer = Promise.withResolvers<string>();
      answers.push(answer);
      return answer.promise;
    },
  });
  const end = observer.subscribe(() => undefined);
  return { client, answers, observer, end };
}

const answered = () => new Promise((done) => setTimeout(done));

test('what is told is not written over by what was asked for before', async () => {
  const { client, answers, observer, end } = page();
  applyPushed(client, KEY, 'away');
  answers[0]!.resolve('there');
  await answered();
  expect(observer.getCurrentResult()).toMatchObject({ data: 'away', status: 'success', fetchStatus: 'idle' });
  end();
});

test('nor by a list that is read once more', async () => {
  const { client, answers, observer, end } = page();
  answers[0]!.resolve('there');
  await answered();
  void client.invalidateQueries({ queryKey: ['desk'] });
  applyPushed(client, KEY, 'away');
  answers[1]!.resolve('there');
  await answered();
  expect(observer.getCurrentResult()).toMatchObject({ data: 'away', status: 'success', fetchStatus: 'idle' });
  // What is asked for after it counts again.
  void client.invalidateQueries({ queryKey: ['desk'] });
  answers[2]!.resolve('back');
  await answered();
  expect(observer.getCurrentResult().data).toBe('back');
  end();
});

test('a change that is told while a list is read is not lost with it: the list is read once more, however many come', async () => {
  const { client, answers, observer, end } = page();
  answers[0]!.resolve('1 done');
  await answered();
  void client.invalidateQueries({ queryKey: KEY });
  for (const told of ['2 done', '3 done'])
    applyPushedChange<string>(client, KEY, (before) => (before === undefined ? before : told));
  expect(observer.getCurrentResult().data).toBe('3 done');
  // It was written before both.
  answers[1]!.resolve('1 done');
  await answered();
  expect(answers).toHaveLength(3);
  answers[2]!.resolve('3 done');
  await answered();
  expect(observer.getCurrentResult()).toMatchObject({ data: '3 done', fetchStatus: 'idle' });
  expect(answers).toHaveLength(3);
  end();
});

test('a change while nothing is read is one without a request', async () => {
  const { client, answers, observer, end } = page();
  answers[0]!.resolve('there');
  await answered();
  applyPushedChange<string>(client, KEY, () => 'away');
  await answered();
  expect(observer.getCurrentResult().data).toBe('away');
  expect(answers).toHaveLength(1);
  end();
});
