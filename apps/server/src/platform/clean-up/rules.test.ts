import { expect, it } from 'vitest'
import { decideCleanUp, type LastRun } from './rules.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const at = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms)
const decide = (now: number, last?: LastRun, processNow = now) =>
  decideCleanUp({ databaseNow: at(now), processNow: at(processNow), last }, HOUR)

it('runs the first time, and when time passed evenly', () => {
  expect(decide(0)).toMatchObject({ run: true, save: { at: at(0) } })
  expect(decide(DAY, { at: at(0), heldUntil: null })).toMatchObject({ run: true })
})

it('deletes nothing when the clocks differ by more than a day', () => {
  expect(decide(0, undefined, DAY + 1)).toMatchObject({ run: false, because: 'clocks-differ' })
  expect(decide(0, undefined, -DAY - 1)).toMatchObject({ run: false, because: 'clocks-differ' })
})

it('deletes nothing for a day after the clock jumped, in either direction', () => {
  for (const jump of [40 * DAY, -40 * DAY]) {
    const jumped = decide(jump, { at: at(0), heldUntil: null })
    expect(jumped).toMatchObject({ run: false, because: 'clock-jumped' })
    const soon = decide(jump + HOUR, jumped.save)
    expect(soon).toMatchObject({ run: false, because: 'held' })
    expect(decide(jump + DAY, soon.save)).toMatchObject({ run: true, save: { heldUntil: null } })
    // The clock is set right again: that is a jump too.
    expect(decide(2 * HOUR, soon.save)).toMatchObject({ run: false, because: 'clock-jumped' })
  }
})
