import { useIsMutating, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSignedIn } from '../auth/session.ts';
import { HttpError } from '../http/httpError.ts';
import { exchangeRequestQuery } from './api.ts';
import type { Question } from './exchangeScreen.ts';
import { type Standing, standingOf } from './standing.ts';

/** What a dialog knows of the changes since it was opened. */
export interface Change extends Omit<Standing, 'question'> {
  /** The person has seen what is new: from now on the dialog asks about that. */
  accept: () => void;
}

/** Follows what a dialog asks about while it is open. */
export function useStanding(opened: Question): { question: Question; change: Change } {
  const [asked, setAsked] = useState(opened);
  const { user } = useSignedIn();
  // while an answer is on its way, what changes is the dialog's own doing
  const isActing = useIsMutating() > 0;
  const { data, error, isFetchedAfterMount } = useQuery({
    ...exchangeRequestQuery(asked.request.id),
    staleTime: 0,
    enabled: !isActing,
  });
  const isGone = error instanceof HttpError && error.status === 404;
  // an answer from before may be older than the card that was pressed
  const current = isGone ? null : isFetchedAfterMount && data ? data : asked.request;
  const { question, ...standing } = standingOf(asked, current, user.id);
  return { question, change: { ...standing, accept: () => setAsked(question) } };
}
