import { expect, it } from 'vitest'
import { closeDirections, isolate, isolateValues, joinFacts, parseTexts } from './bidi.ts'

const LRE = '\u202a'
const PDF = '\u202c'
const RLO = '\u202e'
const RLI = '\u2067'
const FSI = '\u2068'
const PDI = '\u2069'

it('closes the directions that a text opens, the last one first', () => {
  expect(closeDirections(`${RLO}one`)).toBe(`${RLO}one${PDF}`)
  expect(closeDirections(`${RLI}one ${RLO}two`)).toBe(`${RLI}one ${RLO}two${PDF}${PDI}`)
  expect(closeDirections(`${LRE}${RLO}one${PDF}`)).toBe(`${LRE}${RLO}one${PDF}${PDF}`)
})

it('leaves out what closes nothing: it would close what the page has opened', () => {
  expect(closeDirections(`one${PDI}${RLO}two`)).toBe(`one${RLO}two${PDF}`)
  expect(closeDirections(`one${PDF}${PDI}`)).toBe('one')
})

it('closes with an isolate the embeddings inside it, and no embedding around it', () => {
  expect(closeDirections(`${RLI}${RLO}one${PDI}two`)).toBe(`${RLI}${RLO}one${PDI}two`)
  expect(closeDirections(`${RLO}${RLI}one${PDF}two`)).toBe(`${RLO}${RLI}one` + `two${PDI}${PDF}`)
  expect(closeDirections(`${RLO}${RLI}one${PDI}two`)).toBe(`${RLO}${RLI}one${PDI}two${PDF}`)
})

it('closes each line for itself, since a line end closes everything', () => {
  expect(closeDirections(`${RLO}one\ntwo${PDF}`)).toBe(`${RLO}one${PDF}\ntwo`)
})

it('leaves a balanced text and a text without these characters as they are', () => {
  for (const text of ['', 'Nadia Berg', 'שלום', `${FSI}שלום${PDI}`, `${LRE}one${PDF} two`]) {
    expect(closeDirections(text)).toBe(text)
  }
})

it('reads JSON as JSON.parse does, and closes the directions of its texts, also where they are escaped', () => {
  const value = { name: 'Nadia', list: [1, null, 'two'], deep: { text: 'שלום' } }
  expect(parseTexts(JSON.stringify(value))).toEqual(value)
  expect(parseTexts(JSON.stringify({ deep: [{ name: `${RLO}one` }] }))).toEqual({ deep: [{ name: `${RLO}one${PDF}` }] })
  expect(parseTexts(String.raw`{"name":"\u202Eone"}`)).toEqual({ name: `${RLO}one${PDF}` })
  expect(() => parseTexts('<html>')).toThrow()
})

it('isolates only texts that could turn something round', () => {
  expect(isolate('Nadia Berg · +46 8 500 550 01 👩‍👧 𠮷 ﬁ')).toBe('Nadia Berg · +46 8 500 550 01 👩‍👧 𠮷 ﬁ')
  for (const text of ['שלום', 'سلام', `a\u200f`, `${FSI}a${PDI}`]) expect(isolate(text)).toBe(`${FSI}${text}${PDI}`)
  expect(isolate(`${RLO}one`)).toBe(`${FSI}${RLO}one${PDF}${PDI}`)
})

it('joins facts, leaves out what is absent, and isolates each of them', () => {
  expect(joinFacts(['Nadia', '', undefined, null, false, '+46 8'])).toBe('Nadia · +46 8')
  expect(joinFacts(['שלום', '101'], ' ')).toBe(`${FSI}שלום${PDI} 101`)
})

it('isolates what is put into a sentence of the catalogue, wherever it is in a value', () => {
  const texts = isolateValues({
    title: 'Users',
    deep: { ask: (name: string, count: number) => `Delete ${name}, ${count}?` },
    list: ({ names }: { names: readonly string[] }) => names.join(', '),
  })
  expect(texts.title).toBe('Users')
  expect(texts.deep.ask('Nadia', 2)).toBe('Delete Nadia, 2?')
  expect(texts.deep.ask('שלום', 2)).toBe(`Delete ${FSI}שלום${PDI}, 2?`)
  expect(texts.list({ names: ['Nadia', 'שלום'] })).toBe(`Nadia, ${FSI}שלום${PDI}`)
})
