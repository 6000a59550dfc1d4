import { expect, it } from 'vitest'
import { toCsv } from './report-csv.ts'

it('quotes what needs it, and starts with the mark of UTF-8', () => {
  expect(
    toCsv([
      ['Day', 'Shop "Nord", Berlin'],
      ['2026-11-17', '3'],
    ]),
  ).toBe('\uFEFFDay,"Shop ""Nord"", Berlin"\r\n2026-11-17,3\r\n')
})

it('defuses formulas but keeps numbers and phone numbers', () => {
  expect(toCsv([['=1+1', '+49 30 111', '-3', '@x']])).toBe("\uFEFF'=1+1,+49 30 111,-3,'@x\r\n")
  expect(toCsv([['=1+1\nx', '\n=1+1']])).toBe('\uFEFF"\'=1+1\nx","\'\n=1+1"\r\n')
})
