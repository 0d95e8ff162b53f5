import ICAL from 'ical.js';

// NAME is from RFC 7986, which this parser does not know
Object.assign(ICAL.design.icalendar.property, { name: { defaultType: 'text' } });

export type ReadEvent = ReturnType<typeof readIcal>['events'][number];

/** Parses an iCalendar file with a third-party parser; throws if it is invalid. */
export function readIcal(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text) as never);
  const events = calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, startDate, endDate, summary, location, description, sequence } = new ICAL.Event(component);
    const textOf = (name: string): string => String(component.getFirstPropertyValue(name));
    return {
      uid,
      sequence,
      isCancelled: textOf('status') === 'CANCELLED',
      /** 'YYYY-MM-DDTHH:MM:SS' in the event's time zone; 'YYYY-MM-DD' for an all-day event. */
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
