import {
  checkInvoice,
  createInvoice,
  getInvoice,
  importInvoice,
  updateInvoice,
} from '@patchbay/contract/payments/invoices'
import {
  editPaymentSettings,
  getPaymentSettings,
  issueInvoice,
  listOrderInvoices,
  lookAtInvoice,
  operateInvoice,
  reissueInvoice,
  resolveOperation,
  sendInvoiceLink,
} from '@patchbay/contract/payments/workspace/invoices'
import { traceInvoice } from '@patchbay/contract/platform/workspace/traces'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/http-in/route.ts'
import { importOne } from './issuing/import-actions.ts'
import { issue, look, operate, reissue, resolve, sendLink, showInvoices } from './operations/actions.ts'
import { checkBeforeCharge, create, showInvoice, update } from './reports/actions.ts'
import { editSettings, showSettings } from './settings/actions.ts'
import { showTrace } from './traces/view.ts'

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
