import { readdir, readFile } from 'node:fs/promises'
import { expect, it } from 'vitest'
import { indexOf, isConcurrent } from './concurrent-index.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

it('reads the name of the index, and refuses other statements', () => {
  expect(indexOf('-- concurrently\n-- Why.\ncreate index concurrently by_city on place (city)\n')).toBe('by_city')
  expect(indexOf('-- concurrently\ncreate unique index concurrently by_code on place (code);\n')).toBe('by_code')
  for (const text of [
    'create index by_city on place (city)',
    'create index concurrently on place (city)',
    'create index concurrently by_city on place (city); drop table place',
    'alter table place add city text',
  ])
    expect(() => indexOf(`-- concurrently\n${text}`)).toThrow('is one "create index concurrently')
})

it('every migration that builds an index concurrently is marked, and the other way round', async () => {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.sql'))
  for (const name of names) {
    const text = await readFile(new URL(name, FOLDER), 'utf8')
    if (isConcurrent(text)) expect(indexOf(text)).toMatch(/^\w+$/)
    else expect(text.toLowerCase(), name).not.toMatch(/index\s+concurrently/)
  }
})
