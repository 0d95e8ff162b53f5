import ICAL from 'ical.js';

// of RFC 7986, which this parser does not know: text as any other
Object.assign(ICAL.design.icalendar.property, { name: { defaultType: 'text' } });

export type ReadEvent = ReturnType<typeof readIcal>['events'][number];

/** Reads an iCalendar file with a parser that is not ours. Throws where it is not one. */
export function readIcal(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, startDate, endDate, summary, location, description, sequence } = new ICAL.Event(component);
    const textOf = (name: string): string => String(component.getFirstPropertyValue(name));
    return {
      uid,
      sequence,
      isCancelled: textOf('status') === 'CANCELLED',
      /** 'YYYY-MM-DDTHH:MM:SS' on the clock of its time zone, 'YYYY-MM-DD' where it lasts all day. */
      start: startDate.toString(),
      end: endDate.toString(),
      minutes: (endDate.toUnixTime() - startDate.toUnixTime()) / 60,
      summary,
      location,
      description,
      changedAt: textOf('last-modified'),
    };
  });
  return { name: String(calendar.getFirstPropertyValue('name')), events };
}
