import { useEffect, useEffectEvent, useState } from 'react';
import type { Question } from './exchangeScreen.ts';

/**
 * The question that is on screen. Once what it asked about is done, the button that opened it may be gone with its card:
 * the screen takes the focus.
 */
export function useQuestion(takeFocus: () => void) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [doneCount, setDoneCount] = useState(0);
  const afterDone = useEffectEvent(takeFocus);
  // an effect, since the dialog must be gone before the focus can leave it
  useEffect(() => {
    if (doneCount > 0) afterDone();
  }, [doneCount]);
  return {
    question,
    ask: setQuestion,
    close: () => setQuestion(null),
    finish: () => {
      setQuestion(null);
      setDoneCount((count) => count + 1);
    },
  };
}
