import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { RosterSetup } from '../../../domain/rosters/schema.answers.ts';
import { useSignedIn } from '../../auth/session.ts';
import { callQuery } from '../../data/callQuery.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { useToday } from '../../shifts/clock.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { worksitesQuery } from '../../worksites/api.ts';
import { GridExport } from './GridExport.tsx';
import { LayoutStep } from './LayoutStep.tsx';
import { LegendStep } from './LegendStep.tsx';
import { LoadedRosters } from './LoadedRosters.tsx';
import { LoadStep } from './LoadStep.tsx';
import { NamesStep } from './NamesStep.tsx';
import { ReadTable } from './ReadTable.tsx';
import { SourceStep } from './SourceStep.tsx';
import { type RosterSource, useRosterReading } from './useRosterReading.ts';
import { WaitingPeople } from './WaitingPeople.tsx';

/** `/rosters`: the roster of a worksite is read from a file, corrected and loaded. */
export default function RosterPage() {
  const { user } = useSignedIn();
  const [worksiteId, setWorksiteId] = useState<string | null>(null);
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
    ...callQuery(['roster-setup', worksiteId], 'GET /api/rosters/setup', { query: { worksiteId } }),
    // what is asked of the person does not change under their hands
    staleTime: Infinity,
  });
  const [source, setSource] = useState<{ source: RosterSource; times: number } | null>(null);
  return (
    <>
      <QueryStatus query={query} failed="Non riesco a leggere i dati del cantiere.">
        <Skeleton className="h-64" />
      </QueryStatus>
      {query.data && (
        <>
          <Step title="Il file">
            <SourceStep
              onSource={(read) => setSource((last) => ({ source: read, times: (last?.times ?? 0) + 1 }))}
            />
          </Step>
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
  const [sheetIndex, setSheetIndex] = useState(0);
  const roster = useRosterReading(setup, source, sheetIndex, today);
  const { reading, remembered } = roster;
  const isRead = reading.layout.problem === null;
  return (
    <>
      <Step title="Che cosa ho letto">
        <LayoutStep
          source={source}
          sheetIndex={sheetIndex}
          onSheet={setSheetIndex}
          roster={roster}
          today={today}
        />
        {isRead && <ReadTable reading={reading} />}
      </Step>
      {isRead && (
        <>
          <Step title="Che cosa significano le celle">
            <LegendStep
              legend={reading.legend}
              answers={roster.answers}
              usual={setup.usualDuties}
              onAnswer={roster.answer}
            />
          </Step>
          <Step title="Chi è chi">
            <NamesStep names={reading.names} people={setup.people} who={roster.who} onSay={roster.say} />
          </Step>
          <Step title="Anteprima e caricamento">
            {reading.roster ? (
              <LoadStep
                setup={setup}
                roster={{
                  ...reading.roster,
                  ...remembered,
                  ...(worksiteId === undefined ? {} : { worksiteId }),
                }}
              />
            ) : (
              <p className="text-soft">Indica prima che cosa significano le celle e chi sono le persone.</p>
            )}
          </Step>
        </>
      )}
    </>
  );
}

const Step = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="flex flex-col gap-4">
    <h2 className="text-title font-semibold">{title}</h2>
    {children}
  </section>
);
