import { toLocalTime } from '@patchbay/contract/base/local-time'
import { type ListedInvoice, listInvoices } from '@patchbay/contract/payments/workspace/invoice-list'
import { defineExportList, NO_HTTP } from '../../platform/exports/service.ts'
import { showInvoiceList } from './actions.ts'

type Query = Parameters<typeof showInvoiceList>[2]['query']

export const paymentExport = defineExportList<ListedInvoice, Query>({
  name: 'payments',
  endpoint: listInvoices,
  cells: {
    id: ({ id }) => id,
    createdAt: ({ createdAt }, { zone }) => toLocalTime(new Date(createdAt), zone),
    order: ({ orderNumber }) => orderNumber,
    customer: ({ customerName }) => customerName,
    status: ({ status, failed }, _names, label) => (failed ? label('failed') : status && label(status)),
    amount: ({ amount }) => amount,
    refunded: ({ refunded }) => refunded,
    currency: ({ currency }) => currency,
    expiresAt: ({ expiredAt }, { zone }) => expiredAt && toLocalTime(new Date(expiredAt), zone),
    shop: ({ shop }) => shop?.name,
    module: ({ module }) => module.name,
    manager: ({ managerId }, names) => names.user(managerId),
  },
  read: async (deps, caller, query, after) => {
    const paged = { ...query, ...(after !== undefined && { after: String(after) }) }
    const { invoices, next } = await showInvoiceList(deps, caller, { query: paged }, NO_HTTP)
    return { rows: invoices, next }
  },
})
