import { toLocalTime } from '@patchbay/contract/base/local-time'
import { type DayEntry, listDayEntries } from '@patchbay/contract/payments/workspace/payment-days'
import { defineExportList, NO_HTTP } from '../../platform/exports/service.ts'
import { showDayEntries } from './actions.ts'

type Query = Parameters<typeof showDayEntries>[2]['query']

/** For accounting: every payment and refund of the day, with what differs and what was written about it. */
export const paymentDayExport = defineExportList<DayEntry, Query>({
  name: 'payment-day',
  endpoint: listDayEntries,
  cells: {
    at: ({ at }, { zone }) => toLocalTime(new Date(at), zone),
    movement: ({ movement }, _names, label) => label(movement),
    result: ({ result }, _names, label) => label(result),
    reasons: ({ kinds }, _names, label) => kinds.map(label).join('; '),
    order: ({ orderNumber }) => orderNumber,
    invoice: ({ invoiceId }) => invoiceId,
    paymentId: ({ paymentId }) => paymentId,
    refundId: ({ refundId }) => refundId,
    currency: ({ currency }) => currency,
    provider: ({ provider }) => provider,
    ours: ({ ours }) => ours,
    orderPayment: ({ orderPayment }) => orderPayment?.amount,
    status: ({ status }, _names, label) => status && label(status),
    refunded: ({ refunded }) => refunded,
    note: ({ note }) => note,
  },
  read: async (deps, caller, query, after) => {
    const paged = { ...query, ...(after !== undefined && { after: Number(after) }) }
    const { entries, next } = await showDayEntries(deps, caller, { query: paged }, NO_HTTP)
    return { rows: entries, next }
  },
})
