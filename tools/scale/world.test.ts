import { expect, test } from 'vitest';
import {
  exchangeAt,
  exchangeRoom,
  freeDayAt,
  futureDays,
  idOf,
  openRequestDays,
  type World,
  worksMornings,
  worksOn,
} from './world.ts';

const world: World = { worksites: 3, people: 7, today: '2026-03-02' };

test('identifiers are those that the database makes', () => {
  // select overlay(overlay(md5('user 1 2') placing '4' from 13 for 1) placing '8' from 17 for 1)::uuid
  expect(idOf('user 1 2')).toBe('3dfab5b3-a1b2-441c-82ae-890b20c34ab5');
});

test('every request is on a worksite and day of its own, between people who work then, the other way round', () => {
  const places = new Set<string>();
  for (let n = 0; n < exchangeRoom(world); n += 1) {
    const { requester, offset, accepters } = exchangeAt(world, n);
    places.add(`${requester.worksite} ${offset}`);
    expect(offset).toBeGreaterThan(openRequestDays.last);
    expect(offset).toBeLessThanOrEqual(futureDays);
    expect(worksOn(requester.number, offset) && worksMornings(requester.number)).toBe(true);
    expect(accepters.length).toBeGreaterThan(0);
    for (const { worksite, number } of accepters) {
      expect(worksite).toBe(requester.worksite);
      expect(worksOn(number, offset) && !worksMornings(number)).toBe(true);
    }
  }
  expect(places.size).toBe(exchangeRoom(world));
  expect(() => exchangeAt(world, exchangeRoom(world))).toThrow(RangeError);
});

test('every shift that is recorded is on a free day of its own', () => {
  const places = new Set<string>();
  for (let n = 0; n < 200; n += 1) {
    const { person, offset } = freeDayAt(world, n);
    expect(offset).toBeGreaterThan(futureDays);
    expect(person.worksite).toBeLessThanOrEqual(world.worksites);
    expect(person.number).toBeLessThanOrEqual(world.people);
    places.add(`${person.worksite} ${person.number} ${offset}`);
  }
  expect(places.size).toBe(200);
});
