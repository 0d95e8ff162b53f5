import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { RosterSetup } from '../../../domain/rosters/schema.answers.ts';
import { useSignedIn } from '../../auth/session.ts';
import { callQuery } from '../../data/callQuery.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { forgetKept, useKept } from '../../data/useKept.ts';
import { useToday } from '../../shifts/clock.ts';
import { PageHeader, Section } from '../../ui/PageHeader.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { worksitesQuery } from '../../worksites/api.ts';
import { GridExport } from './GridExport.tsx';
import { LayoutStep } from './LayoutStep.tsx';
import { LegendStep } from './LegendStep.tsx';
import { LoadStep } from './LoadStep.tsx';
import { NamesStep } from './NamesStep.tsx';
import { ReadTable } from './ReadTable.tsx';
import { SourceStep } from './SourceStep.tsx';
import { fileKey, type RosterSource, setupKey, useRosterReading } from './useRosterReading.ts';
import { LoadedRosters, WaitingPeople } from './WorksiteRosters.tsx';

/** `/rosters`: the roster of a worksite is read from a file, corrected and loaded; until then it is kept for who comes back. */
export default function RosterPage() {
  const { user } = useSignedIn();
  const [worksiteId, setWorksiteId] = useKept<string | null>(['roster-worksite'], null);
  const asked = user.isCeo ? worksiteId : undefined;
  return (
    <>
      <PageHeader title="Tabellone">
        Carica il tabellone del cantiere. Niente è salvato finché non premi Carica.
      </PageHeader>
      <div className="flex flex-col gap-8">
        {user.isCeo && <WorksiteChoice value={worksiteId} onChange={setWorksiteId} />}
        {asked !== null && <Loader key={asked} worksiteId={asked} />}
      </div>
    </>
  );
}

function WorksiteChoice({ value, onChange }: { value: string | null; onChange: (id: string) => void }) {
  const query = useQuery(worksitesQuery);
  return (
    <div className="max-w-md">
      <QueryStatus query={query} failed="Non riesco a leggere i cantieri.">
        <Skeleton className="h-20" />
      </QueryStatus>
      {query.data && (
        <Select
          label="Cantiere"
          options={query.data.map(({ id, name }) => ({ id, label: name }))}
          value={value}
          onChange={onChange}
        />
      )}
    </div>
  );
}

function Loader({ worksiteId }: { worksiteId: string | undefined }) {
  const query = useQuery({
    ...callQuery([...setupKey, worksiteId], 'GET /api/rosters/setup', { query: { worksiteId } }),
    // what is asked of the person does not change under their hands
    staleTime: Infinity,
  });
  const client = useQueryClient();
  const { worksite } = useSignedIn();
  const key = fileKey(worksiteId ?? worksite.id);
  const [source, setSource] = useKept<{ source: RosterSource; times: number } | null>(
    [...key, 'source'],
    null,
  );
  const open = (read: RosterSource): void => {
    // what was said of the last one
    forgetKept(client, key);
    setSource({ source: read, times: (source?.times ?? 0) + 1 });
  };
  return (
    <>
      <QueryStatus query={query} failed="Non riesco a leggere i dati del cantiere.">
        <Skeleton className="h-64" />
      </QueryStatus>
      {query.data && (
        <>
          <Section gap="gap-4" title="Il file">
            <SourceStep onSource={open} />
          </Section>
          {source && (
            <Correction
              key={source.times}
              setup={query.data}
              source={source.source}
              worksiteId={worksiteId}
            />
          )}
          <WaitingPeople worksiteId={worksiteId} />
          <LoadedRosters worksiteId={worksiteId} />
          <GridExport worksiteId={worksiteId} />
        </>
      )}
    </>
  );
}

interface CorrectionProps {
  setup: RosterSetup;
  source: RosterSource;
  worksiteId: string | undefined;
}

function Correction({ setup, source, worksiteId }: CorrectionProps) {
  const today = useToday();
  const [sheetIndex, setSheetIndex] = useKept([...fileKey(setup.worksite.id), 'sheet'], 0);
  const roster = useRosterReading(setup, source, sheetIndex, today);
  const { reading, remembered } = roster;
  const isRead = reading.layout.problem === null;
  return (
    <>
      <Section gap="gap-4" title="Che cosa ho letto">
        <LayoutStep
          source={source}
          sheetIndex={sheetIndex}
          onSheet={setSheetIndex}
          roster={roster}
          today={today}
        />
        {isRead && <ReadTable reading={reading} />}
      </Section>
      {isRead && (
        <>
          <Section gap="gap-4" title="Che cosa significano le celle">
            <LegendStep
              legend={reading.legend}
              answers={roster.answers}
              usual={setup.usualDuties}
              onAnswer={roster.answer}
            />
          </Section>
          <Section gap="gap-4" title="Chi è chi">
            <NamesStep names={reading.names} people={setup.people} who={roster.who} onSay={roster.say} />
          </Section>
          <Section gap="gap-4" title="Anteprima e caricamento">
            {reading.roster ? (
              <LoadStep setup={setup} roster={{ ...reading.roster, ...remembered, worksiteId }} />
            ) : (
              <p className="text-soft">Indica prima che cosa significano le celle e chi sono le persone.</p>
            )}
          </Section>
        </>
      )}
    </>
  );
}
