import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { addDays, type Day } from '../../domain/calendar/day.ts';
import { monthOf } from '../../domain/calendar/month.ts';
import { formatWeek } from '../../domain/calendar/weekNames.ts';
import type { Shift } from '../../domain/shifts/schema.ts';
import { QueryStatus } from '../data/QueryStatus.tsx';
import { ownShiftsQuery } from '../shifts/api.ts';
import { useLocalMonth } from '../shifts/calendar/useMonthCursor.ts';
import { useToday } from '../shifts/clock.ts';
import { summarizeDays } from '../shifts/dayLists.ts';
import { useFilling } from '../shifts/fill/batch.ts';
import { useShiftOwner } from '../shifts/owner.ts';
import { DayField } from '../shifts/picker/DayField.tsx';
import { Button } from '../ui/Button.tsx';
import { PageHeader } from '../ui/PageHeader.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { Switch } from '../ui/Switch.tsx';
import { Tabs } from '../ui/Tabs.tsx';
import { useAddress } from '../ui/useAddress.ts';
import { DutyChoice } from './DutyChoice.tsx';
import { OwnRowForm } from './OwnRowForm.tsx';
import { PatternEditor } from './PatternEditor.tsx';
import { Outcome, PlanGrid } from './PlanGrid.tsx';
import { type FillMode, fillModes, type FillPlan, sourceOf, useFillPlan } from './useFillPlan.ts';

const modes = [
  { id: 'rotazione', label: 'Rotazione' },
  { id: 'copia', label: 'Copia' },
  { id: 'giorni', label: 'A mano' },
  { id: 'file', label: 'Da file' },
] as const;

/** `/shifts/fill`: fills many days by a rotation, a copy of the last four weeks, painting single days, or a file. */
export default function FillPage() {
  const query = useQuery(ownShiftsQuery);
  return (
    <>
      <PageHeader title="Riempi il calendario" back={{ to: '/calendar', label: 'Calendario' }}>
        Niente è salvato finché non premi Inserisci.
      </PageHeader>
      <QueryStatus query={query} failed="Non riesco a leggere il tuo calendario.">
        <Skeleton className="h-96" />
      </QueryStatus>
      {query.data && <FillForm entries={query.data} />}
    </>
  );
}

function FillForm({ entries }: { entries: readonly Shift[] }) {
  const today = useToday();
  const owner = useShiftOwner();
  const navigate = useNavigate();
  const { parameters, change } = useAddress();
  const mode = fillModes.find((known) => known === parameters.get('come')) ?? 'rotazione';
  const plan = useFillPlan({ mode, owner, today, entries });
  const { judged, byDay, toggle } = plan;
  const cursor = useLocalMonth(addDays(plan.pattern.from ?? today, 6));
  const filling = useFilling((month) => {
    if (mode === 'file') plan.own.remember();
    if (month) void navigate(`/calendar?month=${month}`);
  });
  const planned = new Map(judged.accepted.map(({ draft }) => [draft.date, draft]));
  const send = (): void =>
    filling.start({ shifts: judged.accepted.map(({ draft }) => draft), isReplacing: plan.isReplacing });
  return (
    <Tabs
      label="Come vuoi riempire il calendario"
      tabs={modes}
      selected={mode}
      onSelect={(id) => change({ come: id === 'rotazione' ? null : id })}
    >
      <div className="@container/fill flex flex-col gap-6 md:grid md:grid-cols-2 md:items-start md:gap-x-10">
        <div className="flex flex-col gap-4">
          <Choice mode={mode} plan={plan} today={today} onMonth={(day) => cursor.showMonth(monthOf(day))} />
          {(plan.hasFilledDays || plan.isReplacing) && (
            <Switch
              checked={plan.isReplacing}
              onChange={(event) => plan.setReplacing(event.target.checked)}
              hint="I turni scambiati o offerti restano sempre come sono."
            >
              Sostituisci i giorni già pieni
            </Switch>
          )}
        </div>
        <section aria-label="Anteprima" className="flex flex-col gap-3">
          <PlanGrid
            cursor={cursor}
            today={today}
            variant={owner.variant}
            planned={planned}
            byDay={byDay}
            refused={new Set(judged.refused.map(({ day }) => day))}
            onToggle={toggle}
          />
          <Outcome judged={judged} isReplacing={plan.isReplacing} />
        </section>
      </div>
      <div
        data-bottom-bar=""
        className="@container sticky bottom-[calc(var(--bar-height)+env(safe-area-inset-bottom))] low:static z-10 -mx-4 mt-6 border-t border-line bg-surface px-4 py-3 md:bottom-0 md:mx-0 md:bg-ground md:px-0"
      >
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p
            aria-live="polite"
            // with text this large, the bar would cover half of the screen
            className="tabular min-w-0 flex-1 text-caption text-soft first-letter:uppercase md:text-body @max-[14rem]:sr-only"
          >
            {planned.size > 0
              ? summarizeDays([...planned.keys()])
              : judged.skipped.length > 0
                ? 'Quei giorni sono già pieni'
                : emptyText[mode]}
          </p>
          <Button onClick={send} disabled={planned.size === 0} isPending={filling.isPending}>
            {planned.size === 1
              ? 'Inserisci una giornata'
              : planned.size === 0
                ? 'Inserisci'
                : `Inserisci ${planned.size} giornate`}
          </Button>
        </div>
      </div>
    </Tabs>
  );
}

const emptyText: Record<FillMode, string> = {
  rotazione: 'Componi la rotazione e scegli i giorni',
  copia: 'In quelle settimane non c’è niente da copiare',
  giorni: 'Scegli una giornata e tocca i giorni',
  file: 'Scegli il file o incolla le celle',
};

interface ChoiceProps {
  mode: FillMode;
  plan: FillPlan;
  today: Day;
  onMonth: (day: Day) => void;
}

function Choice({ mode, plan, today, onMonth }: ChoiceProps) {
  const { duties, pattern, copyStart, brush, lastDay } = plan;
  if (mode === 'rotazione') {
    return (
      <PatternEditor
        pattern={pattern}
        duties={duties}
        min={today}
        max={lastDay}
        onChange={(changed) => {
          plan.setPattern(changed);
          if (changed.from !== null && changed.from !== pattern.from) onMonth(changed.from);
        }}
      />
    );
  }
  if (mode === 'file') return <OwnRowForm own={plan.own} today={today} lastDay={lastDay} onMonth={onMonth} />;
  if (mode === 'copia') {
    return (
      <>
        <p>
          Le quattro settimane <span className="tabular font-medium">{formatWeek(sourceOf(copyStart))}</span>,
          lavoro e riposi, ripetute dal giorno che scegli.
        </p>
        <DayField
          label="Dal"
          value={copyStart}
          min={today}
          max={lastDay}
          onChange={(day) => {
            plan.setCopyStart(day);
            if (day !== null) onMonth(day);
          }}
        />
      </>
    );
  }
  return (
    <>
      <p className="text-soft">
        Scegli una giornata, poi tocca i giorni. Il nome del giorno o la freccia prendono tutta la fila.
      </p>
      <DutyChoice label="Che giornata inserire" duties={duties} chosen={brush} onChoose={plan.setBrush} />
    </>
  );
}
