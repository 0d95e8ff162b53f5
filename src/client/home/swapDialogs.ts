import { lazyWithPreload } from '../ui/lazyWithPreload.tsx';

const load = () => import('../exchanges/form/SwapDialog.tsx');

export const SwapDialog = lazyWithPreload(load);

export const HolidaySwapDialog = lazyWithPreload(async () => ({ default: (await load()).HolidaySwapDialog }));
