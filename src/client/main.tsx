import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { watchInput } from './app/unsavedInput.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);

watchInput();
// When the page is there: nothing that the worker does may keep somebody waiting.
window.addEventListener('load', () => {
  void import('./app/registerWorker.ts')
    .then(({ registerWorker }) => registerWorker())
    // without it the page works as long as there is a network
    .catch(() => null);
});
