/** 400 people × 62 days as a list, or a year of grids; the answer stays below some megabytes. */
export const mostOfTable = {
  sheets: 40,
  rows: 26_000,
  columns: 300,
  cells: 300_000,
  characters: 4_000_000,
  cellCharacters: 500,
};
