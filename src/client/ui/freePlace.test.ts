import { describe, expect, it } from 'vitest';
import { type Box, freePlace, type Obstacle } from './freePlace.ts';

const box = (top: number, bottom: number, left = 0, right = 390, weight = 1): Obstacle => ({
  left,
  top,
  right,
  bottom,
  weight,
});
const room = { top: 72, bottom: 780 };
const note = box(72, 136, 16, 374);

describe('a note', () => {
  it('stands at its edge where nothing is there', () => {
    expect(freePlace(note, room, [])).toBe(72);
    expect(freePlace(box(716, 780, 880, 1264), room, [])).toBe(716);
  });

  it('a note moves away from its edge, past what it would cover', () => {
    const title = box(80, 116, 16, 200);
    const top = freePlace(note, room, [title]);
    expect(top).toBeGreaterThanOrEqual(120);
    expect(top).toBeLessThan(136);
    const button = box(740, 790, 1000, 1200);
    expect(freePlace(box(716, 780, 880, 1264), room, [button])).toBeLessThanOrEqual(740 - 64 - 4);
  });

  it('a note may be a rectangle of the browser, which has no fields of its own', () => {
    const measured: Box = Object.create(note) as Box;
    expect(freePlace(measured, room, [box(80, 116, 16, 200)])).toBeGreaterThanOrEqual(120);
  });

  it('minds nothing that stands beside it', () => {
    expect(freePlace(box(716, 780, 880, 1264), room, [box(700, 800, 100, 800)])).toBe(716);
  });

  it('keeps four pixels from what stands beside, above and below it', () => {
    const atDesk = box(716, 780, 880, 1264);
    expect(freePlace(atDesk, room, [box(700, 800, 100, 875)])).toBe(716);
    for (const near of [box(700, 800, 100, 878), box(700, 800, 1266, 1400)]) {
      expect(freePlace(atDesk, room, [near])).toBeLessThanOrEqual(700 - 64 - 4);
    }
    expect(freePlace(note, room, [box(0, 70)])).toBeGreaterThanOrEqual(74);
  });

  it('covers a calendar’s days rather than a title', () => {
    const days = box(200, 800, 0, 390, 0.01);
    expect(freePlace(note, room, [box(72, 196), days])).toBeGreaterThanOrEqual(200);
  });

  it('covers as little as it can where there is no room', () => {
    const buttons = Array.from({ length: 20 }, (_, at) => box(70 + at * 40, 100 + at * 40));
    const small = [...buttons.filter((_, at) => at !== 9 && at !== 10), box(430, 440, 16, 60)];
    const top = freePlace(note, room, small);
    expect(top).toBeGreaterThanOrEqual(408);
    expect(top).toBeLessThanOrEqual(448);
  });

  it('covers the side of something wide rather than more of something narrow', () => {
    const [narrow, wide] = [box(0, 100, 0, 200), box(100, 200, 300, 900)];
    expect(freePlace(box(0, 64, 16, 374), { top: 0, bottom: 200 }, [narrow, wide])).toBe(104);
  });
});
