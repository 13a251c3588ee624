/** Names that were found to be nobody else's words, and what the field says. */
const WORDS: readonly (readonly [name: RegExp, say: string])[] = [
  [/^(?:un)?heard$|^untold$|^tellRun$/, 'received, unseen, markSeen'],
  [/^(?:is|on)(?:Unk|K)ept$|^unkept$|^keptGraphs?$|^keepGraph$/, 'journaled, stored, cached'],
  [/^(?:or)?KnownAnswers?$|^orKnown$|^knownAnswers$|^knownAt$/, 'ResponseCache, cachedAt'],
  [/^(?:read|foreign|bad)Answer|^answer(?:Limits|With|Empty|Within)|^Answerer$/, 'response, respond'],
  [/(?:^|_)ANSWER_LIMITS$|^(?:(?:ANY|SCHEMA)_)?ANSWER$|^PATCH_ANSWERS$/, 'response'],
  // What a model, a thread or an archive answers to a question is no response of a server.
  [/^(?!(?:ModelList|ModelTest|Media|Reader|Archive|may)Answers?$)\w*[a-z]Answers?$/, 'response'],
  [/^(?:answer(?:Api|Storage|Ms|Bytes)|(?:delete|create)\w*Answers\w*)$/, 'response, respond'],
  [
    /[cC]atalogue|[cC]olours(?:$|[A-Z])|[cC]olour[A-Z]|[nN]eighbour|^[cC]entre(?:$|[A-Z])/,
    'American spelling',
  ],
  [/^(?:MOST|LEAST|LONGEST)_/, 'MAX_, MIN_'],
  [
    /^(?:AGAIN|QUIET|AT_ONCE|PATIENCE)$|[pP]atience$|^patientBody$/,
    'RETRY_DELAY_MS, DEBOUNCE_MS, MAX_…, timeout',
  ],
  [/^[cC]hance$|^createChance$|^isLikely$/, 'random, createRandom, bool'],
  [/^isHeldElsewhere$|^letGo$|^handsFree$/, 'resume, release, idle'],
  [/^inWords$|InWords$|^sentenceOf$/, '…Label, describe…, errorMessage'],
  [/^setAside$|^isToSetAside$|^keepAside$/, 'quarantine, backUp'],
  [/^takeBack$|^MadeSoFar$|^wayBack$/, 'rollback, progress, round trip'],
  [/^waysOn$|^WayOn$|^wayWords$/, 'recoveryActions, actionLabels'],
  [/^savePaper$|^projectPapers$|^furniture$|^seats?$/, 'documents, controls, lease'],
  [/^(?:outputs|inspector)Asked$|^askForOutputs$/, 'request, requests'],
  [/^equalWork$|^quickTransaction$|^offerEarly$|^growingCopy$/, 'deduplicated, relaxed, streaming, partial'],
  [/^whatStillStands$|^applyWhatFits$|^takeUpWhatWasLeft$/, 'filterStillApplicable, applyLenient, recover…'],
  [/^saysTheSame$|^unplayed$|^paintEnded$|^beginningOf$/, 'differsOnlyInProgress, initialRun, showFinished'],
  [/^look(?:edAt|Now|Page)$|^LookPage$|^lookAhead$/, 'preview, poll, prefetch'],
  [/^(?:start)?LyingProxy$/, 'FaultProxy'],
];

/** A source without its comments and the texts of its strings; what stands in `${}` stays. */
export const stripTexts = (source: string): string =>
  source
    .replaceAll(/\/\*[\s\S]*?\*\//g, ' ')
    .replaceAll(/(^|[\s;{}(,])\/\/.*$/gm, '$1')
    .replaceAll(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, ' ')
    .replaceAll(/`(?:[^`\\]|\\.)*`/g, (text) =>
      [...text.matchAll(/\$\{([^}]*)\}/g)].map(([, inner]) => inner).join(' '),
    );

/** What the field says for a name; null when it is not one of those words. */
export const betterName = (name: string): string | null =>
  WORDS.find(([pattern]) => pattern.test(name))?.[1] ?? null;

/** Names in a source that have a better one, as `name: say …`, each once. Comments and texts are not names. */
export function declaredWords(source: string): string[] {
  const names = new Set(stripTexts(source).match(/[A-Za-z_$][\w$]*/g));
  return [...names].flatMap((name) => {
    const replacement = betterName(name);
    return replacement === null ? [] : [`${name}: say ${replacement}`];
  });
}
