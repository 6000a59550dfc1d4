import type { Endpoint } from '@patchbay/contract/base/endpoint'
import { checkInvoice } from '@patchbay/contract/payments/checks'
import { updateInvoice } from '@patchbay/contract/payments/reports'
import { issueInvoice } from '@patchbay/contract/payments/workspace/invoices'
import { operateInvoice, reissueInvoice } from '@patchbay/contract/payments/workspace/operations'

/** They have connections of their own and no limit of the account: payments go on when everything else waits. */
export const MONEY_ENDPOINTS: ReadonlySet<Endpoint> = new Set<Endpoint>([
  checkInvoice,
  updateInvoice,
  issueInvoice,
  operateInvoice,
  reissueInvoice,
])
