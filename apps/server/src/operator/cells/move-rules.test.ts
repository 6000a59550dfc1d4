import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  canAbort,
  canReturn,
  describeAbort,
  gatesIn,
  isMoverDone,
  isOver,
  lets,
  type MoveState,
  stateAfter,
  whichMove,
  whyNotAbort,
  whyNotFinish,
  whyNotMoveFiles,
  whyNotReplicate,
} from './move-rules.ts'

const STATES: MoveState[] = [
  ...([
    'ready',
    'planned',
    'draining',
    'frozen',
    'copied',
    'verified',
    'decided',
    'opened',
    'done',
    'aborted',
  ] as const),
]

it('never lets transactions in at both cells, whatever the state', () => {
  for (const state of STATES) {
    const { source, target } = gatesIn(state)
    // Before the decision the target is closed, after it the source; an aborted move left nothing at the target.
    if (state !== 'aborted') expect([state, lets(source) && lets(target)]).toEqual([state, false])
  }
})

it('aborts only before the decision, and a move that is over stays so', () => {
  expect(STATES.filter(canAbort)).toEqual(['ready', 'planned', 'draining', 'frozen', 'copied', 'verified'])
  for (const state of STATES.filter(isOver))
    expect([stateAfter(state, 'advance'), stateAfter(state, 'abort')]).toEqual([undefined, undefined])
  expect(STATES.filter(isMoverDone)).toEqual(['opened', 'done', 'aborted'])
})

type Cell = 'source' | 'target'
const CELLS: readonly Cell[] = ['source', 'target']
/** Rows and files that each cell has of the account, and what was acknowledged; a write succeeds where a gate lets it in. */
type Model = {
  state: MoveState
  rows: Record<Cell, Set<number>>
  /** The same set where the cells share a folder. */
  files: Record<Cell, Set<number>>
  acknowledged: Set<number>
  /** Who finds the account by its host name. */
  hosts: Record<Cell, boolean>
  /** The database of the target does not answer. */
  isTargetDead: boolean
  /** An aborted move has left its gate, and perhaps rows, at the target. */
  hasLeft: boolean
}

const ownerOf = ({ state }: Model): Cell => (['decided', 'opened', 'done'].includes(state) ? 'target' : 'source')

const expectWhole = (model: Model): void => {
  const owner = ownerOf(model)
  expect([...model.acknowledged].filter((n) => !model.rows[owner].has(n) || !model.files[owner].has(n))).toEqual([])
  expect([...model.rows[owner], ...model.files[owner]].filter((n) => !model.acknowledged.has(n))).toEqual([])
}

const write = (model: Model, cell: Cell, n: number): boolean => {
  if (cell === 'target' && (model.isTargetDead || model.hasLeft)) return false
  if (!model.hosts[cell] || !lets(gatesIn(model.state)[cell])) return false
  model.rows[cell].add(n)
  model.files[cell].add(n)
  model.acknowledged.add(n)
  return true
}

const deleteFiles = ({ files }: Model, cell: Cell): void => {
  if (files.source !== files.target) files[cell].clear()
}

/** The work of a state, before the state changes: what a mover that is killed has done already. */
const work = (model: Model): void => {
  // What is copied or replicated must not land among what was left.
  if (model.state === 'planned') expect([model.hasLeft, model.rows.target.size]).toEqual([false, 0])
  if (model.state === 'draining' || model.state === 'frozen')
    for (const n of model.files.source) model.files.target.add(n)
  if (model.state === 'frozen') model.rows.target = new Set(model.rows.source)
  if (model.state === 'decided') model.hosts.target = true
}

/** By an operator, or by a mover whose step has failed: the source opens, whatever the target says. */
const abort = (model: Model, n: number): void => {
  if (!canAbort(model.state)) return
  model.state = 'aborted'
  model.hasLeft = true
  clean(model)
  expect(write(model, 'source', n)).toBe(true)
}

/** With an abort, its repeat and the next move. */
const clean = (model: Model): void => {
  if (model.state !== 'aborted' || !model.hasLeft || model.isTargetDead) return
  model.rows.target.clear()
  deleteFiles(model, 'target')
  model.hasLeft = false
}

const begin = (model: Model): void => {
  if (model.state !== 'aborted' || model.isTargetDead) return
  clean(model)
  model.state = 'planned'
}

/** One transaction deletes the rows and says so; the files follow, or stay when it is killed. */
const finish = (model: Model, isKilled: boolean): void => {
  if (model.isTargetDead) return
  model.state = 'done'
  model.rows.source.clear()
  if (!isKilled) deleteFiles(model, 'source')
}

const advance = (model: Model, isKilled: boolean, n: number): void => {
  const next = stateAfter(model.state, 'advance')
  if (next === undefined) return
  if (next === 'done') {
    finish(model, isKilled)
    return
  }
  // The decision is the source's alone.
  if (model.isTargetDead && next !== 'decided') {
    abort(model, n)
    return
  }
  work(model)
  if (isKilled) return
  if (next === 'decided') model.hosts.source = false
  model.state = next
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: 'advance' as const }) },
  fc.constant({ kind: 'killed after the work' as const }),
  fc
    .constantFrom(...(['abort', 'repeat the abort', 'begin', 'the target dies', 'the target is back'] as const))
    .map((kind) => ({ kind })),
  fc.record({ kind: fc.constant('write' as const), cell: fc.constantFrom(...CELLS) }),
)

const modelOf = (shareFolder: boolean): Model => {
  const files = new Set<number>()
  return {
    state: 'planned',
    rows: { source: new Set(), target: new Set() },
    files: { source: files, target: shareFolder ? files : new Set() },
    acknowledged: new Set(),
    hosts: { source: true, target: false },
    isTargetDead: false,
    hasLeft: false,
  }
}

it('keeps every acknowledged write with its file, over writes, kills, aborts and deaths of the target in any order', () => {
  let decided = 0
  let finished = 0
  fc.assert(
    fc.property(fc.array(step, { maxLength: 80 }), fc.boolean(), (steps, shareFolder) => {
      const model = modelOf(shareFolder)
      for (const [n, one] of steps.entries()) {
        if (one.kind === 'write') write(model, one.cell, n)
        else if (one.kind === 'abort') abort(model, n)
        else if (one.kind === 'repeat the abort') clean(model)
        else if (one.kind === 'begin') begin(model)
        else if (one.kind === 'advance' || one.kind === 'killed after the work')
          advance(model, one.kind !== 'advance', n)
        else model.isTargetDead = one.kind === 'the target dies'
      }
      if (ownerOf(model) === 'target') decided++
      if (model.state === 'done') finished++
      expectWhole(model)
    }),
    { numRuns: 2_000, seed: 1 },
  )
  expect(decided).toBeGreaterThan(100)
  expect(finished).toBeGreaterThan(50)
})

const out = (from: string, toCell: string, state: MoveState) => ({ state, from: { name: from }, toCell })

it('[D-160] means by a way back nothing before the account is open there, and only a return', () => {
  const [there, back] = [out('east', 'west', 'opened'), out('west', 'east', 'ready')]
  expect([whichMove([]), whichMove([back], 'east')]).toEqual([undefined, undefined])
  expect([whichMove([back, there], 'east'), whichMove([back, there]), whichMove([back, there], 'south')]).toEqual([
    ...[back, there, there],
  ])
  for (const state of STATES.filter((one) => !isOver(one) && one !== 'ready' && one !== 'opened')) {
    const [going, returning] = [
      { ...there, state },
      { ...back, state },
    ]
    expect([state, whichMove([back, going], 'east'), whichMove([there, returning])]).toEqual([state, going, returning])
  }
})

it('[D-160] takes the way back that an aborted move has left in another cell for no return', () => {
  const [left, there] = [out('west', 'east', 'ready'), out('east', 'south', 'opened')]
  for (const moves of [
    [left, there],
    [there, left],
  ])
    expect([whichMove(moves, 'east'), canReturn(moves, there)]).toEqual([there, false])
  const back = out('south', 'east', 'ready')
  expect([whichMove([left, there, back], 'east'), canReturn([left, there, back], there)]).toEqual([back, true])
})

it('says what to do instead of an abort, and what an abort could not clean', () => {
  const of = (state: MoveState, back: MoveState[] = []) => {
    const move = out('east', 'west', state)
    return whyNotAbort(move, 'a.test', [move, ...back.map((one) => out('west', 'east', one))])
  }
  expect(STATES.filter((state) => of(state) === undefined)).toEqual(STATES.filter(canAbort))
  expect(of('decided')).toContain('patchbay account move a.test --to west')
  // Without a way back the old rows are in the way.
  const [finish, to] = [
    'patchbay account move a.test --finish --keep-hours 0',
    'patchbay account move a.test --to east',
  ]
  expect(of('opened')).toContain(`lives in west. To move it back: ${finish}, then ${to}`)
  expect(of('opened', ['ready'])).toContain(`lives in west. To move it back: ${to}`)
  const left = [{ cell: 'west', reason: 'it does not answer' }]
  expect(describeAbort('a.test', 'east', [])).toBe('Aborted: a.test is open in east, as before.')
  expect(describeAbort('a.test', 'east', left)).toMatch(/open in east.*west \(it does not answer\).*a\.test --abort/)
  expect(describeAbort('a.test', undefined, [])).toContain('Nothing is left')
})

it('refuses a move whose files could not follow, and says what to write', () => {
  const [none, some] = [{ name: 'east' }, { name: 'west', fileFolder: '/mnt/west' }]
  expect([whyNotMoveFiles(none, none), whyNotMoveFiles(some, some)]).toEqual([undefined, undefined])
  for (const reason of [whyNotMoveFiles(none, some), whyNotMoveFiles(some, none)])
    expect(reason).toMatch(/fileFolder for west and none for east: give both, or leave out both/)
})

it('deletes the old rows only after the time for which they are kept', () => {
  const openedAt = new Date('2026-11-18T00:00:00Z')
  const at = (hours: number) => new Date(openedAt.getTime() + hours * 3_600_000)
  expect(whyNotFinish({ state: 'opened', openedAt }, at(23), 24)).toContain('1 more hours')
  expect(whyNotFinish({ state: 'opened', openedAt }, at(24), 24)).toBeUndefined()
  expect(whyNotFinish({ state: 'verified', openedAt: null }, at(99), 24)).toContain('verified')
  expect(whyNotFinish({ state: 'opened', openedAt: at(0) }, at(99), Number.NaN)).toContain('are kept')
})

it('names what a move by replication lacks, and in which cell', () => {
  const able = { walLevel: 'logical', mayReplicate: true, hasFunctions: true, freeSlots: 2, freeWorkers: 2 }
  const [east, west] = [
    { name: 'east', ...able },
    { name: 'west', ...able },
  ]
  expect(whyNotReplicate(east, west, [])).toBeUndefined()
  // Only what is sent needs it.
  expect(whyNotReplicate(east, { ...west, walLevel: 'replica' }, [])).toBeUndefined()
  expect(whyNotReplicate({ ...east, walLevel: 'replica' }, west, [])).toContain('east has wal_level = replica')
  expect(whyNotReplicate({ ...east, mayReplicate: false }, west, [])).toContain('patchbay cell init east --replication')
  expect(whyNotReplicate(east, { ...west, hasFunctions: false }, [])).toContain('patchbay cell init west --replication')
  expect(whyNotReplicate(east, west, ['call'])).toContain('call: move by copy')
  expect(whyNotReplicate({ ...east, freeSlots: 1 }, west, [])).toContain('east has 1 free replication slots')
  expect(whyNotReplicate(east, { ...west, freeSlots: 1 }, [])).toContain('max_replication_slots')
  expect(whyNotReplicate(east, { ...west, freeWorkers: 0 }, [])).toContain('max_logical_replication_workers')
})
