import { useInfiniteQuery } from '@tanstack/react-query';
import { FileCheck } from 'lucide-react';
import { operationTypes } from '../../domain/operations/schema.ts';
import { useSignedIn } from '../auth/session.ts';
import { CardLink } from '../ui/Card.tsx';
import { operationListQuery } from './api.ts';

/** Leads to the operation codes; for who reviews them, with how many wait. */
export function OperationsQuickCard() {
  const { user } = useSignedIn();
  const icon = <FileCheck aria-hidden="true" />;
  if (user.mayReviewCodes) return <ReviewerCard />;
  return (
    <CardLink to="/operazioni" title="Operazioni aziendali" icon={icon}>
      I tuoi codici OPP e Case
    </CardLink>
  );
}

function ReviewerCard() {
  const { data } = useInfiniteQuery(
    operationListQuery({ source: 'worksite', type: 'OPP', status: 'pending', month: null, worksiteId: null }),
  );
  const counts = data?.pages.at(-1)?.counts;
  const waiting = counts ? operationTypes.reduce((sum, type) => sum + counts[type], 0) : 0;
  // OPP is the first tab: the other one, where all that wait are there
  const type = counts && counts.OPP === 0 && counts.Case > 0 ? 'Case' : 'OPP';
  return (
    <CardLink
      to={waiting > 0 ? `/operazioni?tipo=${type}&stato=in-attesa` : '/operazioni'}
      title="Operazioni aziendali"
      icon={<FileCheck aria-hidden="true" />}
    >
      {waiting === 0 ? 'I codici OPP e Case del cantiere' : null}
      {waiting === 1 ? 'Un codice da esaminare' : null}
      {waiting > 1 ? `${waiting} codici da esaminare` : null}
    </CardLink>
  );
}
