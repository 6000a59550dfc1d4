// T-09…T-12, D-32, D-33: the exchange is told that a user is free, busy, at dinner or on a break. One lane per user and
// exchange; what is sent is the status of the moment, so a newer one replaces an older one that was not delivered.

export const STATUS_LANE = 'user-status'

export const GIVE_UP_MS = 10 * 60_000

export const RETRY_SECONDS = [2, 5, 10, 20, 30, 60]
