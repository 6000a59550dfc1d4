// Inputs for the parsers: a corpus, changed as a fuzzer does (bytes flipped, cut, doubled, spliced, tokens put in), and
// texts of fast-check. No coverage guidance: the tool that has it does not load on Debian 12.
import fc from 'fast-check'

type Random = () => number

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T

const TOKENS = [
  ...[
    '\u0000',
    '\ufeff',
    '\ud800',
    '\udfff',
    '\u202e',
    '\u200d',
    '\ufe0f',
    '🏽',
    '👩‍👩‍👧‍👦',
    '\r\n',
    '\n',
    '\r',
    '\t',
    ' ',
    '"',
    "'",
    '\\',
  ],
  ...[
    '%',
    '%00',
    '%zz',
    '%ef%bf%bd',
    '+',
    '&',
    '=',
    ';',
    ',',
    '[',
    ']',
    '[]',
    '[[',
    '{',
    '}',
    '{"',
    '":',
    '__proto__',
    'constructor',
  ],
  ...[
    '-',
    '--',
    '0',
    '00',
    '1',
    '9'.repeat(16),
    '1e400',
    '-0',
    'NaN',
    'true',
    'null',
    'bytes=',
    '/',
    '*',
    '#',
    '@',
    ':',
    '(',
    '\u0660',
    '１',
  ],
  ...[
    'Content-Disposition: form-data; name="',
    'filename="',
    '--x',
    '--x--',
    'boundary',
    'v1,',
    'whsec_',
    '.',
    '..',
    '../',
    '\u2028',
  ],
]

/** Mostly short; sometimes so long that what is slower than linear shows. */
const LONGEST = 32_768

const CHANGES: readonly ((text: string, at: number, random: Random, other: string) => string)[] = [
  (text, at) => text.slice(0, at),
  (text, at) => text.slice(at),
  (text, at, random) => text.slice(0, at) + pick(random, TOKENS) + text.slice(at),
  (text, at, random) => text.slice(0, at) + pick(random, TOKENS) + text.slice(at + 1),
  (text, at, random) => text.slice(0, at) + String.fromCharCode(Math.floor(random() * 65_536)) + text.slice(at + 1),
  (text, at, random) => text.slice(0, at) + String.fromCharCode(Math.floor(random() * 128)) + text.slice(at),
  (text, at, random) => text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 8)),
  (text, at, _random, other) => text.slice(0, at) + other.slice(Math.min(at, other.length)),
  (text, at) => text + text.slice(at),
]

const longer = (text: string, at: number, random: Random): string => {
  const part = text.slice(at, at + 1 + Math.floor(random() * 12)) || pick(random, TOKENS)
  const times = Math.floor((random() ** 3 * LONGEST) / part.length)
  return text.slice(0, at) + part.repeat(times) + text.slice(at)
}

const mutated = (corpus: readonly string[], random: Random): string => {
  let text = pick(random, corpus)
  for (let left = 1 + Math.floor(random() * 4); left > 0; left--) {
    const at = Math.floor(random() * (text.length + 1))
    text = pick(random, CHANGES)(text, at, random, pick(random, corpus))
  }
  if (random() < 0.02) text = longer(text, Math.floor(random() * (text.length + 1)), random)
  return text.slice(0, LONGEST)
}

/** Endless: the corpus as it is, then mutations, every fourth text fast-check's. */
export function* inputsOf(corpus: readonly string[], random: Random, seed: number): Generator<string> {
  yield* corpus
  const texts = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc.json({ maxDepth: 3 }),
  )
  for (let batch = 0; ; batch++) {
    for (const text of fc.sample(texts, { numRuns: 250, seed: seed + batch })) {
      yield text
      for (let count = 0; count < 3; count++) yield mutated(corpus, random)
    }
  }
}
