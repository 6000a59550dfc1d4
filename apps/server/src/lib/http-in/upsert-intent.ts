import type { Db } from '../db/database.ts'
import { fail } from '../errors.ts'

/** A change to something that has a code, which its author chose. */
export type UpsertIntent = {
  code: string
  /** Whom the action log names. */
  actor: (trx: Db) => Promise<string>
  /** Said by people, who mean either a new thing or one that they see; programs mean whichever it is. */
  isNew?: boolean
}

export const rejectMismatch = ({ isNew }: UpsertIntent, before: object | undefined): void => {
  if (isNew === true && before) fail('code_taken')
  if (isNew === false && !before) fail('not_found')
}
