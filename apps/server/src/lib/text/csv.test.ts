import { describe, expect, it } from 'vitest'
import { csvLines, decodeStart, guessEncoding, readStart, unescapeFormula } from './csv.ts'

const SEPARATORS = [',', ';', '\t', '|']

describe('guessEncoding', () => {
  it('recognizes UTF-8, also when the last character is cut, and byte order marks', () => {
    const bytes = Buffer.from('имя;телефон')
    expect(guessEncoding(bytes)).toBe('utf-8')
    expect(guessEncoding(bytes.subarray(0, bytes.length - 1))).toBe('utf-8')
    expect(guessEncoding(Buffer.from('\ufeffname'))).toBe('utf-8')
    expect(guessEncoding(Buffer.from('\ufeffname', 'utf16le'))).toBe('utf-16le')
  })

  it('tells Cyrillic from Western text', () => {
    const cyrillic = Buffer.from([0xc8, 0xec, 0xff, 0x3b, 0xd2, 0xe5, 0xeb]) // Имя;Тел
    const western = Buffer.from('Teléfono;Niño;Año', 'latin1')
    expect(guessEncoding(cyrillic)).toBe('windows-1251')
    expect(decodeStart(cyrillic, 'windows-1251')).toBe('Имя;Тел')
    expect(guessEncoding(western)).toBe('windows-1252')
    expect(decodeStart(western, 'windows-1252')).toBe('Teléfono;Niño;Año')
  })

  it('drops the byte order mark', () => {
    expect(decodeStart(Buffer.from('\ufeffname'), 'utf-8')).toBe('name')
  })
})

describe('readStart', () => {
  it.for(SEPARATORS)('finds the separator %j', (separator) => {
    const text = [`a${separator}b`, `1${separator}2`, `3${separator}4`].join('\n')
    expect(readStart(text, 2, SEPARATORS)).toEqual({
      separator,
      rows: [
        ['a', 'b'],
        ['1', '2'],
      ],
    })
  })

  it('finds it in a short file of two columns that ends with a line break', () => {
    expect(readStart('name;phone\r\nAnn;1\r\n', 5, SEPARATORS)).toEqual({
      separator: ';',
      rows: [
        ['name', 'phone'],
        ['Ann', '1'],
      ],
    })
  })

  it('reads quotes, line breaks in cells, and takes the separator that is given', () => {
    expect(readStart('a;b\r\n"x;""y""";"two\nlines"\r\n', 2, SEPARATORS, ';').rows[1]).toEqual(['x;"y"', 'two\nlines'])
    expect(readStart('a;b,c', 1, SEPARATORS, ',').rows).toEqual([['a;b', 'c']])
  })
})

describe('csvLines', () => {
  it('defuses formulas, quotes what needs it, and leaves numbers', () => {
    expect(csvLines([['=1+1', '+1', '-1', '@a', -1, 'a;b', 'say "x"', undefined]], ';')).toBe(
      `"'=1+1";"'+1";"'-1";"'@a";-1;"a;b";"say ""x""";\r\n`,
    )
    expect(csvLines([], ';')).toBe('')
  })

  const formulas = ['=1+1', '+1', '-1', '@a', '\t=1', '\r=1', '\n=1'].flatMap((text) =>
    ['', '\n', '\r\n', '\nsecond line\r\nthird', '\n\n=2'].map((rest) => text + rest),
  )

  it.each(formulas)('defuses %j, whatever its other lines are', (text) => {
    expect(csvLines([[text]], ',')).toBe(`"'${text}"\r\n`)
  })

  it.each([...formulas, "'=1+1", "''=1\n2", "'tis\n=1", ' =1', 'x\n=1', "'", ''])(
    '%j is the same after an import',
    (text) => {
      const [row] = readStart(csvLines([[text, 'x']], ','), 1, SEPARATORS, ',').rows
      expect(unescapeFormula(row?.[0] ?? '')).toBe(text)
    },
  )
})
