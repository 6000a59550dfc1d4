// Texts of people that read from right to left, or that hold the invisible characters which turn text round: such a text must
// turn nothing that stands beside it.

const FIRST_STRONG_ISOLATE = '\u2068'
const POP_ISOLATE = '\u2069'
const POP_EMBEDDING = '\u202c'
const ISOLATES = '\u2066\u2067\u2068'
const EMBEDDINGS = '\u202a\u202b\u202d\u202e'

const CONTROL = /[\u202a-\u202e\u2066-\u2069]/
const CONTROL_IN_JSON = /[\u202a-\u202e\u2066-\u2069]|\\u20[26][0-9a-e]/i
const TURNS =
  /[\u200f\u202a-\u202e\u2066-\u2069\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** Closes what a line opens and leaves out what closes nothing: an unmatched character would act on the rest of the page's line. */
const closeLine = (line: string): string => {
  const open: string[] = []
  let closed = ''
  for (const character of line) {
    if (character === POP_EMBEDDING && open.at(-1) !== POP_EMBEDDING) continue
    if (character === POP_ISOLATE && !open.includes(POP_ISOLATE)) continue
    closed += character
    if (ISOLATES.includes(character)) open.push(POP_ISOLATE)
    else if (EMBEDDINGS.includes(character)) open.push(POP_EMBEDDING)
    else if (character === POP_EMBEDDING) open.pop()
    // It closes the embeddings inside its isolate too.
    else if (character === POP_ISOLATE) open.length = open.lastIndexOf(POP_ISOLATE)
  }
  return closed + open.reverse().join('')
}

/** The text with all its direction characters in pairs. */
export const closeDirections = (text: string): string =>
  CONTROL.test(text) ? text.split('\n').map(closeLine).join('\n') : text

/** Reads JSON of the server. Its texts come from people, and most of them need nothing. */
export const parseTexts = <T>(json: string): T =>
  CONTROL_IN_JSON.test(json)
    ? JSON.parse(json, (_name, value) => (typeof value === 'string' ? closeDirections(value) : value))
    : JSON.parse(json)

/** The text as one thing inside another text, whatever its direction. */
export const isolate = (text: string): string =>
  TURNS.test(text) ? `${FIRST_STRONG_ISOLATE}${closeDirections(text)}${POP_ISOLATE}` : text

/** Facts in one line: Nadia Berg · +46 8 500 550 01. Those that are absent are left out. */
export const joinFacts = (facts: readonly (string | number | false | null | undefined)[], between = ' · '): string =>
  facts
    .filter(Boolean)
    .map((fact) => isolate(String(fact)))
    .join(between)

const isolateIn = (value: unknown): unknown => {
  if (typeof value === 'string') return isolate(value)
  if (Array.isArray(value)) return value.map(isolateIn)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, isolateIn(member)]))
}

type Sentence = (...values: unknown[]) => unknown

/** The catalogue, each of whose sentences isolates the names, numbers and texts that are put into it. */
export const isolateValues = <Catalogue>(texts: Catalogue): Catalogue => {
  if (typeof texts === 'function') {
    const sentence = texts as unknown as Sentence
    return ((...values: unknown[]) => sentence(...values.map(isolateIn))) as Catalogue
  }
  if (typeof texts !== 'object' || texts === null) return texts
  if (Array.isArray(texts)) return texts.map(isolateValues) as Catalogue
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, isolateValues(text)])) as Catalogue
}
