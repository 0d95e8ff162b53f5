import { type ReadName, withoutAccount } from '../../../domain/rosters/readNames.ts';
import type { RosterSetup } from '../../../domain/rosters/schema.answers.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';
import { AskedFirst } from './AskedFirst.tsx';

interface NamesStepProps {
  names: readonly ReadName[];
  people: RosterSetup['people'];
  who: Readonly<Record<string, string | null>>;
  onSay: (name: string, userId: string | null) => void;
}

const nobody = 'nobody';

/** Assigns the file's names to people. Shifts of people without an account can wait; unassigned names are left out. */
export function NamesStep({ names, people, who, onSay }: NamesStepProps) {
  const isAsked = ({ name, isSettled }: ReadName): boolean => !isSettled || Object.hasOwn(who, name);
  return (
    <div className="flex flex-col gap-4">
      {names.some(({ isSettled }) => !isSettled) && (
        <p className="text-soft">
          Chi resta senza risposta non viene caricato. I turni di chi non ha ancora un account possono
          aspettare: la persona li trova quando si registra.
        </p>
      )}
      <AskedFirst
        items={names}
        isAsked={isAsked}
        keyOf={({ name }) => name}
        allClear="Tutte le persone sono riconosciute."
        clearTitle="Riconosciuti"
      >
        {(name) => <PersonField name={name} people={people} onSay={(userId) => onSay(name.name, userId)} />}
      </AskedFirst>
    </div>
  );
}

interface PersonFieldProps {
  name: ReadName;
  people: RosterSetup['people'];
  onSay: (userId: string | null) => void;
}

function PersonField({ name: read, people, onSay }: PersonFieldProps) {
  const { name, userId, isSettled, certainty, candidates } = read;
  const rank = new Map(candidates.map((id, index) => [id, index]));
  const ordered = people.toSorted((one, other) => (rank.get(one.id) ?? 99) - (rank.get(other.id) ?? 99));
  const options = ordered.map(({ id, firstName, lastName }) => ({ id, label: `${firstName} ${lastName}` }));
  const likely = !isSettled && certainty === 'likely' ? options.find(({ id }) => id === userId) : undefined;
  return (
    <div className="flex flex-col gap-2">
      <Select
        label={name}
        hint={!isSettled && candidates.length > 1 ? 'Più persone hanno un nome così.' : undefined}
        placeholder="Chi è?"
        options={[
          { id: withoutAccount, label: 'Non ha ancora un account' },
          ...options,
          { id: nobody, label: 'Nessuno di loro: lascia fuori' },
        ]}
        value={isSettled ? (userId ?? nobody) : null}
        onChange={(id) => onSay(id === nobody ? null : id)}
      />
      {likely && (
        <Button variant="quiet" className="self-start" onClick={() => onSay(likely.id)}>
          Sì, è {likely.label}
        </Button>
      )}
    </div>
  );
}
