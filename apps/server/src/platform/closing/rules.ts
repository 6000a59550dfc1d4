/** As the database has it; null where an account was never closed nor held. */
export type Closing = { closedAt: Date | null; eraseAt: Date | null; heldBecause: string | null }

const DAY_MS = 86_400_000

/** D-137: how long a closed account can be opened again. */
export const GRACE_DAYS = 30

export const eraseAtFor = (closedAt: Date, graceDays: number): Date => new Date(closedAt.getTime() + graceDays * DAY_MS)

/** D-137: erased when the grace period is over, unless the law wants it kept. */
export const isDueForErasure = (closing: Closing | undefined, now: Date): boolean =>
  closing !== undefined && closing.heldBecause === null && closing.eraseAt !== null && closing.eraseAt <= now

/** D-137: whether sign-in and the API refuse. */
export const isClosed = (closing: Closing | undefined): boolean => (closing?.closedAt ?? null) !== null
