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
  /** Possible meanings of an unworked day. */
  off?: readonly Meaning[];
  onAnswer: (meanings: Legend) => void;
}

const offForOthers: readonly Meaning[] = [{ kind: 'off' }];

/** The meanings of cell texts: open questions first, which keep their position once answered. */
export function LegendStep({ legend, answers, usual, off = offForOthers, onAnswer }: LegendStepProps) {
  const isAsked = ({ text, meaning }: LegendItem): boolean =>
    meaning === null || Object.hasOwn(answers, text);
  const byText = legend.toSorted((one, other) => one.text.localeCompare(other.text, 'it'));
  const open = byText.flatMap(({ text, meaning }) => (meaning === null ? [text] : []));
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
      {open.length >= fewestTogether && <Together asked={open} usual={usual} off={off} onAnswer={onAnswer} />}
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

function MeaningField({ item, usual, off, onChoose }: MeaningFieldProps) {
  const { text, count, meaning, proposal, doubt } = item;
  return (
    <div className="flex flex-col gap-2">
      <MeaningSelect
        label={`${shownText(text)}, ${count === 1 ? '1 volta' : `${count} volte`}`}
        hint={meaning === null ? (doubt ?? undefined) : undefined}
        value={meaning}
        choices={[...[meaning, proposal].filter((known) => known !== null), ...choicesOf(usual, off)]}
        onChoose={onChoose}
      />
      {meaning === null && proposal !== null && (
        <Button variant="quiet" className="self-start" onClick={() => onChoose(proposal)}>
          Sì, {proposal.kind === 'work' ? dutyText(proposal.duty) : meaningText(proposal).toLowerCase()}
        </Button>
      )}
    </div>
  );
}

const choicesOf = (usual: readonly RosterDuty[], off: readonly Meaning[]): Meaning[] => [
  ...usual.slice(0, 8).map((duty): Meaning => ({ kind: 'work', duty })),
  ...off,
  { kind: 'skip' },
];

/** Fewer are answered as quickly one by one. */
const fewestTogether = 5;

interface TogetherProps extends Omit<MeaningFieldProps, 'item' | 'onChoose'> {
  asked: readonly string[];
  onAnswer: (meanings: Legend) => void;
}

/** Assigns one meaning to several selected letters. */
function Together({ asked, usual, off, onAnswer }: TogetherProps) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const texts = asked.filter((text) => chosen.has(text));
  const toggle = (text: string): void => {
    const next = new Set(chosen);
    if (!next.delete(text)) next.add(text);
    setChosen(next);
  };
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-4">
      <legend className="px-1 font-medium">Più celle con lo stesso significato</legend>
      <div className="flex flex-wrap gap-2">
        {asked.map((text) => (
          <Button
            key={text}
            size="small"
            variant={chosen.has(text) ? 'primary' : 'quiet'}
            aria-pressed={chosen.has(text)}
            onClick={() => toggle(text)}
          >
            {text === '' ? 'cella vuota' : text}
          </Button>
        ))}
      </div>
      {texts.length > 0 && (
        <div className="max-w-md">
          <MeaningSelect
            label={
              texts.length === 1 ? 'La cella scelta significa' : `Le ${texts.length} celle scelte significano`
            }
            value={null}
            choices={choicesOf(usual, off)}
            onChoose={(meaning) => {
              setChosen(new Set());
              onAnswer(Object.fromEntries(texts.map((text) => [text, meaning])));
            }}
          />
        </div>
      )}
    </fieldset>
  );
}

const other = 'other';

interface MeaningSelectProps {
  label: string;
  hint?: string | undefined;
  value: Meaning | null;
  choices: readonly Meaning[];
  onChoose: (meaning: Meaning) => void;
}

function MeaningSelect({ label, hint, value, choices, onChoose }: MeaningSelectProps) {
  const [isTyping, setTyping] = useState(false);
  const byText = new Map(choices.map((choice) => [meaningText(choice), choice]));
  const options = [...byText.keys()].map((text) => ({ id: text, label: text }));
  const choose = (id: string): void => {
    setTyping(id === other);
    const chosen = byText.get(id);
    if (chosen) onChoose(chosen);
  };
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={label}
        hint={hint}
        placeholder="Che cosa significa?"
        options={[...options, { id: other, label: 'Un altro orario…' }]}
        value={isTyping ? other : value && meaningText(value)}
        onChange={choose}
      />
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
