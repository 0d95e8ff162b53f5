import { type ReadName, withoutAccount } from '../../../domain/rosters/reading.ts';
import type { RosterSetup } from '../../../domain/rosters/schema.answers.ts';
import { Button } from '../../ui/Button.tsx';
import { Select } from '../../ui/Select.tsx';

interface NamesStepProps {
  names: readonly ReadName[];
  people: RosterSetup['people'];
  who: Readonly<Record<string, string | null>>;
  onSay: (name: string, userId: string | null) => void;
}

const nobody = 'nobody';

/** Whom the names of the file mean. Shifts of somebody without an account can wait; who stays open is left out. */
export function NamesStep({ names, people, who, onSay }: NamesStepProps) {
  const isAsked = ({ name, isSettled }: ReadName): boolean => !isSettled || Object.hasOwn(who, name);
  const asked = names.filter(isAsked);
  const clear = names.filter((name) => !isAsked(name));
  const open = asked.filter(({ isSettled }) => !isSettled).length;
  const list = (shown: readonly ReadName[]) => (
    <ul className="grid grid-cols-1 gap-x-8 gap-y-5 md:grid-cols-2">
      {shown.map((name) => (
        <li key={name.name}>
          <PersonField name={name} people={people} onSay={(userId) => onSay(name.name, userId)} />
        </li>
      ))}
    </ul>
  );
  return (
    <div className="flex flex-col gap-4">
      {open > 0 && (
        <p className="text-soft">
          Chi resta senza risposta non viene caricato. I turni di chi non ha ancora un account possono
          aspettare: la persona li trova quando si registra.
        </p>
      )}
      {asked.length === 0 ? <p className="text-soft">Tutte le persone sono riconosciute.</p> : list(asked)}
      {clear.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 font-medium text-accent">
            Riconosciuti: {clear.length}
          </summary>
          <div className="pt-2">{list(clear)}</div>
        </details>
      )}
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
  const options = ordered.map(({ id, firstName, lastName }) => ({ id, label: `${lastName} ${firstName}` }));
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
