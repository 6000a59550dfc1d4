import type { Deps } from '../../deps.ts'
import { EVERYONE } from '../../lib/live/live.ts'
import type { Invoice } from './store.ts'

/** After the commit: whoever looks at the order reads its invoices again. */
export const tellInvoice = (deps: Deps, accountId: number, { id, orderId }: Pick<Invoice, 'id' | 'orderId'>) =>
  deps.live.publish(accountId, { topic: EVERYONE }, { type: 'invoice-changed', invoiceId: id, orderId })
