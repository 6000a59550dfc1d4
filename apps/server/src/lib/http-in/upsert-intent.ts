import type { Db } from '../db/database.ts'
import { fail } from '../errors.ts'

/** A change to an entity whose code was chosen by its author. */
export type UpsertIntent = {
  code: string
  /** The actor in the Action Log. */
  actor: (trx: Db) => Promise<string>
  /** People either create or edit; programs upsert, and leave it out. */
  isNew?: boolean
}

export const rejectMismatch = ({ isNew }: UpsertIntent, before: object | undefined): void => {
  if (isNew === true && before) fail('code_taken')
  if (isNew === false && !before) fail('not_found')
}
