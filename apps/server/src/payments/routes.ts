import { checkInvoice, createInvoice, getInvoice, importInvoice, updateInvoice } from '@patchbay/contract/payments'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import { checkBeforeCharge, create, showInvoice, update } from './actions.ts'
import { importOne } from './import.ts'

export const paymentRoutes = (bind: Bind<Deps>): void => {
  bind(updateInvoice, update)
  bind(checkInvoice, checkBeforeCharge)
  bind(createInvoice, create)
  bind(getInvoice, showInvoice)
  bind(importInvoice, importOne)
}
