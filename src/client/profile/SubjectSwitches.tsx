import { useMayApprove } from '../exchanges/api.ts';
import { Switch } from '../ui/Switch.tsx';

interface SubjectSwitchesProps<Subject extends string> {
  subjects: readonly Subject[];
  names: Readonly<Record<Subject, { name: string; hint: string }>>;
  off: readonly Subject[];
  onChange: (off: Subject[]) => void;
}

/** A switch for each subject that this person can be told of. */
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
