import type { ComponentProps } from 'react';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { classNames } from '../../ui/classNames.ts';
import { Notice } from '../../ui/Notice.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { offersText } from '../cardTexts.ts';

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

interface OffersNoticeProps {
  request: ExchangeRequest;
  /** Something else than what was published is chosen. */
  isOther: boolean;
}

/** What a change does to the offers that are there. */
export function OffersNotice({ request, isOther }: OffersNoticeProps) {
  const text = offersText(request, isOther);
  return (
    <div aria-live="polite" className="empty:hidden">
      {text ? <Notice variant={isOther ? 'warn' : 'info'}>{text}</Notice> : null}
    </div>
  );
}
