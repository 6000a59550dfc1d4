// The code blocks of a guide, in order, each with the mark that stands before it: a comment (`<!-- run by … -->`, `<!-- must fail -->`)
// or a sentence in italics that readers see (`_Not run in our tests: …_`).

export type Block = { language: string; file: string; text: string; mark: string }

const BLOCK = /(?:^(<!-- [^\n]* -->|_[^\n]*_)\n\n?)?^ *```(\w+)(?: ([\w./-]+))?\n([\s\S]*?)^ *```$/gm

export const blocksOf = (text: string): Block[] =>
  [...text.matchAll(BLOCK)].map(([, mark = '', language = '', file = '', code = '']) => ({
    language,
    file,
    text: code,
    mark: mark.replace(/^<!-- | -->$|^_|_$/g, ''),
  }))
