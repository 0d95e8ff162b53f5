import { createContext } from 'react';

/** The title of the page that the address leads to; '' for a page that gives its own. */
export const PageTitle = createContext('');
