import { Wand2 } from 'lucide-react';
import { useState, type FormEvent, type ReactElement } from 'react';
import type { Graph } from '#shared/graph/index.ts';
import { useCost } from '#renderer/costs/index.ts';
import { InputPicker } from '#renderer/fields/index.ts';
import { Button, pricedLabel, Select, Switch, TextArea } from '#renderer/ui/index.ts';
import { words } from '#renderer/words/index.ts';
import { makeWork } from './make-cost.ts';
import type { GeneratorNode } from './make-nodes.ts';
import type { MakeSource, ShotToMake } from './make-source.ts';
import { WordsNote } from './words-note.tsx';
import css from './make.module.css';

const t = words.storyboardMake.nodeForm;

const NOWHERE = '';
const text = words.storyboard;
const keyOf = ({ nodeId, input }: { nodeId: string; input: string }) => JSON.stringify([nodeId, input]);

/** What a node of the project is given to make a picture: which output, and where the words go. */
export function NodeForm({
  connectionId,
  graph,
  node,
  shots,
  onMake,
}: {
  connectionId: string;
  /** Of the project as it runs; undefined while it is not known. */
  graph: Graph | undefined;
  node: GeneratorNode;
  shots: readonly ShotToMake[];
  onMake: (source: MakeSource, shots: readonly ShotToMake[]) => void;
}): ReactElement {
  const { outputs, texts, variations } = node;
  const [output, setOutput] = useState(outputs[0]?.name ?? '');
  const [inputKey, setInputKey] = useState(texts[0] ? keyOf(texts[0]) : NOWHERE);
  const [prompt, setPrompt] = useState(shots[0]?.words ?? '');
  const [isNew, setNew] = useState(true);
  const isSingle = shots.length === 1;
  const target = texts.find((entry) => keyOf(entry) === inputKey) ?? null;
  const source = {
    kind: 'node' as const,
    name: node.title,
    nodeId: node.nodeId,
    output,
    words: target && { nodeId: target.nodeId, input: target.input },
    variations: isNew ? variations.map(({ nodeId, input }) => ({ nodeId, input })) : [],
  };
  const estimate = useCost(connectionId, makeWork(source, graph, shots.length));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onMake(
      source,
      shots.map((shot) => (isSingle ? { ...shot, words: prompt } : shot)),
    );
  };
  return (
    <form className={css['fields']} onSubmit={submit}>
      {outputs.length > 1 ? (
        <Select
          label={t.output}
          value={output}
          options={outputs.map(({ name, label }) => ({ value: name, label }))}
          onValueChange={setOutput}
        />
      ) : null}
      {texts.length > 0 ? (
        <InputPicker
          label={text.wordsInto}
          inputs={texts.map((entry) => ({ ...entry, key: keyOf(entry), label: entry.pinLabel }))}
          value={inputKey === NOWHERE ? null : inputKey}
          none={text.wordsNowhere}
          onPick={(key) => setInputKey(key ?? NOWHERE)}
        />
      ) : null}
      {target && isSingle ? (
        <TextArea label={text.wordsOfShot} grows rows={4} value={prompt} onValueChange={setPrompt} />
      ) : null}
      {target && isSingle && prompt === '' ? <p className={css['quiet']}>{text.noOwnWords}</p> : null}
      {target ? <WordsNote shots={shots} /> : null}
      {variations.length > 0 ? (
        <Switch label={text.newVariation} checked={isNew} onCheckedChange={setNew} />
      ) : null}
      <div>
        <Button type="submit" variant="run" icon={<Wand2 aria-hidden />}>
          {pricedLabel(isSingle ? text.makeOne : text.makeSeveral(shots.length), estimate)}
        </Button>
      </div>
    </form>
  );
}
