/** The way back from the pages under 'Altro'. */
export const more = { to: '/altro', label: 'Altro' };
