/** Of a duty that is worked in one piece. */
export const unsplit = { isSplitShift: false, secondStartTime: null, secondEndTime: null };
