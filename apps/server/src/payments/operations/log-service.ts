import type { Db } from '../../lib/db/database.ts'
import { insertAction } from '../../platform/action-log/store.ts'
import type { Module } from '../../platform/modules/store.ts'
import type { Operation } from './store.ts'

/** P-22: an answer that is not what was agreed on is on record, with what was asked. */
export const logInvalidReply = (
  trx: Db,
  module: Module,
  operation: Operation,
  reason: string,
  answer: string,
): Promise<void> =>
  insertAction(trx, {
    recordType: 'Integration payments',
    actor: `module ${module.code}`,
    action: 'operation.invalid-reply',
    subject: operation.invoiceId,
    detail: { operation: operation.id, kind: operation.kind, reason, answer: answer.slice(0, 500) },
  })

export const logEscalation = (trx: Db, operation: Operation): Promise<void> =>
  insertAction(trx, {
    recordType: 'Integration payments',
    actor: 'system',
    action: 'operation.escalated',
    subject: operation.invoiceId,
    detail: { operation: operation.id, kind: operation.kind },
  })
