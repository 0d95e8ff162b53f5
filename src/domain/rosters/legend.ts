import { taxiShifts } from '../shifts/duty.ts';
import {
  type Found,
  meaningAmongWords,
  offMeaning,
  offWords,
  probablyOff,
  sure,
  taxiDuty,
  usualOf,
} from './cellMeanings.ts';
import { findTimes, readTimes } from './cellTimes.ts';
import { plainText } from './dayMarks.ts';
import { legendInFile } from './legendInFile.ts';
import { isSameMeaning, type Legend, type LegendFacts, type Meaning } from './meaning.ts';
import type { RosterDuty } from './schema.ts';
import type { Table } from './table.ts';

export interface LegendItem extends Found {
  /** As written in the cells; empty for empty cells. */
  text: string;
  count: number;
}

const doubts: Record<string, string> = {
  m: 'mattina o malattia?',
  r: 'riposo o reperibilità?',
  f: 'ferie, festivo o fuori?',
  p: 'pomeriggio o permesso?',
  s: 'sera, smonto o smart working?',
  l: 'libero o turno lungo?',
  a: 'assente o un turno?',
};

/** The meanings of all texts, unclear ones first. */
export function readLegend(
  texts: ReadonlyMap<string, number>,
  table: Table,
  facts: LegendFacts,
): LegendItem[] {
  const inFile = legendInFile(table, facts);
  const items = [...texts].map(([text, count]) => ({ text, count, ...meaningOf(text, inFile, facts) }));
  return items.toSorted(
    (one, other) => Number(one.meaning !== null) - Number(other.meaning !== null) || other.count - one.count,
  );
}

function meaningOf(text: string, inFile: ReadonlyMap<string, Meaning | null>, facts: LegendFacts): Found {
  const answered = own(facts.answers, text);
  if (answered) return sure(answered);
  const plain = plainText(text);
  const doubt = doubts[plain.replace(/\.$/, '')] ?? null;
  const remembered = own(facts.remembered, text);
  const told = inFile.get(text);
  if (told !== undefined && told !== null) {
    return remembered && isSameMeaning(remembered, told)
      ? sure(told)
      : { meaning: null, proposal: told, doubt };
  }
  // contradictory in the file's own legend
  if (told === null) return { meaning: null, proposal: null, doubt };
  if (remembered) return sure(remembered);
  const spelled = readTimes(text);
  if (spelled?.isSure) return sure({ kind: 'work', duty: spelled.duty });
  const among = meaningAmongWords(text, facts);
  if (among) return among;
  const off = offWords.test(plain) ? offMeaning(plain, facts) : null;
  if (off) return sure(off);
  const named =
    facts.variant === 'taxi' ? taxiShifts.find(({ name }) => name === text.toUpperCase()) : undefined;
  if (named) return sure({ kind: 'work', duty: taxiDuty(named) });
  return {
    meaning: null,
    proposal: proposalFor(text, spelled?.duty ?? findTimes(text), facts),
    doubt,
  };
}

const own = (legend: Legend, text: string): Meaning | undefined =>
  Object.hasOwn(legend, text) ? legend[text] : undefined;

function proposalFor(text: string, duty: RosterDuty | null, facts: LegendFacts): Meaning | null {
  const plain = plainText(text);
  if (text === '' || probablyOff.test(plain)) return offMeaning(plain, facts);
  const found = duty ?? usualOf(plain, facts);
  return found && { kind: 'work', duty: found };
}
