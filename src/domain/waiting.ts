export interface WaitingMatters {
  /** Own requests with an offer, and colleagues' requests that mirror an own one. */
  swaps: number;
  /** Swaps of others that wait for this person's approval. */
  approvals: number;
  /** Whether a roster has days to decide; it is answered as a whole. */
  hasRoster: boolean;
  /** Whether codes wait for this person's review; they are gone through in one visit. */
  hasCodes: boolean;
}

/** The number at 'Tocca a te', on the bar and on the app's icon: of matters, each answered by itself. */
export const countWaiting = ({ swaps, approvals, hasRoster, hasCodes }: WaitingMatters): number =>
  swaps + approvals + Number(hasRoster) + Number(hasCodes);
