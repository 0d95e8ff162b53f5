import { type PushPreferences as Preferences, pushSubjects } from '../../domain/notifications/push/schema.ts';
import { subjectNames } from '../../domain/notifications/push/texts.it.ts';
import { useMayApprove } from '../exchanges/api.ts';
import { useChangePreferences } from '../push/api.ts';
import { NativeSelect } from '../ui/NativeSelect.tsx';
import { Switch } from '../ui/Switch.tsx';

const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
const night = { quietFrom: '22:00', quietTo: '07:00' };
const never = { quietFrom: '00:00', quietTo: '00:00' };

export function PushPreferences({ preferences }: { preferences: Preferences }) {
  const change = useChangePreferences();
  const save = (changed: Partial<Preferences>): void => change.mutate({ ...preferences, ...changed });
  const { subjectsOff, showsDetails } = preferences;
  return (
    <>
      <fieldset className="flex flex-col">
        <legend className="mb-1 font-semibold">Avvisami per</legend>
        <SubjectSwitches
          subjects={pushSubjects}
          names={subjectNames}
          off={subjectsOff}
          onChange={(off) => save({ subjectsOff: off })}
        />
      </fieldset>
      <QuietHours preferences={preferences} onChange={save} />
      <Switch
        hint="Nomi, giorni e motivi si leggono anche a schermo bloccato"
        checked={showsDetails}
        onChange={({ target }) => save({ showsDetails: target.checked })}
      >
        Mostra i dettagli
      </Switch>
    </>
  );
}

interface QuietHoursProps {
  preferences: Preferences;
  onChange: (changed: Partial<Preferences>) => void;
}

function QuietHours({ preferences, onChange }: QuietHoursProps) {
  const { quietFrom, quietTo } = preferences;
  const isOn = quietFrom !== quietTo;
  return (
    <div className="flex flex-col gap-2">
      <Switch
        hint="Le notifiche aspettano, tranne per i turni che cominciano prima della fine"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked ? night : never)}
      >
        Silenzio di notte
      </Switch>
      {isOn ? (
        <div className="grid grid-cols-2 gap-3">
          <NativeSelect
            label="Dalle"
            options={optionsWith(quietFrom)}
            value={quietFrom}
            onChange={({ target }) => onChange({ quietFrom: target.value })}
          />
          <NativeSelect
            label="Alle"
            options={optionsWith(quietTo)}
            value={quietTo}
            onChange={({ target }) => onChange({ quietTo: target.value })}
          />
        </div>
      ) : null}
    </div>
  );
}

/** The full hours, plus the current time if it is not one. */
const optionsWith = (time: string): string[] => [...new Set([...hours, time])].toSorted();

interface SubjectSwitchesProps<Subject extends string> {
  subjects: readonly Subject[];
  names: Readonly<Record<Subject, { name: string; hint: string }>>;
  off: readonly Subject[];
  onChange: (off: Subject[]) => void;
}

export function SubjectSwitches<Subject extends string>(props: SubjectSwitchesProps<Subject>) {
  const { subjects, names, off, onChange } = props;
  const mayApprove = useMayApprove();
  return subjects
    .filter((subject) => subject !== 'approvals' || mayApprove)
    .map((subject) => (
      <Switch
        key={subject}
        hint={names[subject].hint}
        checked={!off.includes(subject)}
        onChange={({ target }) => {
          const others = off.filter((one) => one !== subject);
          onChange(target.checked ? others : [...others, subject]);
        }}
      >
        {names[subject].name}
      </Switch>
    ));
}
