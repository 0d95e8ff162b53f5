import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { nameOfRoster } from '../../domain/rosters/texts.it.ts';
import { hasProposals, proposalsQuery, proposalsText, useAcceptProposals } from '../rosters/proposals.ts';
import { Button } from '../ui/Button.tsx';
import { LinkButton } from '../ui/LinkButton.tsx';
import { Row } from './Waiting.tsx';

/** A roster that waits for its person: taken over here, or looked at first. */
export function RosterArrived() {
  const { data } = useQuery(proposalsQuery);
  const accept = useAcceptProposals();
  if (!hasProposals(data)) return null;
  const { version, title, acceptable } = data;
  return (
    <section aria-labelledby="tabellone">
      <h2 id="tabellone" className="mb-2 text-lead font-semibold">
        Tabellone
      </h2>
      <ul>
        <Row title={`${nameOfRoster(title)} è arrivato`} text={proposalsText(data)}>
          {acceptable > 0 ? (
            <Button
              size="small"
              icon={CalendarCheck}
              isPending={accept.isPending}
              className="grow"
              onClick={() => accept.start({ version: version ?? undefined })}
            >
              Accetta tutto
            </Button>
          ) : null}
          <LinkButton
            to="/tabellone"
            variant={acceptable > 0 ? 'quiet' : 'primary'}
            size="small"
            className={acceptable > 0 ? undefined : 'grow'}
          >
            Vedi le differenze
          </LinkButton>
        </Row>
      </ul>
    </section>
  );
}
