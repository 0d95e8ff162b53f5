import { type ExchangeRow, type ExchangeTab, exchangeTabs } from '../../../domain/exchanges/schema.ts';
import type { WorksiteVariant } from '../../../domain/worksites/schema.ts';

interface TabText {
  label: string;
  /** Text of the empty tab. */
  empty: string;
  /** Additional text with the publish button, for those who can; null if publishing is not the next step. */
  invitation: string | null;
}

const standardTexts: Record<ExchangeTab, TabText> = {
  disponibili: {
    label: 'Disponibili',
    empty: 'Nessun collega cerca uno scambio nei giorni in cui lavori.',
    invitation: 'Ti serve uno scambio? Pubblica una richiesta.',
  },
  'pre-accettati': {
    label: 'Pre-Accettati',
    empty: 'Qui trovi gli scambi accettati da una parte, in attesa della conferma di chi li ha chiesti.',
    invitation: null,
  },
  mie: {
    label: 'Le Mie',
    empty: 'Non hai richieste in attesa.',
    invitation: 'Offri un tuo turno: chi può accettare riceve subito un avviso.',
  },
  rifiutati: {
    label: 'Rifiutati/Annullati',
    empty: 'Niente di rifiutato o annullato.',
    invitation: null,
  },
  completati: {
    label: 'Completati',
    empty: 'Non hai ancora scambiato turni. Guarda le richieste dei colleghi tra i disponibili.',
    invitation: null,
  },
};

const taxiTexts: Record<ExchangeTab, TabText> = {
  ...standardTexts,
  disponibili: {
    label: 'Disponibili',
    empty: 'Nessun collega cerca uno scambio nelle settimane in cui lavori.',
    invitation: 'Ti serve uno scambio? Pubblica una richiesta.',
  },
  mie: {
    label: 'Le Mie',
    empty: 'Non hai richieste in attesa.',
    invitation: 'Offri una tua settimana: chi può accettare riceve subito un avviso.',
  },
  completati: {
    label: 'Completati',
    empty: 'Non hai ancora scambiato settimane. Guarda le richieste dei colleghi tra i disponibili.',
    invitation: null,
  },
};

export const tabTexts: Record<WorksiteVariant, Record<ExchangeTab, TabText>> = {
  standard: standardTexts,
  taxi: taxiTexts,
};

/** Shown instead of an empty list to a person without shifts. */
export const noShiftsYet =
  'Aggiungi prima i tuoi turni: qui compaiono i colleghi che cercano uno scambio nei giorni in cui lavori.';

/** Shown if none of the available requests can be accepted. */
export const noneTakeable = 'Per ora non c’è nessuna richiesta che puoi accettare.';

/** The tab in the URL; the first one if unknown or missing. */
export function readTab(text: string | null): ExchangeTab {
  return exchangeTabs.find((tab) => tab === text) ?? 'disponibili';
}

/** The tab that shows requests in none of the viewer's tabs: closed, or no longer for them. */
const tabOfOthers: ExchangeTab = 'disponibili';

/** The tab to open for a linked request. */
export const tabToOpen = ({ tab }: Pick<ExchangeRow, 'tab'>): ExchangeTab => tab ?? tabOfOthers;

/**
 * Whether a linked request missing from the list is shown above it: it is beyond the loaded pages, or in no tab. Not
 * once it has moved to another tab.
 *
 * @param open the tab that is open
 * @param hasMore whether more can be loaded there
 */
export const isShownAbove = (
  { tab }: Pick<ExchangeRow, 'tab'>,
  open: ExchangeTab,
  hasMore: boolean,
): boolean => (tab === null ? open === tabOfOthers : tab === open && hasMore);
