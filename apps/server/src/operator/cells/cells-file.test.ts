import { expect, it } from 'vitest'
import { parseCells } from './cells-file.ts'

it('reads the cells with their names', () => {
  const cell = { databaseUrl: 'postgres://mover@one/patchbay', servers: ['one:8080'] }
  expect(parseCells(JSON.stringify({ one: cell }))).toEqual([{ name: 'one', ...cell }])
})

it.for([
  ['', 'the file of cells is empty'],
  ['{"one":', /^the file of cells is not JSON: /],
  ['[]', /^the file of cells is wrong: it must be object/],
  ['{"one": {"servers": ["one:8080"]}}', /^the file of cells is wrong: one must have required properties databaseUrl/],
  ['{"one": {"databaseUrl": "postgres://one", "servers": []}}', /^the file of cells is wrong: one\.servers /],
  ['{"One": {"databaseUrl": "postgres://one", "servers": ["one:8080"]}}', 'not a name for a cell: One'],
] as const)('says what is wrong with a file: %s', ([text, message]) => {
  expect(() => parseCells(text)).toThrow(message)
})
