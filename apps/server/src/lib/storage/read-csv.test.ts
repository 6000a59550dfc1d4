import { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { readCsv } from './read-csv.ts'

const rowsOf = async (text: string, size: number): Promise<string[][]> => {
  const bytes = Buffer.from(text)
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, place) =>
    bytes.subarray(place * size, (place + 1) * size),
  )
  const rows: string[][] = []
  for await (const row of readCsv(Readable.from(chunks), 'utf-8', ';')) rows.push(row)
  return rows
}

it.for(['\n', '\r\n', '\r'])('reads the same rows however the bytes are cut, lines ending with %j', async (end) => {
  const rows = Array.from({ length: 900 }, (_, place) => [`${place}`, `"Ann; the ""${place}th""${end}of 👍"`])
  const text = [['n', 'x'.repeat(3000)], ...rows].map((row) => row.join(';')).join(end)
  const read = rows.map(([n]) => [n, `Ann; the "${n}th"${end}of 👍`])
  for (const size of [7, 1021, 65_536]) expect((await rowsOf(text, size)).slice(1)).toEqual(read)
})

it('reads a file without a line break', async () => {
  expect(await rowsOf(`a;${'b'.repeat(400_000)}`, 65_536)).toEqual([['a', 'b'.repeat(400_000)]])
})
