import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { wasSignedIn } from './app/lastVisit.ts';
import { fetchFirstPage } from './app/pages.tsx';
import { createQueryClient } from './app/queryClient.ts';
import { registerWorker } from './app/registerWorker.ts';
import { watchInput } from './app/unsavedInput.ts';
import { sessionQuery } from './auth/session.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

/** Milliseconds the first render waits for its code: rendering twice is slower on slow phones. */
const longestWait = 150;

async function start(place: HTMLElement): Promise<void> {
  const queryClient = createQueryClient();
  const session = queryClient.query(sessionQuery).catch(() => null);
  const firstPage = fetchFirstPage(location.pathname, wasSignedIn());
  // a late font shifts the layout
  const font = document.fonts.load('1rem Figtree').catch(() => null);
  const wait = new Promise((resolve) => setTimeout(resolve, longestWait));
  await Promise.race([Promise.all([session, firstPage, font]), wait]);
  createRoot(place).render(
    <StrictMode>
      <App queryClient={queryClient} />
    </StrictMode>,
  );
}

// Days use the native Temporal; browsers without it load a polyfill first (vite.config.ts).
if ('Temporal' in globalThis) void start(root);
else void import('temporal-polyfill/global').then(() => start(root));

watchInput();
// When the page is there: nothing that the worker does may keep somebody waiting; without it the page works as long
// as there is a network.
window.addEventListener('load', () => void registerWorker().catch(() => null));
