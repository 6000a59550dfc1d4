export type LastRun = { at: Date; heldUntil: Date | null }

export type ClockReading = { databaseNow: Date; processNow: Date; last: LastRun | undefined }

export type CleanUpDecision =
  | { run: true; save: LastRun }
  | { run: false; because: 'clocks-differ'; save: undefined }
  | { run: false; because: 'clock-jumped' | 'held'; save: LastRun }

const DAY_MS = 86_400_000

const distance = (one: Date, other: Date): number => Math.abs(one.getTime() - other.getTime())

/**
 * What is deleted because of its age is gone for ever, so a wrong clock must not decide it. Nothing is deleted when the
 * database's clock and ours differ by more than a day, nor for a day after the clock jumped: after a jump, or a worker that
 * was off for long, time has to pass evenly first.
 */
export const decideCleanUp = ({ databaseNow, processNow, last }: ClockReading, everyMs: number): CleanUpDecision => {
  if (distance(databaseNow, processNow) > DAY_MS) return { run: false, because: 'clocks-differ', save: undefined }
  if (last && distance(databaseNow, last.at) > everyMs + DAY_MS) {
    const heldUntil = new Date(databaseNow.getTime() + DAY_MS)
    return { run: false, because: 'clock-jumped', save: { at: databaseNow, heldUntil } }
  }
  if (last?.heldUntil && databaseNow < last.heldUntil)
    return { run: false, because: 'held', save: { at: databaseNow, heldUntil: last.heldUntil } }
  return { run: true, save: { at: databaseNow, heldUntil: null } }
}
