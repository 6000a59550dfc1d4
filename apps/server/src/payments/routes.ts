import { checkInvoice, createInvoice, getInvoice, importInvoice, updateInvoice } from '@patchbay/contract/payments'
import { traceInvoice } from '@patchbay/contract/traces'
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
} from '@patchbay/contract/workspace-payments'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { checkBeforeCharge, create, showInvoice, update } from './actions.ts'
import { importOne } from './import.ts'
import { editSettings, showSettings } from './settings.ts'
import { showTrace } from './trace.ts'
import { issue, look, operate, reissue, resolve, sendLink, showInvoices } from './workspace.ts'

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
