import { checkInvoice } from '@patchbay/contract/payments/checks'
import { createInvoice, getInvoice, importInvoice } from '@patchbay/contract/payments/invoices'
import { updateInvoice } from '@patchbay/contract/payments/reports'
import { issueInvoice, listOrderInvoices, sendInvoiceLink } from '@patchbay/contract/payments/workspace/invoices'
import {
  lookAtInvoice,
  operateInvoice,
  reissueInvoice,
  resolveOperation,
} from '@patchbay/contract/payments/workspace/operations'
import { editPaymentSettings, getPaymentSettings } from '@patchbay/contract/payments/workspace/settings'
import { traceInvoice } from '@patchbay/contract/platform/workspace/traces'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/http-in/route.ts'
import { checkBeforeCharge } from './checks/actions.ts'
import { sendLink, showInvoice, showInvoices } from './invoices/actions.ts'
import { create, issue } from './issuing/actions.ts'
import { importOne } from './issuing/import-actions.ts'
import { operate, reissue } from './operations/actions.ts'
import { look, resolve } from './reconciliation/actions.ts'
import { update } from './reports/actions.ts'
import { editSettings, showSettings } from './settings/actions.ts'
import { showTrace } from './traces/actions.ts'

export const paymentRoutes = (bind: Bind<Deps>): void => {
  bind(updateInvoice, update)
  bind(checkInvoice, checkBeforeCharge)
  bind(createInvoice, create)
  bind(getInvoice, showInvoice)
  bind(importInvoice, importOne)
  bind(listOrderInvoices, showInvoices)
  bind(issueInvoice, issue)
  bind(operateInvoice, operate)
  bind(reissueInvoice, reissue)
  bind(sendInvoiceLink, sendLink)
  bind(lookAtInvoice, look)
  bind(resolveOperation, resolve)
  bind(traceInvoice, showTrace)
  bind(getPaymentSettings, showSettings)
  bind(editPaymentSettings, editSettings)
}
