import { useEffect, useEffectEvent } from 'react';
import type { Day } from '../../domain/calendar/day.ts';
import { isAsked } from '../../domain/rosters/mapping.ts';
import type { Meaning } from '../../domain/rosters/meaning.ts';
import { allRows, type OwnReading } from '../../domain/rosters/ownRow.ts';
import { LegendStep } from '../rosters/load/LegendStep.tsx';
import { MapStep } from '../rosters/load/MapStep.tsx';
import { ReadTable } from '../rosters/load/ReadTable.tsx';
import { SourceStep } from '../rosters/load/SourceStep.tsx';
import { DayField } from '../shifts/picker/DayField.tsx';
import { Select } from '../ui/Select.tsx';
import type { OwnRow } from './useOwnRow.ts';

const off: readonly Meaning[] = (['libero', 'ferie', 'malattia'] as const).map((absence) => ({
  kind: 'off',
  absence,
}));

interface OwnRowFormProps {
  own: OwnRow;
  today: Day;
  lastDay: Day;
  onMonth: (day: Day) => void;
}

export function OwnRowForm({ own, today, lastDay, onMonth }: OwnRowFormProps) {
  const { given, read } = own;
  const firstDraft = own.drafts.map(({ date }) => date).toSorted()[0];
  const isRead = read && !read.needsFirstDay && !isAsked(read.reading.mapping) && !read.reading.needsPeriod;
  const showMonth = useEffectEvent(onMonth);
  useEffect(() => {
    if (firstDraft !== undefined) showMonth(firstDraft);
  }, [firstDraft]);
  return (
    <div className="flex flex-col gap-6">
      <p className="text-soft">
        Il file dei turni, anche di tutto il cantiere: si legge solo la tua riga, il resto non viene salvato.
      </p>
      <SourceStep onSource={own.open} />
      {given && read && (
        <>
          {read.needsFirstDay ? (
            <DayField
              label="Di che giorno è la prima cella?"
              hint="Le celle sono senza i giorni: con il primo si contano gli altri."
              value={null}
              min={today}
              max={lastDay}
              onChange={(firstDay) => firstDay !== null && own.edit({ ...own.edits, firstDay })}
            />
          ) : (
            <MapStep
              source={given.source}
              sheetIndex={given.sheetIndex}
              onSheet={own.choose}
              reading={read.reading}
              edits={own.edits}
              onEdit={own.edit}
              period={given.period}
              onPeriod={own.choosePeriod}
              isRecalled={own.isRecalled}
              onForget={own.forget}
              today={today}
            />
          )}
          {isRead && <Row own={own} read={read} />}
        </>
      )}
    </div>
  );
}

function Row({ own, read }: { own: OwnRow; read: OwnReading }) {
  const { reading, names, name } = read;
  return (
    <>
      {(name === null || names.length > 1) && (
        <Select
          label="Qual è la tua riga?"
          placeholder="Scegli il tuo nome"
          options={[
            ...names.map((one) => ({ id: one, label: one })),
            { id: all, label: names.length === 1 ? 'È la mia anche senza il mio nome' : 'Sono tutte mie' },
          ]}
          value={name === allRows ? all : name}
          onChange={(id) => own.say(id === all ? allRows : id)}
        />
      )}
      {name !== null && (
        <>
          <ReadTable reading={reading} />
          <LegendStep
            legend={reading.legend}
            answers={own.answers}
            usual={own.usual}
            off={off}
            onAnswer={own.answer}
          />
          {own.pastDays > 0 && (
            <p className="text-caption text-soft">
              {own.pastDays === 1
                ? 'Un giorno passato resta com’è.'
                : `${own.pastDays} giorni passati restano come sono.`}
            </p>
          )}
        </>
      )}
    </>
  );
}

/** Cannot collide with a row's name: those are trimmed. */
const all = ' all';
