import type { Deps } from '../../deps.ts'
import { mayResend } from '../reconciliation/rules.ts'
import { classifyReport } from '../reports/rules.ts'
import { classifyReply, decideNextState } from './rules.ts'
import { lockBoth } from './service.ts'
import { findOpenOperation, type Operation } from './store.ts'

export const DECISIONS = {
  classify: classifyReply,
  decideSettle: decideNextState,
  mayResend,
  judgeReport: classifyReport,
  lockBoth,
  findOpen: findOpenOperation,
  keyOf: (operation: Pick<Operation, 'id'>): string => operation.id,
}
export type Decisions = typeof DECISIONS

/** Where a process may die in the life of an operation. */
export type CrashPoint = 'before-call' | 'after-call' | 'after-commit'

/** What the life of an operation needs. Tests give other decisions, and a way to die at each point. */
export type PaymentDeps = Deps & {
  decisions?: Partial<Decisions>
  at?: (point: CrashPoint, operation: Pick<Operation, 'id' | 'invoiceId' | 'kind'>) => Promise<void>
}

export const decisionsOf = (deps: PaymentDeps): Decisions => ({ ...DECISIONS, ...deps.decisions })
