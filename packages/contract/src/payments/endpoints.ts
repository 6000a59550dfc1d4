import type { Endpoint } from '../base/endpoint.ts'
import { traceInvoice } from '../platform/workspace/traces.ts'
import { checkInvoice } from './checks.ts'
import { createInvoice, getInvoice, importInvoice } from './invoices.ts'
import { updateInvoice } from './reports.ts'
import { listPaymentAttention } from './workspace/attention.ts'
import { listDiscrepancies, resolveDiscrepancy } from './workspace/discrepancies.ts'
import { getInvoiceHistory, listInvoices } from './workspace/invoice-list.ts'
import { issueInvoice, listOrderInvoices, sendInvoiceLink } from './workspace/invoices.ts'
import { checkInvoiceStatus, operateInvoice, reissueInvoice, resolveOperation } from './workspace/operations.ts'
import {
  acknowledgeDifferences,
  closePaymentDay,
  fetchStatement,
  getPaymentDay,
  listDayEntries,
  listPaymentDays,
  openPaymentDay,
  reopenPaymentDay,
} from './workspace/payment-days.ts'
import { getPaymentStatistics } from './workspace/payment-statistics.ts'
import { editPaymentSettings, getPaymentSettings } from './workspace/settings.ts'
import { bindPaymentType, listPaymentShops } from './workspace/shops.ts'

export const PAYMENT_ENDPOINTS: readonly Endpoint[] = [
  updateInvoice,
  checkInvoice,
  createInvoice,
  getInvoice,
  importInvoice,
  listInvoices,
  getPaymentStatistics,
  getInvoiceHistory,
  listOrderInvoices,
  issueInvoice,
  operateInvoice,
  reissueInvoice,
  sendInvoiceLink,
  checkInvoiceStatus,
  resolveOperation,
  traceInvoice,
  getPaymentSettings,
  editPaymentSettings,
  listPaymentShops,
  bindPaymentType,
  listPaymentAttention,
  listDiscrepancies,
  resolveDiscrepancy,
  listPaymentDays,
  openPaymentDay,
  getPaymentDay,
  listDayEntries,
  fetchStatement,
  acknowledgeDifferences,
  closePaymentDay,
  reopenPaymentDay,
]
