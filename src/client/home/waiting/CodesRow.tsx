import { FileCheck } from 'lucide-react';
import type { OperationType } from '../../../domain/operations/schema.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { Line, Row } from './Row.tsx';

interface CodesRowProps {
  codes: Record<OperationType, number>;
  isLine?: boolean;
}

/** For who reviews operation codes: the way to those that wait. */
export function CodesRow({ codes: { OPP, Case }, isLine = false }: CodesRowProps) {
  const count = OPP + Case;
  const title = count === 1 ? 'Un codice da esaminare' : `${count} codici da esaminare`;
  const see = (
    <LinkButton
      // OPP is the first tab: the other one, where all that wait are there
      to={`/operazioni?tipo=${OPP === 0 ? 'Case' : 'OPP'}&stato=in-attesa`}
      variant="quiet"
      size="small"
      icon={FileCheck}
      className="grow"
    >
      Esamina i codici
    </LinkButton>
  );
  return isLine ? <Line text={title}>{see}</Line> : <Row title={title} action={see} />;
}
