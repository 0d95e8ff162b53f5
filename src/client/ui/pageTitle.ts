import { createContext } from 'react';

/** The current route's title; '' if the page sets its own. */
export const PageTitle = createContext('');
