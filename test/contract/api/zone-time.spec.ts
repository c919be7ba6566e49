import { describe, expect, test } from 'vitest';
import { instantOf, wallClockIn, wallMs, wallTimeOf } from '../../../src/contract/api/zone-time.ts';

/** The instant of a day and time in a zone, as what a person and a machine read. */
function read(zone: string, day: string, time: string) {
  const { at, shown, clock } = instantOf({ day, time }, wallClockIn(zone));
  return [new Date(at).toISOString().slice(0, 16), `${shown.day} ${shown.time}`, clock];
}

describe('a time that the clocks leave out is later, by what they go forward', () => {
  test.each([
    ['Europe/Madrid', '2024-03-31', '02:30', '2024-03-31T01:30', '2024-03-31 03:30'],
    ['America/New_York', '2024-03-10', '02:00', '2024-03-10T07:00', '2024-03-10 03:00'],
    ['Australia/Sydney', '2024-10-06', '02:59', '2024-10-05T16:59', '2024-10-06 03:59'],
    // Half an hour.
    ['Australia/Lord_Howe', '2024-10-06', '02:10', '2024-10-05T15:40', '2024-10-06 02:40'],
    // Two hours.
    ['Antarctica/Troll', '2024-03-31', '01:30', '2024-03-31T01:30', '2024-03-31 03:30'],
    // Midnight itself, so that the day begins at 1:00.
    ['America/Santiago', '2024-09-08', '00:00', '2024-09-08T04:00', '2024-09-08 01:00'],
    // A whole day, when Samoa went to the other side of the date line.
    ['Pacific/Apia', '2011-12-30', '09:00', '2011-12-30T19:00', '2011-12-31 09:00'],
  ])('%s %s %s', (zone, day, time, at, shown) => {
    expect(read(zone, day, time)).toEqual([at, shown, 'left-out']);
  });
});

describe('a time that the clocks show twice is the first of the two', () => {
  test.each([
    ['Europe/Madrid', '2024-10-27', '02:30', '2024-10-27T00:30'],
    ['America/New_York', '2024-11-03', '01:00', '2024-11-03T05:00'],
    ['Australia/Sydney', '2024-04-07', '02:59', '2024-04-06T15:59'],
    ['Australia/Lord_Howe', '2024-04-07', '01:45', '2024-04-06T14:45'],
    // The last hour of the day before.
    ['America/Santiago', '2024-04-06', '23:30', '2024-04-07T02:30'],
    // Clocks go back for Ramadan, in spring.
    ['Africa/Casablanca', '2024-03-10', '02:15', '2024-03-10T01:15'],
  ])('%s %s %s', (zone, day, time, at) => {
    expect(read(zone, day, time)).toEqual([at, `${day} ${time}`, 'twice']);
  });
});

describe('a time beside a change of the clocks is itself', () => {
  test.each([
    ['Europe/Madrid', '2024-03-31', '01:59', '2024-03-31T00:59'],
    ['Europe/Madrid', '2024-03-31', '03:00', '2024-03-31T01:00'],
    ['Europe/Madrid', '2024-10-27', '01:59', '2024-10-26T23:59'],
    ['Europe/Madrid', '2024-10-27', '03:00', '2024-10-27T02:00'],
    ['America/Santiago', '2024-09-07', '23:59', '2024-09-08T03:59'],
    ['America/Santiago', '2024-04-07', '00:00', '2024-04-07T04:00'],
    ['Pacific/Apia', '2011-12-29', '23:59', '2011-12-30T09:59'],
    ['Pacific/Apia', '2011-12-31', '00:00', '2011-12-30T10:00'],
    ['Asia/Kathmandu', '2024-01-01', '00:00', '2023-12-31T18:15'],
    ['Pacific/Kiritimati', '2024-01-01', '00:00', '2023-12-31T10:00'],
    ['Etc/GMT+12', '2024-01-01', '00:00', '2024-01-01T12:00'],
  ])('%s %s %s', (zone, day, time, at) => {
    expect(read(zone, day, time)).toEqual([at, `${day} ${time}`, 'once']);
  });
});

test('a zone that changed its rules keeps the time of day', () => {
  // Kazakhstan joined its zones at the end of February 2024, and Mexico gave summer time up in 2022.
  expect(read('Asia/Almaty', '2024-02-29', '09:00')[0]).toBe('2024-02-29T03:00');
  expect(read('Asia/Almaty', '2024-03-29', '09:00')[0]).toBe('2024-03-29T04:00');
  expect(read('America/Mexico_City', '2022-06-15', '09:00')[0]).toBe('2022-06-15T14:00');
  expect(read('America/Mexico_City', '2023-06-15', '09:00')[0]).toBe('2023-06-15T15:00');
});

test('the same day and time is another instant as soon as the rules are others', () => {
  const wall = { day: '2030-07-01', time: '09:00' };
  const hours = (count: number) => (at: number) => at + count * 3_600_000;
  expect(instantOf(wall, hours(1)).at - instantOf(wall, hours(2)).at).toBe(3_600_000);
});

test('a zone that the runtime does not know is an error', () => {
  expect(() => wallClockIn('America/Macondo')).toThrow(RangeError);
});

test('a reading of a wall clock is written as it was asked for', () => {
  const wall = { day: '2024-02-29', time: '23:59' };
  expect(wallTimeOf(wallMs(wall))).toEqual(wall);
});
