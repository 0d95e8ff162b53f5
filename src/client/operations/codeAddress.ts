import { type Month, monthPattern } from '../../domain/calendar/month.ts';
import {
  type OperationStatus,
  operationStatuses,
  type OperationType,
  operationTypes,
} from '../../domain/operations/schema.ts';
import { useAddress } from '../ui/useAddress.ts';
import type { CodeSource } from './api.ts';

/** The URL state of a code screen; unknown values are ignored. */
export interface CodeAddress {
  type: OperationType;
  status: OperationStatus | null;
  month: Month | null;
  worksiteId: string | null;
  isOwnOnly: boolean;
}

const statusWords: Record<OperationStatus, string> = {
  pending: 'in-attesa',
  approved: 'approvati',
  rejected: 'rifiutati',
};

/** `?tipo=Case&stato=in-attesa&mese=2026-11&cantiere=…&di=me` */
export function readCodeAddress(parameters: URLSearchParams): CodeAddress {
  const month = parameters.get('mese') ?? '';
  return {
    type: operationTypes.find((type) => type === parameters.get('tipo')) ?? 'OPP',
    status: operationStatuses.find((status) => statusWords[status] === parameters.get('stato')) ?? null,
    month: monthPattern.test(month) ? month : null,
    worksiteId: parameters.get('cantiere') || null,
    isOwnOnly: parameters.get('di') === 'me',
  };
}

export function writeCodeAddress(change: Partial<CodeAddress>): Record<string, string | null> {
  const parameters: Record<string, string | null> = {};
  if (change.type !== undefined) parameters['tipo'] = change.type;
  if (change.status !== undefined) parameters['stato'] = change.status && statusWords[change.status];
  if (change.month !== undefined) parameters['mese'] = change.month;
  if (change.worksiteId !== undefined) parameters['cantiere'] = change.worksiteId;
  if (change.isOwnOnly !== undefined) parameters['di'] = change.isOwnOnly ? 'me' : null;
  return parameters;
}

/** The codes' source: the screen's default, or the viewer's own if the URL says so. */
export const sourceOf = (source: CodeSource, { isOwnOnly }: CodeAddress): CodeSource =>
  isOwnOnly ? 'own' : source;

export function useCodeAddress() {
  const { parameters, change } = useAddress();
  return {
    ...readCodeAddress(parameters),
    change: (changes: Partial<CodeAddress>) => change(writeCodeAddress(changes)),
    /** The open form's initial code, '' for none; null while the form is closed. */
    formFor: parameters.get('nuovo'),
    openForm: (code: string) => change({ nuovo: code }),
    closeForm: () => change({ nuovo: null }),
    /** Closes the form and clears filters that would hide the new code. */
    showNew: (type: CodeAddress['type']) =>
      change({ ...writeCodeAddress({ type, status: null, month: null }), di: 'me', nuovo: null }),
  };
}
