import { TaskRefusal } from '../../platform/child/answerParent.ts';

/** 400 people × 62 days as a list, or a year of grids; the response stays within a few megabytes. */
export const most = {
  sheets: 40,
  rows: 26_000,
  columns: 300,
  cells: 300_000,
  characters: 4_000_000,
  cellCharacters: 500,
};

/** Reasons to refuse a file. */
export const fileRefusals = [
  'roster_file_unreadable',
  'roster_file_too_large',
  'roster_file_old',
  'roster_file_empty',
  'roster_file_pictures',
  'roster_file_other_kind',
] as const;

export const refuseFile = (code: (typeof fileRefusals)[number]): TaskRefusal => new TaskRefusal(code);
