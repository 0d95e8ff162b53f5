// @vitest-environment jsdom
import { act, cleanup, render } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { BrowserRouter, Link, Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useAddress } from './useAddress.ts';
import { CoverHistory, useCover } from './useCover.ts';

let steps: Record<string, () => void> = {};

function Cover({ name, onClose }: { name: string; onClose: () => void }) {
  useCover(true, onClose);
  return <p>{name}</p>;
}

/** A page with covers, one of them opened by the URL. */
function Home() {
  const [open, setOpen] = useState<readonly string[]>([]);
  const { parameters, change } = useAddress();
  useEffect(() => {
    steps = {
      open: () => setOpen([...open, `cover ${open.length + 1}`]),
      close: () => setOpen(open.slice(0, -1)),
      next: () => setOpen(['another cover']),
      address: () => change({ team: 'monday' }),
      tuesday: () => change({ team: 'tuesday' }),
      'close address': () => change({ team: null }),
      'leave form': () => change({ team: null, tab: 'mine' }),
    };
  });
  const team = parameters.get('team');
  return (
    <>
      {open.map((name) => (
        <Cover key={name} name={name} onClose={() => setOpen(open.filter((one) => one !== name))} />
      ))}
      {team === null ? null : <Cover name={team} onClose={() => change({ team: null })} />}
      <Link to="/other">leave</Link>
    </>
  );
}

const shown = (): string => [...document.querySelectorAll('p')].map((one) => one.textContent).join(', ');
const address = (): string => location.pathname + location.search;

async function expectPage(text: string, where: string): Promise<void> {
  await expect.poll(() => [shown(), address()]).toEqual([text, where]);
  // pending navigation has finished
  await act(() => new Promise((resolve) => setTimeout(resolve)));
  expect([shown(), address()]).toEqual([text, where]);
}

const press = (name: string): Promise<void> => act(async () => steps[name]?.());
const back = (): Promise<void> => act(async () => history.back());

function openAt(path: string): void {
  render(
    <BrowserRouter>
      <CoverHistory />
      <Routes>
        <Route path="/" element={<Home />} />
        <Route path="*" element={<p>{path}</p>} />
      </Routes>
    </BrowserRouter>,
  );
}

beforeEach(() => {
  history.pushState(null, '', '/before');
  history.pushState(null, '', '/?tab=all');
});
afterEach(cleanup);

test('Back closes the topmost cover, then the next, then leaves the page', async () => {
  openAt('/');
  await press('open');
  await expectPage('cover 1', '/?tab=all&sopra=1');
  await press('open');
  await expectPage('cover 1, cover 2', '/?tab=all&sopra=2');
  await back();
  await expectPage('cover 1', '/?tab=all&sopra=1');
  await back();
  await expectPage('', '/?tab=all');
  await back();
  await expectPage('/', '/before');
});

test('closing a cover another way removes its history entry; a cover opened at once reuses it', async () => {
  openAt('/');
  await press('open');
  await expectPage('cover 1', '/?tab=all&sopra=1');
  await press('next');
  await expectPage('another cover', '/?tab=all&sopra=1');
  await press('close');
  await expectPage('', '/?tab=all');
  await back();
  await expectPage('/', '/before');
});

test('a cover opened by the URL closes by Back and by hand', async () => {
  openAt('/');
  for (const close of [back, () => press('close address')]) {
    await press('address');
    await expectPage('monday', '/?tab=all&team=monday&sopra=1');
    // changes to the URL meanwhile are kept
    await press('tuesday');
    await expectPage('tuesday', '/?tab=all&team=tuesday&sopra=1');
    await close();
    await expectPage('', '/?tab=all');
  }
  await press('address');
  await expectPage('monday', '/?tab=all&team=monday&sopra=1');
  await press('leave form');
  await expectPage('', '/?tab=mine');
  await back();
  await expectPage('/', '/before');
});

test('Back skips a cover from which a page was opened', async () => {
  openAt('/');
  await press('open');
  await expectPage('cover 1', '/?tab=all&sopra=1');
  await act(async () => document.querySelector('a')?.click());
  await expectPage('/', '/other');
  await back();
  await expectPage('', '/?tab=all');
  await back();
  await expectPage('/', '/before');
});

test('a copied URL and a reloaded page open without covers', async () => {
  history.replaceState(null, '', '/?tab=all&sopra=1');
  openAt('/');
  await expectPage('', '/?tab=all');
  await press('open');
  await expectPage('cover 1', '/?tab=all&sopra=1');
  cleanup();
  openAt('/');
  await expectPage('', '/?tab=all');
  await back();
  await expectPage('/', '/before');
});
