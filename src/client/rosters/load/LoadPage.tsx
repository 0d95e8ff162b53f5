import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isAsked } from '../../../domain/rosters/mapping.ts';
import type { RosterSetup } from '../../../domain/rosters/schema.answers.ts';
import { sheetToOpen } from '../../../domain/rosters/sheets.ts';
import { callQuery } from '../../data/callQuery.ts';
import { QueryStatus } from '../../data/QueryStatus.tsx';
import { forgetKept, useKept } from '../../data/useKept.ts';
import { useToday } from '../../shifts/clock.ts';
import { PageHeader, Section } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useChosenWorksite } from '../chosenWorksite.ts';
import { LegendStep } from './LegendStep.tsx';
import { LoadStep } from './LoadStep.tsx';
import { MapStep } from './MapStep.tsx';
import { NamesStep } from './NamesStep.tsx';
import { ReadTable } from './ReadTable.tsx';
import { SourceStep } from './SourceStep.tsx';
import { fileKey, type RosterSource, setupKey, useRosterReading } from './useRosterReading.ts';
import { LoadedRosters, WaitingPeople } from './WorksiteRosters.tsx';

/** `/rosters/load`: reads a roster from a file, to correct and load it; the file is kept until then. */
export default function LoadPage() {
  const { query, shown, worksiteId } = useChosenWorksite();
  return (
    <>
      <PageHeader back={{ to: '/rosters', label: 'Tabellone' }}>
        {shown?.name ?? ' '}. Niente è salvato finché non premi Carica.
      </PageHeader>
      <div className="flex flex-col gap-8">
        {shown ? (
          <Loader key={shown.id} worksiteId={worksiteId} fileOf={shown.id} />
        ) : (
          <QueryStatus query={query} failed="Non riesco a leggere i cantieri." />
        )}
      </div>
    </>
  );
}

function Loader({ worksiteId, fileOf }: { worksiteId: string | undefined; fileOf: string }) {
  const query = useQuery({
    ...callQuery([...setupKey, worksiteId], 'GET /api/rosters/setup', { query: { worksiteId } }),
    // no refetch: questions must not change while being answered
    staleTime: Infinity,
  });
  const client = useQueryClient();
  const key = fileKey(fileOf);
  const [source, setSource] = useKept<{ source: RosterSource; times: number } | null>(
    [...key, 'source'],
    null,
  );
  const open = (read: RosterSource): void => {
    // the answers for the previous file
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
  const [sheetIndex, setSheetIndex] = useKept(
    [...fileKey(setup.worksite.id), 'sheet'],
    sheetToOpen(source.sheets, source.name, today),
  );
  const roster = useRosterReading(setup, source, sheetIndex, today);
  const { reading, remembered } = roster;
  const isRead = !isAsked(reading.mapping) && !reading.needsPeriod;
  return (
    <>
      <Section gap="gap-4" title="Che cosa ho letto">
        <MapStep
          source={source}
          sheetIndex={sheetIndex}
          onSheet={setSheetIndex}
          reading={reading}
          edits={roster.edits}
          onEdit={roster.edit}
          period={roster.period}
          onPeriod={roster.choosePeriod}
          isRecalled={roster.isRecalled}
          onForget={roster.forget}
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
