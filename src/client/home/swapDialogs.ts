import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';

const load = () => import('../exchanges/form/SwapDialog.tsx');

/** 'Scambia' on an entry of the calendar, over the page it is opened from: it brings forms along that few visits need. */
export const SwapDialog = lazyWithPreload(load);

/** 'Scambia Ferie' without an entry. */
export const HolidaySwapDialog = lazyWithPreload(async () => ({ default: (await load()).HolidaySwapDialog }));
