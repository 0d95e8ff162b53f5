import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { BrowserRouter, Route, Routes } from 'react-router';

// The same two screens with React, router and queries and nothing else: no design, no dialogs, no background worker.

interface Entry {
  date: string;
  startTime: string;
  endTime: string;
}

function Login() {
  return (
    <main>
      <h1>Accedi</h1>
      <form>
        <label>
          Email <input type="email" autoComplete="username" />
        </label>
        <label>
          Password <input type="password" autoComplete="current-password" />
        </label>
        <button type="submit">Accedi</button>
      </form>
    </main>
  );
}

function Calendar() {
  const { data = [] } = useQuery({
    queryKey: ['month'],
    queryFn: async () => (await fetch('/api/month')).json() as Promise<Entry[]>,
  });
  const weeks = Array.from({ length: Math.ceil(data.length / 7) }, (_, week) =>
    data.slice(week * 7, week * 7 + 7),
  );
  return (
    <main>
      <h1>Calendario</h1>
      <div role="grid">
        {weeks.map((days) => (
          <div role="row" key={days[0]?.date}>
            {days.map(({ date, startTime, endTime }) => (
              <span role="gridcell" tabIndex={-1} key={date} aria-label={`${date} ${startTime}–${endTime}`}>
                {startTime}{' '}
              </span>
            ))}
          </div>
        ))}
      </div>
    </main>
  );
}

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <QueryClientProvider client={new QueryClient()}>
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<Login />} />
        <Route path="/calendar" element={<Calendar />} />
      </Routes>
    </BrowserRouter>
  </QueryClientProvider>,
);
