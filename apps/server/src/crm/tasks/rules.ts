// What makes a task when nobody does.

/** The index of open tasks is for this word alone, so SQL spells it out (`sql.lit`). */
export const MISSED_CALL = 'missed-call'
export const HOLD_EXPIRES = 'hold-expires'
