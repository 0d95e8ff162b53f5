import type { ComponentProps } from 'react';
import { classNames } from '../ui/classNames.ts';
import { TextArea } from '../ui/TextArea.tsx';

const mostMessage = 500;

interface MessageFieldProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  /** What is typed so far. */
  text: string;
  error?: string | undefined;
}

/** A word to the colleagues, and how long it may be. */
export function MessageField({ text, error, ...field }: MessageFieldProps) {
  const { length } = text.trim();
  const count = (
    <span className={classNames('tabular', length > mostMessage && 'font-semibold text-danger')}>
      {length} di {mostMessage} caratteri
    </span>
  );
  return <TextArea {...field} label="Messaggio" isOptional rows={2} hint={count} error={error} />;
}
