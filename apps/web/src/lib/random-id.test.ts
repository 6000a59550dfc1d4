import { expect, it } from 'vitest'
import { randomId } from './random-id.ts'

it('makes UUIDs of version 4 that differ', () => {
  const ids = Array.from({ length: 2_000 }, randomId)
  expect(ids.filter((id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id))).toEqual(
    [],
  )
  expect(new Set(ids).size).toBe(ids.length)
  // Every digit that is not fixed takes every value.
  const places = [...'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'].map((kind, at) => [
    kind,
    new Set(ids.map((id) => id[at])).size,
  ])
  expect(places.filter(([kind, values]) => kind === 'x' && values !== 16)).toEqual([])
})
