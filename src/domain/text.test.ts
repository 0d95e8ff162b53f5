import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  cellText,
  codeText,
  idSchema,
  personName,
  typedLine,
  typedName,
  typedText,
  withoutStacks,
  wordQueryOf,
} from './text.ts';

describe('typedText', () => {
  const schema = typedText(20);

  test.each([
    ['  ciao  ', 'ciao'],
    ['', ''],
    ['riga\nriga\ttab\t', 'riga\nriga tab'],
    ['\u202a+39 347 1234567\u202c', '+39 347 1234567'],
    [' \u202a ciao \u202c ', 'ciao'],
    ['Nicco\u0300 Zoë', 'Nicco\u0300 Zoë'],
    ['👩🏽‍🚒 ❤️ 1️⃣ 🇮🇹', '👩🏽‍🚒 ❤️ 1️⃣ 🇮🇹'],
    ['👨‍👩‍👧‍👦', '👨‍👩‍👧‍👦'],
    ['🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['Niccolò Ø 日本 🌙', 'Niccolò Ø 日本 🌙'],
    ['x'.repeat(20), 'x'.repeat(20)],
  ])('%j is kept as %j', (input, text) => {
    expect(schema.parse(input)).toBe(text);
  });

  const unseen = 'Contiene caratteri invisibili o non ammessi: riscrivilo a mano';

  test.each(['\ud800', 'x\udc00'])('half a character, %j, is refused', (input) => {
    expect(schema.safeParse(input).error?.issues[0]?.message).toBe(unseen);
  });

  test.each([
    ['control characters', '\u0000\u0008\u000b\u000c\u001b\u007f'],
    ['control characters of the second set', '\u0080\u0085\u009b\u009f'],
    ['directions', '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'],
    ['zero-width characters', '\u00ad\u034f\u180e\u200b\u200c\u200d\u2060\u2064\ufe0f\ufeff'],
    ['fillers', '\u115f\u1160\u2800\u3164\uffa0'],
    ['tags and notes between lines', '\u{e0001}\u{e0041}\u{e0100}\ufff9\ufffb'],
  ])('%s are refused in a text, alone and next to an emoji', (_what, characters) => {
    for (const character of characters) {
      for (const text of [`Anna${character}Rossi`, `é${character}🌙`]) {
        expect(schema.safeParse(text).error?.issues[0]?.message, JSON.stringify(text)).toBe(unseen);
      }
      const alone = schema.safeParse(character.repeat(3));
      expect(alone.success ? alone.data : unseen).toBe(alone.success ? '' : unseen);
    }
  });

  test('joiners are kept only within emoji', () => {
    for (const text of ['👩\u200d', '👩\u200dAnna', 'Anna\u200d👩', '👩\u200d\u200d🚒', 'x\ufe0f\u20e3']) {
      expect(schema.safeParse(text).success, JSON.stringify(text)).toBe(false);
    }
  });

  test('typedText counts the length after trimming', () => {
    expect(schema.safeParse(` ${'x'.repeat(20)} `).success).toBe(true);
    expect(schema.safeParse('x'.repeat(21)).error?.issues[0]?.message).toBe('Al massimo 20 caratteri');
  });

  test.each([undefined, null, 7, {}, ['x']])('%j is not text', (input) => {
    expect(schema.safeParse(input).error?.issues[0]?.message).toBe('Scrivi un testo');
    expect(typedText(20, 'Nome richiesto').safeParse(input).error?.issues[0]?.message).toBe('Nome richiesto');
  });

  test('accepted text can be stored: well-formed, without NUL, and parsing is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (input) => {
        const parsed = typedText(30).safeParse(input);
        if (!parsed.success) return;
        expect(parsed.data.isWellFormed()).toBe(true);
        expect(parsed.data).not.toContain('\u0000');
        expect(typedText(30).parse(parsed.data)).toBe(parsed.data);
      }),
      { numRuns: 500 },
    );
  });
});

describe('typedLine', () => {
  test.each(['riga\nriga', 'riga\r\nBcc: x@example.it', 'a\u2028b'])('%j is refused', (input) => {
    expect(
      typedLine(40)
        .safeParse(input)
        .error?.issues.map((issue) => issue.message),
    ).toEqual(['Deve stare su una riga']);
  });

  test('typedLine is otherwise like typedText', () => {
    expect(typedLine(20).parse('  Niccolò Ø 日本 🌙\n')).toBe('Niccolò Ø 日本 🌙');
    expect(typedLine(4).safeParse('cinque').success).toBe(false);
    expect(typedLine(4, 'Nome richiesto').safeParse(undefined).error?.issues[0]?.message).toBe(
      'Nome richiesto',
    );
  });
});

describe('the name of a person', () => {
  const missing = 'Nome deve essere di almeno 2 caratteri';
  const schema = personName(missing);
  const faults = (name: string): string[] =>
    schema.safeParse(name).error?.issues.map(({ message }) => message) ?? [];

  test.each([
    "D'Angelo",
    'O’Brien',
    'Nguyễn Thị',
    'Łukasz',
    'Zoë',
    'Niccolò-Maria',
    'Gal·la',
    'Đặng Thị Ngọc Ánh',
    'M.ª Dolores',
    'Al-Ḥasan',
    'İbrahim Işık',
    'Ștefănescu',
    '李明',
    'Li 李明',
    'サントス',
    'Сергей',
    'Ἀλέξανδρος',
    'محمد',
    'דוד',
    'प्रियंका',
    'สมชาย ก๋วยเตี๋ยว',
    'Rossi 2°',
  ])('%s is valid', (name) => {
    expect(schema.parse(name)).toBe(name.normalize());
    expect(typedName(80).parse(name)).toBe(name.normalize());
  });

  test('combining accents are composed with their letter', () => {
    expect(schema.parse('Nicco\u0300')).toBe('Niccò');
    expect(schema.parse('Nguye\u0302\u0303n')).toBe('Nguyễn');
  });

  const mixed = 'Usa le lettere di un solo alfabeto, senza segni sovrapposti';
  test.each([
    ['sixty marks on a letter', `Anna${'\u0301'.repeat(60)}`],
    ['three marks on a letter', 'Zal\u0321\u0323\u0324\u0325go'],
    ['a mark before any letter', '\u0301Anna'],
    ['a Cyrillic letter among Latin ones', 'Mari\u043e'],
    ['a Greek one', '\u039caria'],
    ['Latin and Cyrillic words', 'Anna Сергеевна'],
    ['a Cherokee one', '\u13aaario'],
    ['a Lisu one', '\ua4d0runo'],
    ['right-to-left letters', 'Anna محمد'],
    ['mathematical letters', '\u{1d4d0}\u{1d4f7}\u{1d4f7}\u{1d4ea}'],
    ['wide letters', 'Ｍａｒｉｏ'],
  ])('%s is refused', (_what, name) => {
    expect(faults(name)).toEqual([mixed]);
    expect(typedName(80).safeParse(name).success).toBe(false);
  });

  test.each([
    ['digits alone', '12345', ['Scrivilo con le lettere']],
    ['signs alone', '--', ['Scrivilo con le lettere']],
    ['nothing', ' ', [missing]],
    ['one letter', 'A', [missing]],
    ['invisible signs', 'An\u202ena', ['Contiene caratteri invisibili o non ammessi: riscrivilo a mano']],
  ])('%s is refused', (_what, name, told) => expect(faults(name)).toEqual(told));

  test('of a worksite may be a number', () => expect(typedName(80).parse('118')).toBe('118'));

  test('stacks of combining marks are reduced to what languages use', () => {
    expect(withoutStacks(`\u0301Zal${'\u0323'.repeat(60)}go`)).toBe('Za\u1e37\u0323\u0323go');
    expect(withoutStacks('Nguyễn Thị')).toBe('Nguyễn Thị');
  });
});

test('code text is printable without blanks; cell text keeps all that can be stored', () => {
  expect(codeText(40).parse('eyJ_-=./:~')).toBe('eyJ_-=./:~');
  for (const wrong of ['a b', 'a\0', 'è', '\ud800', 'x'.repeat(41)])
    expect(codeText(40).safeParse(wrong).error?.issues[0]?.message).toBe('Valore non valido');
  expect(cellText(20).parse('\0M\u200b\ud800 9')).toBe('M\u200b\ufffd 9');
});

test('an id is a UUID', () => {
  expect(idSchema.safeParse('0190a000-0000-7000-8000-000000000001').success).toBe(true);
  for (const wrong of ['', '1', '0190a000000070008000000000000001', 'null', "' or 1=1 --", undefined]) {
    expect(idSchema.safeParse(wrong).success).toBe(false);
  }
});

test.each([
  ['giulia', `'giulia':*`],
  ['  Giu  FER ', `'giu':* & 'fer':*`],
  ['Nicolò', `'nicolo':*`],
  ['giulia.ferri@esempio', `'giulia':* & 'ferri':* & 'esempio':*`],
  ['e\u0300\u0301', `'e':*`],
  ['a b c d e f g h i', 'abcdefgh'.replaceAll(/./g, `'$&':* & `).slice(0, -3)],
  ['RM-1234', `'rm':* & '1234':*`],
  [`D'Angelo'); drop`, `'d':* & 'angelo':* & 'drop':*`],
])('the words of %j are searched as prefixes', (typed, query) => {
  expect(wordQueryOf(typed)).toBe(query);
});

test.each(['', '   ', `'`, '%_', '&|!()'])('no query from %j', (typed) => {
  expect(wordQueryOf(typed)).toBeNull();
});
