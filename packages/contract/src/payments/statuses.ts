import Type, { type Static } from 'typebox'
import { INVOICE_STATUSES } from '../base/constants.ts'

// Statuses of invoices and refunds, kinds and states of operations.

export const InvoiceStatus = Type.Enum(INVOICE_STATUSES, { title: 'InvoiceStatus' })

export type InvoiceStatus = Static<typeof InvoiceStatus>

export const OPERATION_KINDS = ['create', 'approve', 'cancel', 'refund'] as const

export const OperationKind = Type.Enum(OPERATION_KINDS, { title: 'OperationKind' })

export type OperationKind = Static<typeof OperationKind>

/** D-45: an invoice has at most one operation in these states. */
export const OPEN_OPERATION_STATES = ['requested', 'sent', 'unknown', 'accepted', 'needs_human'] as const

export const OPERATION_STATES = [...OPEN_OPERATION_STATES, 'confirmed', 'rejected', 'superseded'] as const

export const OperationState = Type.Enum(OPERATION_STATES, { title: 'OperationState' })

export type OperationState = Static<typeof OperationState>

export const REFUND_STATUSES = ['succeeded', 'canceled', 'pending'] as const

export const RefundStatus = Type.Enum(REFUND_STATUSES, { title: 'RefundStatus' })

export type RefundStatus = Static<typeof RefundStatus>
