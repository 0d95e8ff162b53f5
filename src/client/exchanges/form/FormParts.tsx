import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { mostMessage } from '../../../domain/exchanges/requestTexts.ts';
import type { ExchangeRequest } from '../../../domain/exchanges/schema.ts';
import { classNames } from '../../ui/classNames.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { TextArea } from '../../ui/TextArea.tsx';
import { type OfferSought, previewQuery } from '../api.ts';
import { Mirror } from '../card/ColleagueActions.tsx';
import { offersText, takersText } from '../cardTexts.ts';
import PendingActionDialog from '../dialog/PendingActionDialog.tsx';

// Shared by both request forms.

interface PublicationPreviewProps {
  /** A valid request to preview. */
  offer: OfferSought;
  /** Called when a colleague's request was pre-accepted instead, or is to be opened. */
  onMirror: (request: ExchangeRequest) => void;
}

/** Preview of publishing: how many colleagues could accept now or have the wanted type, and any mirror image. */
export function PublicationPreview({ offer, onMirror }: PublicationPreviewProps) {
  const preview = useQuery({ ...previewQuery(offer), placeholderData: keepPreviousData });
  // kept here: the preview may no longer contain it when it is answered
  const [pending, setPending] = useState<ExchangeRequest | null>(null);
  if (preview.isError && !preview.data) return null;
  const mirror = preview.data?.mirror;
  return (
    <div className="flex flex-col gap-3">
      <div role="status" className="flex min-h-7 items-start gap-2">
        <Users aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
        {preview.data ? (
          <p className="font-medium">
            {takersText(preview.data, preview.isPlaceholderData ? null : offer.wanted, offer.kind)}
          </p>
        ) : (
          <Skeleton className="mt-1 h-5 w-64" />
        )}
      </div>
      <div aria-live="polite" className="empty:hidden">
        {mirror && !preview.isPlaceholderData ? (
          <Mirror requestId={mirror.requestId} isPublished={false} onAsk={setPending} onMirror={onMirror} />
        ) : null}
      </div>
      {pending ? (
        <PendingActionDialog
          pending={{ kind: 'pre-accept', request: pending }}
          onClose={() => setPending(null)}
          onDone={(answer) => onMirror(answer ?? pending)}
        />
      ) : null}
    </div>
  );
}

interface MessageFieldProps extends Omit<ComponentProps<'textarea'>, 'value'> {
  /** The current text. */
  text: string;
  error?: string | undefined;
}

/** The message to colleagues, with its maximum length. */
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
  /** Whether the choice differs from the published one. */
  isOther: boolean;
}

/** The effect of a change on existing offers. */
export function OffersNotice({ request, isOther }: OffersNoticeProps) {
  const text = offersText(request, isOther);
  return (
    <div aria-live="polite" className="empty:hidden">
      {text ? <Notice variant={isOther ? 'warn' : 'info'}>{text}</Notice> : null}
    </div>
  );
}
