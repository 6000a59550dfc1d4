import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TESTS } from '../faults/tests.ts'
import { type Result, reliabilityPage } from './reliability.ts'

const result: Result = {
  id: 'F12',
  name: 'Backup, destroy, restore',
  size: '1 drill',
  seed: 7,
  figures: { rpo_s: 12 },
  passed: true,
  commit: '0123456789ab',
  ranAt: '2026-11-18T01:00:00.000Z',
}

it('the list has every test once, and says what runs it or why nothing does', () => {
  const ids = TESTS.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(TESTS.filter(({ by, not }) => by === undefined && not === undefined)).toEqual([])
  const files = TESTS.flatMap(({ by }) => (by?.endsWith('.ts') ? [by] : []))
  const benches = TESTS.flatMap(({ by }) => by?.match(/^npm run bench -- ([\w-]+)$/)?.slice(1) ?? [])
  expect([...files, ...benches.map((name) => `bench/${name}.ts`)].filter((path) => !existsSync(path))).toEqual([])
})

it('shows figures of published runs only, and a failed one as failed', () => {
  const page = reliabilityPage([result])
  expect(page).toContain(
    '| F12 | Backup, destroy, restore | passed | 1 drill | 7 | rpo s 12 | `0123456789ab` | 2026-11-18 |',
  )
  const [published = '', others = ''] = page.split('## Not run')
  expect(published.match(/^\| [A-Z]\d+ /gm)).toEqual(['| F12 '])
  expect(others).not.toContain('| F12 ')
  expect(reliabilityPage([{ ...result, passed: false }])).toContain('| **failed** |')
})
