import type { ReviewAccount } from '../../domain/operations/schema.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';

interface RefusedNoticeProps {
  refused: ReviewAccount['refused'];
  onClose: () => void;
}

/** Which of several codes could not be decided on, and why. */
export function RefusedNotice({ refused, onClose }: RefusedNoticeProps) {
  return (
    <div role="status" className="mb-4 empty:hidden">
      {refused.length > 0 ? (
        <Notice variant="warn" title={titleOf(refused.length)}>
          <ul className="mt-1 flex flex-col gap-1">
            {refused.map(({ id, operationCode, message }) => (
              <li key={id}>
                {operationCode ? (
                  <span className="tabular font-semibold break-all">{operationCode}: </span>
                ) : null}
                {message}
              </li>
            ))}
          </ul>
          <Button variant="plain" size="small" className="mt-1 -ml-3" onClick={onClose}>
            Ho capito
          </Button>
        </Notice>
      ) : null}
    </div>
  );
}

const titleOf = (count: number): string =>
  count === 1 ? 'Un codice è rimasto com’era' : `${count} codici sono rimasti com’erano`;
