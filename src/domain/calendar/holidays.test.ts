import { describe, expect, test } from 'vitest';
import { addDays, daysOf, weekdayOf } from './day.ts';
import { easterSunday, holidayName } from './holidays.ts';

/**
 * Gauss's rule for the Gregorian Easter, with M and N of 1900-2099 and his two exceptions: an algorithm independent of
 * the one in use (C. F. Gauss, Berechnung des Osterfestes, 1800, corrected 1816).
 */
function easterByGauss(year: number): string {
  const [m, n] = [24, 5];
  const a = year % 19;
  const d = (19 * a + m) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) + 6 * d + n) % 7;
  const days = d + e;
  if (d === 29 && e === 6) return `${year}-04-19`;
  if (d === 28 && e === 6 && a > 10) return `${year}-04-18`;
  return addDays(`${year}-03-22`, days);
}

/**
 * 'Easter dates 1700 to 2299' of the Astronomical Society of South Australia (https://www.assa.org.au/edm), as quoted
 * in the public repository maxmeffert/feiertage: the lines of 1900 to 2099, unchanged.
 */
const publishedTable = `
  15th April 1900   12th April 1925    9th April 1950   30th March 1975
   7th April 1901    4th April 1926   25th March 1951   18th April 1976
  30th March 1902   17th April 1927   13th April 1952   10th April 1977
  12th April 1903    8th April 1928    5th April 1953   26th March 1978
   3rd April 1904   31st March 1929   18th April 1954   15th April 1979
  23rd April 1905   20th April 1930   10th April 1955    6th April 1980
  15th April 1906    5th April 1931    1st April 1956   19th April 1981
  31st March 1907   27th March 1932   21st April 1957   11th April 1982
  19th April 1908   16th April 1933    6th April 1958    3rd April 1983
  11th April 1909    1st April 1934   29th March 1959   22nd April 1984
  27th March 1910   21st April 1935   17th April 1960    7th April 1985
  16th April 1911   12th April 1936    2nd April 1961   30th March 1986
   7th April 1912   28th March 1937   22nd April 1962   19th April 1987
  23rd March 1913   17th April 1938   14th April 1963    3rd April 1988
  12th April 1914    9th April 1939   29th March 1964   26th March 1989
   4th April 1915   24th March 1940   18th April 1965   15th April 1990
  23rd April 1916   13th April 1941   10th April 1966   31st March 1991
   8th April 1917    5th April 1942   26th March 1967   19th April 1992
  31st March 1918   25th April 1943   14th April 1968   11th April 1993
  20th April 1919    9th April 1944    6th April 1969    3rd April 1994
   4th April 1920    1st April 1945   29th March 1970   16th April 1995
  27th March 1921   21st April 1946   11th April 1971    7th April 1996
  16th April 1922    6th April 1947    2nd April 1972   30th March 1997
   1st April 1923   28th March 1948   22nd April 1973   12th April 1998
  20th April 1924   17th April 1949   14th April 1974    4th April 1999
  23rd April 2000   20th April 2025   10th April 2050    7th April 2075
  15th April 2001    5th April 2026    2nd April 2051   19th April 2076
  31st March 2002   28th March 2027   21st April 2052   11th April 2077
  20th April 2003   16th April 2028    6th April 2053    3rd April 2078
  11th April 2004    1st April 2029   29th March 2054   23rd April 2079
  27th March 2005   21st April 2030   18th April 2055    7th April 2080
  16th April 2006   13th April 2031    2nd April 2056   30th March 2081
   8th April 2007   28th March 2032   22nd April 2057   19th April 2082
  23rd March 2008   17th April 2033   14th April 2058    4th April 2083
  12th April 2009    9th April 2034   30th March 2059   26th March 2084
   4th April 2010   25th March 2035   18th April 2060   15th April 2085
  24th April 2011   13th April 2036   10th April 2061   31st March 2086
   8th April 2012    5th April 2037   26th March 2062   20th April 2087
  31st March 2013   25th April 2038   15th April 2063   11th April 2088
  20th April 2014   10th April 2039    6th April 2064    3rd April 2089
   5th April 2015    1st April 2040   29th March 2065   16th April 2090
  27th March 2016   21st April 2041   11th April 2066    8th April 2091
  16th April 2017    6th April 2042    3rd April 2067   30th March 2092
   1st April 2018   29th March 2043   22nd April 2068   12th April 2093
  21st April 2019   17th April 2044   14th April 2069    4th April 2094
  12th April 2020    9th April 2045   30th March 2070   24th April 2095
   4th April 2021   25th March 2046   19th April 2071   15th April 2096
  17th April 2022   14th April 2047   10th April 2072   31st March 2097
   9th April 2023    5th April 2048   26th March 2073   20th April 2098
  31st March 2024   18th April 2049   15th April 2074   12th April 2099
`;

/** The days of the table, by year. */
const publishedDays = [...publishedTable.matchAll(/(\d+)(?:st|nd|rd|th) (March|April) (\d{4})/g)]
  .map(([, day = '', month, year]) => `${year}-${month === 'March' ? '03' : '04'}-${day.padStart(2, '0')}`)
  .toSorted();

describe('easterSunday', () => {
  test('easterSunday matches the published table in every year from 1900 to 2099', () => {
    const years = Array.from({ length: 200 }, (_, index) => 1900 + index);
    expect(publishedDays).toHaveLength(years.length);
    expect(years.map(easterSunday)).toEqual(publishedDays);
  });

  test('agrees with Gauss in every year from 1900 to 2099, and is a Sunday from 22 March to 25 April', () => {
    for (let year = 1900; year <= 2099; year += 1) {
      const easter = easterSunday(year);
      expect(easter).toBe(easterByGauss(year));
      expect(weekdayOf(easter)).toBe(7);
      expect(easter >= `${year}-03-22` && easter <= `${year}-04-25`).toBe(true);
    }
  });
});

describe('holidayName', () => {
  test('the whole of 2026', () => {
    const holidays = daysOf({ from: '2026-01-01', to: '2026-12-31' })
      .map((day) => [day, holidayName(day)])
      .filter(([, name]) => name !== null);
    expect(holidays).toEqual([
      ['2026-01-01', 'Capodanno'],
      ['2026-01-06', 'Epifania'],
      ['2026-04-05', 'Pasqua'],
      ['2026-04-06', 'Lunedì dell’Angelo'],
      ['2026-04-25', 'Liberazione'],
      ['2026-05-01', 'Festa del Lavoro'],
      ['2026-06-02', 'Festa della Repubblica'],
      ['2026-08-15', 'Ferragosto'],
      ['2026-10-04', 'San Francesco'],
      ['2026-11-01', 'Ognissanti'],
      ['2026-12-08', 'Immacolata'],
      ['2026-12-25', 'Natale'],
      ['2026-12-26', 'Santo Stefano'],
    ]);
  });

  test.each([
    // Saint Francis: a public holiday again from 2026 on
    ['2025-10-04', null],
    ['2026-10-04', 'San Francesco'],
    ['2099-10-04', 'San Francesco'],
    // Easter Monday in the month after Easter, and on a fixed holiday
    ['2024-04-01', 'Lunedì dell’Angelo'],
    ['2011-04-25', 'Liberazione'],
    ['2038-04-25', 'Liberazione'],
    ['2026-11-20', null],
    ['2026-02-28', null],
  ])('%s: %s', (day, name) => {
    expect(holidayName(day)).toBe(name);
  });
});
