import { CalendarCheck } from 'lucide-react';
import type { RosterProposals } from '../../../domain/rosters/schema.answers.ts';
import { nameOfRoster } from '../../../domain/rosters/texts.it.ts';
import { proposalsText, useAcceptProposals } from '../../rosters/proposals.ts';
import { Button } from '../../ui/Button.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Matter } from './Matter.tsx';

/** A pending roster, with buttons to accept and to review it. */
export function RosterRow({ roster }: { roster: RosterProposals }) {
  const accept = useAcceptProposals();
  const { version, title, acceptable } = roster;
  const isAcceptable = acceptable > 0;
  const see = (
    <LinkButton
      to="/tabellone"
      variant={isAcceptable ? 'quiet' : 'primary'}
      size="small"
      className={isAcceptable ? undefined : 'grow'}
    >
      Vedi le differenze
    </LinkButton>
  );
  return (
    <Matter
      title={`${nameOfRoster(title)} è arrivato`}
      text={proposalsText(roster)}
      action={
        isAcceptable ? (
          <Button
            size="small"
            icon={CalendarCheck}
            isPending={accept.isPending}
            className="grow"
            onClick={() => accept.start({ version: version ?? undefined })}
          >
            Accetta tutto
          </Button>
        ) : (
          see
        )
      }
      more={isAcceptable ? see : null}
    />
  );
}
