import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { idSchema, typedLine, typedText } from './text.ts';

describe('typedText', () => {
  const schema = typedText(20);

  test.each([
    ['  ciao  ', 'ciao'],
    ['', ''],
    ['riga\nriga\ttab', 'riga\nriga\ttab'],
    ['Niccolò Ø 日本 🌙', 'Niccolò Ø 日本 🌙'],
    ['x'.repeat(20), 'x'.repeat(20)],
  ])('%j is kept as %j', (input, text) => {
    expect(schema.parse(input)).toBe(text);
  });

  test.each(['a\u0000b', 'a\u001bb', 'a\u007fb', 'a\u000bb', '\ud800', 'x\udc00'])(
    '%j is refused',
    (input) => {
      expect(schema.safeParse(input).error?.issues[0]?.message).toBe('Contiene caratteri non ammessi');
    },
  );

  test('counts what is left after trimming', () => {
    expect(schema.safeParse(` ${'x'.repeat(20)} `).success).toBe(true);
    expect(schema.safeParse('x'.repeat(21)).error?.issues[0]?.message).toBe('Al massimo 20 caratteri');
  });

  test.each([undefined, null, 7, {}, ['x']])('%j is no text', (input) => {
    expect(schema.safeParse(input).error?.issues[0]?.message).toBe('Scrivi un testo');
    expect(typedText(20, 'Nome richiesto').safeParse(input).error?.issues[0]?.message).toBe('Nome richiesto');
  });

  test('what it takes can be stored: well-formed, without NUL, and taking it twice changes nothing', () => {
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

  test('is otherwise like typedText', () => {
    expect(typedLine(20).parse('  Niccolò Ø 日本 🌙\n')).toBe('Niccolò Ø 日本 🌙');
    expect(typedLine(4).safeParse('cinque').success).toBe(false);
    expect(typedLine(4, 'Nome richiesto').safeParse(undefined).error?.issues[0]?.message).toBe(
      'Nome richiesto',
    );
  });
});

test('an id is a UUID', () => {
  expect(idSchema.safeParse('0190a000-0000-7000-8000-000000000001').success).toBe(true);
  for (const wrong of ['', '1', '0190a000000070008000000000000001', 'null', "' or 1=1 --", undefined]) {
    expect(idSchema.safeParse(wrong).success).toBe(false);
  }
});
