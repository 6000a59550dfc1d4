import { checkInvoice } from '@patchbay/contract/payments/checks'
import { createInvoice, getInvoice, importInvoice } from '@patchbay/contract/payments/invoices'
import { updateInvoice } from '@patchbay/contract/payments/reports'
import { listPaymentAttention } from '@patchbay/contract/payments/workspace/attention'
import { listDiscrepancies, resolveDiscrepancy } from '@patchbay/contract/payments/workspace/discrepancies'
import {
  getInvoiceHistory,
  listInvoices as listInvoicesEndpoint,
} from '@patchbay/contract/payments/workspace/invoice-list'
import { issueInvoice, listOrderInvoices, sendInvoiceLink } from '@patchbay/contract/payments/workspace/invoices'
import {
  checkInvoiceStatus,
  operateInvoice,
  reissueInvoice,
  resolveOperation,
} from '@patchbay/contract/payments/workspace/operations'
import {
  acknowledgeDifferences,
  closePaymentDay,
  fetchStatement,
  getPaymentDay,
  listDayEntries,
  listPaymentDays,
  openPaymentDay,
  reopenPaymentDay,
} from '@patchbay/contract/payments/workspace/payment-days'
import { getPaymentStatistics } from '@patchbay/contract/payments/workspace/payment-statistics'
import { editPaymentSettings, getPaymentSettings } from '@patchbay/contract/payments/workspace/settings'
import { bindPaymentType, listPaymentShops } from '@patchbay/contract/payments/workspace/shops'
import { traceInvoice } from '@patchbay/contract/platform/workspace/traces'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/http-in/route.ts'
import { showPaymentAttention } from './attention/actions.ts'
import { checkBeforeCharge } from './checks/actions.ts'
import { markResolved, showDiscrepancies } from './discrepancies/actions.ts'
import { showInvoiceList } from './invoice-list/actions.ts'
import { sendLink, showInvoice, showInvoices } from './invoices/actions.ts'
import { createInvoiceFromApi, issueInvoiceForPayment } from './issuing/actions.ts'
import { importOne } from './issuing/import-actions.ts'
import { operate, reissue } from './operations/actions.ts'
import {
  acknowledge,
  closeDay,
  openDay,
  reopenDay,
  showDayEntries,
  showPaymentDay,
  showPaymentDays,
} from './payment-days/actions.ts'
import { showPaymentStatistics } from './payment-statistics/actions.ts'
import { reconcile, resolveUnknown } from './reconciliation/actions.ts'
import { receiveUpdate } from './reports/actions.ts'
import { savePaymentSettings, showPaymentSettings } from './settings/actions.ts'
import { bindToShop as bindType, showPaymentShops } from './shops/actions.ts'
import { requestStatement } from './statements/actions.ts'
import { showInvoiceHistory, showInvoiceTrace } from './traces/actions.ts'

export const paymentRoutes = (bind: Bind<Deps>): void => {
  bind(updateInvoice, receiveUpdate)
  bind(checkInvoice, checkBeforeCharge)
  bind(createInvoice, createInvoiceFromApi)
  bind(getInvoice, showInvoice)
  bind(importInvoice, importOne)
  bind(listInvoicesEndpoint, showInvoiceList)
  bind(getPaymentStatistics, showPaymentStatistics)
  bind(getInvoiceHistory, showInvoiceHistory)
  bind(listOrderInvoices, showInvoices)
  bind(issueInvoice, issueInvoiceForPayment)
  bind(operateInvoice, operate)
  bind(reissueInvoice, reissue)
  bind(sendInvoiceLink, sendLink)
  bind(checkInvoiceStatus, reconcile)
  bind(resolveOperation, resolveUnknown)
  bind(traceInvoice, showInvoiceTrace)
  bind(getPaymentSettings, showPaymentSettings)
  bind(editPaymentSettings, savePaymentSettings)

  bind(listPaymentShops, showPaymentShops)
  bind(bindPaymentType, bindType)

  bind(listPaymentAttention, showPaymentAttention)
  bind(listDiscrepancies, showDiscrepancies)
  bind(resolveDiscrepancy, markResolved)

  bind(listPaymentDays, showPaymentDays)
  bind(openPaymentDay, openDay)
  bind(getPaymentDay, showPaymentDay)
  bind(listDayEntries, showDayEntries)
  bind(fetchStatement, requestStatement)
  bind(acknowledgeDifferences, acknowledge)
  bind(closePaymentDay, closeDay)
  bind(reopenPaymentDay, reopenDay)
}
