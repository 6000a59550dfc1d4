import type { ErrorSpec } from './errors.ts'

/** The errors of payments, part of the table in errors.ts. */
export const PAYMENT_ERRORS = {
  payment_not_integrated: {
    status: 409,
    fault: 'caller',
    message:
      'The payment type {type} is not connected to a shop of a payment module. Connect it in the payment settings, then try again',
  },
  payment_shop_gone: {
    status: 409,
    fault: 'caller',
    message: 'The payment module removed the shop {shop}. Connect the payment type to another shop',
  },
  payment_currency_unsupported: {
    status: 409,
    fault: 'caller',
    message: 'The payment module does not support {currency}',
  },
  payment_paid: { status: 409, fault: 'caller', message: 'The payment is paid already: there is nothing to invoice' },
  payment_above_owed: {
    status: 409,
    fault: 'caller',
    message: 'The order owes {owed} {currency}, so {amount} {currency} cannot be invoiced',
  },
  payment_amount_zero: { status: 409, fault: 'caller', message: 'There is nothing to pay. The amount is zero' },
  invoice_exists: {
    status: 409,
    fault: 'caller',
    message: 'The payment already has an invoice with the status {status}',
  },
  invoice_move_refused: {
    status: 409,
    fault: 'caller',
    message: 'An invoice with the status {status} does not allow {kind}',
  },
  invoice_unconfirmed: {
    status: 409,
    fault: 'module',
    message: 'Sent to the module at {at}, not confirmed yet. Do not repeat it, the result is being checked',
  },
  operation_in_progress: {
    status: 409,
    fault: 'caller',
    message: 'Operation in progress: {who} requested {kind} at {at}, and the module has not confirmed it yet',
  },
  operation_unsupported: { status: 409, fault: 'caller', message: 'The payment module does not support {kind}' },
  refund_too_large: { status: 409, fault: 'caller', message: 'Up to {left} {currency} can still be refunded' },
  refund_amount_invalid: { status: 400, fault: 'caller', message: 'The amount {reason}' },
  nothing_to_resolve: { status: 409, fault: 'caller', message: 'There is no operation with an unknown result' },
  resend_unsafe: { status: 409, fault: 'caller', message: 'This request cannot be sent again ({why})' },
  operation_not_waiting: {
    status: 409,
    fault: 'caller',
    message: 'The operation is not waiting for an answer (it is {state}): a repeat would change nothing',
  },
  module_not_idempotent: {
    status: 409,
    fault: 'caller',
    message:
      'The module has not declared itself idempotent (integrations.payment.idempotent): a repeat might move money twice',
  },
  email_missing: { status: 409, fault: 'caller', message: 'The order has no email address. Enter one and try again' },
  payment_refused: { status: 400, fault: 'module', message: '{errorMsg}' },
  invoice_status_unknown: { status: 400, fault: 'caller', message: 'There is no invoice status {status}' },
  invoice_disagrees: {
    status: 400,
    fault: 'caller',
    message: '{reason}. Saved as a discrepancy for an administrator to review',
  },
  url_refused: { status: 400, fault: 'caller', message: 'The URL {url} cannot be called: {reason}' },
} as const satisfies Record<string, ErrorSpec>
