import { useState } from 'react';
import type { LegendItem } from '../../../domain/rosters/legend.ts';
import type { Legend, Meaning } from '../../../domain/rosters/meaning.ts';
import type { RosterDuty } from '../../../domain/rosters/schema.ts';
import { editFormTimes } from '../../../domain/shifts/times.ts';
import { Button } from '../../ui/Button.tsx';
import { NativeSelect } from '../../ui/NativeSelect.tsx';
import { Select } from '../../ui/Select.tsx';
import { AskedFirst } from './AskedFirst.tsx';
import { dutyText, meaningText, shownText } from './readingTexts.ts';

interface LegendStepProps {
  legend: readonly LegendItem[];
  answers: Legend;
  usual: readonly RosterDuty[];
  /** What a day without work may be. */
  off?: readonly Meaning[];
  onAnswer: (meanings: Legend) => void;
}

const offForOthers: readonly Meaning[] = [{ kind: 'off' }];

/** What the texts of cells mean: first those that are asked, which stay in their place once they are answered. */
export function LegendStep({ legend, answers, usual, off = offForOthers, onAnswer }: LegendStepProps) {
  const isAsked = ({ text, meaning }: LegendItem): boolean =>
    meaning === null || Object.hasOwn(answers, text);
  const byText = legend.toSorted((one, other) => one.text.localeCompare(other.text, 'it'));
  const proposed = byText.flatMap(({ text, meaning, proposal }) =>
    meaning === null && proposal !== null ? [[text, proposal] as const] : [],
  );
  return (
    <div className="flex flex-col gap-4">
      {proposed.length > 1 && (
        <Button variant="quiet" className="self-start" onClick={() => onAnswer(Object.fromEntries(proposed))}>
          Conferma le {proposed.length} proposte
        </Button>
      )}
      <AskedFirst
        items={byText}
        isAsked={isAsked}
        keyOf={({ text }) => text}
        allClear="Tutte le celle sono chiare."
        clearTitle="Già chiari"
      >
        {(item) => (
          <MeaningField
            item={item}
            usual={usual}
            off={off}
            onChoose={(meaning) => onAnswer({ [item.text]: meaning })}
          />
        )}
      </AskedFirst>
    </div>
  );
}

interface MeaningFieldProps {
  item: LegendItem;
  usual: readonly RosterDuty[];
  off: readonly Meaning[];
  onChoose: (meaning: Meaning) => void;
}

const other = 'other';

function MeaningField({ item, usual, off, onChoose }: MeaningFieldProps) {
  const { text, count, meaning, proposal, doubt } = item;
  const [isTyping, setTyping] = useState(false);
  const choices: Meaning[] = [
    ...[meaning, proposal].filter((known) => known !== null),
    ...usual.slice(0, 8).map((duty): Meaning => ({ kind: 'work', duty })),
    ...off,
    { kind: 'skip' },
  ];
  const byText = new Map(choices.map((choice) => [meaningText(choice), choice]));
  const options = [...byText.keys()].map((label) => ({ id: label, label }));
  const choose = (id: string): void => {
    setTyping(id === other);
    const chosen = byText.get(id);
    if (chosen) onChoose(chosen);
  };
  const times = count === 1 ? '1 volta' : `${count} volte`;
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={`${shownText(text)}, ${times}`}
        hint={meaning === null ? (doubt ?? undefined) : undefined}
        placeholder="Che cosa significa?"
        options={[...options, { id: other, label: 'Un altro orario…' }]}
        value={isTyping ? other : meaning && meaningText(meaning)}
        onChange={choose}
      />
      {meaning === null && proposal !== null && !isTyping && (
        <Button variant="quiet" className="self-start" onClick={() => onChoose(proposal)}>
          Sì, {proposal.kind === 'work' ? dutyText(proposal.duty) : meaningText(proposal).toLowerCase()}
        </Button>
      )}
      {isTyping && (
        <OwnTimes
          onTimes={(duty) => {
            setTyping(false);
            onChoose({ kind: 'work', duty });
          }}
        />
      )}
    </div>
  );
}

function OwnTimes({ onTimes }: { onTimes: (duty: RosterDuty) => void }) {
  const [startTime, setStart] = useState('');
  const [endTime, setEnd] = useState('');
  const isWhole = startTime !== '' && endTime !== '' && startTime !== endTime;
  return (
    <div className="grid grid-cols-2 gap-3">
      <NativeSelect
        label="Inizio"
        options={editFormTimes}
        value={startTime}
        onChange={(event) => setStart(event.target.value)}
      />
      <NativeSelect
        label="Fine"
        options={editFormTimes}
        value={endTime}
        onChange={(event) => setEnd(event.target.value)}
      />
      <Button
        variant="quiet"
        className="col-span-2 justify-self-start"
        disabled={!isWhole}
        onClick={() => onTimes({ workLocation: 'sede', startTime, endTime })}
      >
        Usa questo orario
      </Button>
    </div>
  );
}
