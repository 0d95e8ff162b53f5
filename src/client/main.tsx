import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { wasSignedIn } from './app/lastVisit.ts';
import { fetchFirstPage } from './app/pages.ts';
import { registerWorker } from './app/registerWorker.ts';
import { watchInput } from './app/unsavedInput.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

function start(place: HTMLElement): void {
  fetchFirstPage(location.pathname, wasSignedIn());
  createRoot(place).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

// Days are counted with the browser's own Temporal; one that has none gets it first (vite.config.ts).
if ('Temporal' in globalThis) start(root);
else void import('temporal-polyfill/global').then(() => start(root));

watchInput();
// When the page is there: nothing that the worker does may keep somebody waiting; without it the page works as long
// as there is a network.
window.addEventListener('load', () => void registerWorker().catch(() => null));
