import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';

/** 'Scambia Ferie', over the page it is opened from: it brings a whole form along, which few visits need. */
export const HolidaySwapDialog = lazyWithPreload(() => import('../exchanges/form/HolidaySwapDialog.tsx'));

/** 'Scambia' on an entry of the calendar. */
export const SwapDialog = lazyWithPreload(() => import('../exchanges/form/SwapDialog.tsx'));
