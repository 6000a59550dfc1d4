import { callEvent } from './call-event.ts'
import { floor } from './floor.ts'
import { managerLookupPath } from './manager-lookup.ts'
import { orderListPath } from './order-list.ts'
import type { Path } from './path.ts'
import { paymentCheckPath } from './payment-check.ts'
import { reaction } from './reaction.ts'
import { upload } from './upload.ts'

export const PATHS: readonly Path[] = [
  callEvent,
  upload,
  managerLookupPath,
  paymentCheckPath,
  reaction,
  orderListPath,
  floor,
]
