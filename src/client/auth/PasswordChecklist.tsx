import { Check } from 'lucide-react';
import { metRequirements, passwordRequirements, passwordStrength } from '../../domain/auth/password.ts';
import { classNames } from '../ui/classNames.ts';
import { ProgressBar } from '../ui/ProgressBar.tsx';

const colours = { red: 'danger', yellow: 'warn', green: 'success' } as const;
const words = { red: 'debole', yellow: 'quasi', green: 'robusta' };

export function PasswordChecklist({ password }: { password: string }) {
  const met = metRequirements(password);
  const strength = passwordStrength(password);
  const total = passwordRequirements.length;
  return (
    <div className="flex flex-col gap-2">
      <ProgressBar
        label="Robustezza della password"
        value={met}
        max={total}
        valueText={`${words[strength]}: ${met} requisiti su ${total}`}
        colour={colours[strength]}
      />
      <ul className="flex flex-col gap-1 text-caption">
        {passwordRequirements.map(({ id, label, isMet }) => (
          <Requirement key={id} label={label} isMet={isMet(password)} />
        ))}
      </ul>
    </div>
  );
}

function Requirement({ label, isMet }: { label: string; isMet: boolean }) {
  return (
    <li className={classNames('flex items-center gap-2', isMet ? 'text-success' : 'text-soft')}>
      <span
        className={classNames(
          'grid size-4 shrink-0 place-items-center rounded-full border',
          isMet ? 'border-success bg-success text-surface' : 'border-edge text-transparent',
        )}
      >
        <Check aria-hidden="true" className="size-3" strokeWidth={3} />
      </span>
      {label}
      <span className="sr-only">{isMet ? ': fatto' : ': manca'}</span>
    </li>
  );
}
