// Why the system itself created a task.

/** The partial index of open tasks has this value, so SQL writes it as a literal (`sql.lit`). */
export const MISSED_CALL = 'missed-call'
export const HOLD_EXPIRES = 'hold-expires'
