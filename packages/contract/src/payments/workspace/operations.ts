import Type from 'typebox'
import { defineEndpoint } from '../../base/endpoint.ts'
import { AmountIn, Text } from '../../base/types.ts'
import { admin, byInvoice, manager, oneInvoice } from './invoices.ts'

export const operateInvoice = defineEndpoint({
  id: 'workspace.invoices.operate',
  summary: 'Approve, cancel or refund (D-45)',
  method: 'POST',
  path: '/workspace/invoices/{invoiceId}/operations',
  ...manager,
  ...byInvoice,
  body: Type.Object({ kind: Type.Enum(['approve', 'cancel', 'refund']), amount: Type.Optional(AmountIn) }),
  ...oneInvoice,
  errors: [
    'not_found',
    'invoice_move_refused',
    'operation_in_progress',
    'operation_unsupported',
    'refund_too_large',
    'refund_amount_invalid',
    'module_inactive',
  ],
})

export const reissueInvoice = defineEndpoint({
  id: 'workspace.invoices.reissue',
  summary: 'Cancel an invoice at the module and issue a new one for what the order owes now, or less (D-51, D-87)',
  method: 'POST',
  path: '/workspace/invoices/{invoiceId}/reissue',
  ...manager,
  ...byInvoice,
  body: Type.Object({ amount: Type.Optional(AmountIn) }),
  ...oneInvoice,
  errors: [
    'not_found',
    'entity_invalid',
    'invoice_move_refused',
    'operation_in_progress',
    'operation_unsupported',
    'module_inactive',
    'payment_not_integrated',
    'payment_shop_gone',
    'payment_currency_unsupported',
    'payment_amount_zero',
    'payment_paid',
    'payment_above_owed',
  ],
})

export const checkInvoiceStatus = defineEndpoint({
  id: 'workspace.invoices.look',
  summary: 'Check the status of an operation now (D-46)',
  method: 'POST',
  path: '/workspace/invoices/{invoiceId}/look',
  ...manager,
  ...byInvoice,
  ...oneInvoice,
  errors: ['not_found'],
})

export const resolveOperation = defineEndpoint({
  id: 'workspace.invoices.resolve',
  summary: 'Resolve an operation whose outcome is unknown (D-46)',
  method: 'POST',
  path: '/workspace/invoices/{invoiceId}/resolve',
  ...admin,
  ...byInvoice,
  body: Type.Object({ outcome: Type.Enum(['happened', 'did-not-happen']), reason: Text(1000) }),
  ...oneInvoice,
  errors: ['not_found', 'nothing_to_resolve'],
})
