import { expect, it } from 'vitest'
import { buildMap, epochOf, linesOf, renderHaproxy, renderMap, whyStale } from './router-map.ts'

const cellA = { cell: 'a', hosts: ['one.test'], given: [{ host: 'two.test', cell: 'b' }], decisions: 1 }

it('gives a host between the decision and the opening to the target, and an opened one to its owner', () => {
  const between = buildMap([cellA, { cell: 'b', hosts: [], given: [], decisions: 0 }])
  expect(between).toEqual({
    epoch: 1,
    entries: [
      { host: 'one.test', cell: 'a' },
      { host: 'two.test', cell: 'b' },
    ],
  })
  // It went on to c and b still remembers that it gave it away.
  const moved = buildMap([
    cellA,
    { cell: 'b', hosts: [], given: [{ host: 'two.test', cell: 'c' }], decisions: 1 },
    { cell: 'c', hosts: ['two.test'], given: [], decisions: 0 },
  ])
  expect(moved.epoch).toBe(2)
  expect(moved.entries[1]).toEqual({ host: 'two.test', cell: 'c' })
})

it('follows a host that was given on, in whichever order the cells are asked', () => {
  const cells = [cellA, { cell: 'b', hosts: [], given: [{ host: 'two.test', cell: 'c' }], decisions: 1 }]
  for (const asked of [cells, cells.toReversed()])
    expect(buildMap(asked).entries).toContainEqual({ host: 'two.test', cell: 'c' })
})

it('never replaces a map by an older one', () => {
  const map = buildMap([cellA])
  expect(epochOf(renderMap(map))).toBe(1)
  expect(whyStale(undefined, map)).toBeUndefined()
  expect(whyStale(renderMap(map), map)).toBeUndefined()
  expect(whyStale(renderMap({ ...map, epoch: 2 }), map)).toContain('epoch 2')
})

it('keeps the lines of a cell that does not answer, with the epoch, and believes those that do', () => {
  const last = renderMap({
    epoch: 7,
    entries: [
      { host: 'kept.test', cell: 'dead' },
      { host: 'left.test', cell: 'dead' },
      { host: 'given.test', cell: 'dead' },
      { host: 'closed.test', cell: 'a' },
    ],
  })
  const kept = linesOf(last, ['dead'])
  expect(kept).toEqual({
    epoch: 7,
    entries: ['kept', 'left', 'given'].map((one) => ({ host: `${one}.test`, cell: 'dead' })),
  })
  const given = [
    // It went on to a cell that answers, or came to the dead one a moment ago, which may have given it on since.
    { host: 'given.test', cell: 'b' },
    { host: 'came.test', cell: 'dead' },
  ]
  const map = buildMap(
    [cellA, { cell: 'b', hosts: ['left.test'], given: [], decisions: 0 }, { ...cellA, cell: 'c', given }],
    kept,
  )
  expect(map.epoch).toBe(7)
  expect(Object.fromEntries(map.entries.map(({ host, cell }) => [host, cell]))).toMatchObject({
    'kept.test': 'dead',
    'left.test': 'b',
    'given.test': 'b',
    'came.test': 'dead',
  })
  expect(map.entries.map(({ host }) => host)).not.toContain('closed.test')
  expect(whyStale(last, map)).toBeUndefined()
  // More decisions than it had are counted; a file that is no map has none.
  expect(buildMap([{ ...cellA, decisions: 9 }], kept).epoch).toBe(9)
  expect(linesOf('', ['dead'])).toEqual({ epoch: 0, entries: [] })
})

it('lets the last map say where a host is when a cell that does not answer may have given it on', () => {
  const given = [{ host: 'far.test', cell: 'dead' }]
  const kept = linesOf('# epoch 3\nfar.test gone\n', ['dead', 'gone'])
  expect(buildMap([{ cell: 'a', hosts: [], given, decisions: 1 }], kept)).toEqual({
    epoch: 3,
    entries: [{ host: 'far.test', cell: 'gone' }],
  })
})

it('writes a backend for each cell', () => {
  const text = renderHaproxy([{ name: 'a', servers: ['10.0.0.1:8080', '10.0.0.2:8080'] }], '/m', ':80', '/s')
  expect(text).toContain('backend cell-a')
  // Without it a check has no longer than `inter`, and a busy server is taken out.
  expect(text).toMatch(/^ {2}timeout check 2s$/m)
  expect(text.match(/^ {2}server a-\d/gm)).toHaveLength(2)
})
