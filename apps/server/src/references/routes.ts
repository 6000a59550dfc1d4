import {
  editPaymentStatus,
  editPaymentType,
  listOrderStatuses,
  listPaymentStatuses,
  listPaymentTypes,
  listWorkspaceReferences,
} from '@patchbay/contract/references'
import type { Deps } from '../deps.ts'
import type { Bind } from '../lib/route.ts'
import {
  changePaymentStatus,
  changePaymentType,
  showOrderStatuses,
  showPaymentStatuses,
  showPaymentTypes,
  showReferences,
} from './actions.ts'

export const referenceRoutes = (bind: Bind<Deps>): void => {
  bind(listOrderStatuses, showOrderStatuses)
  bind(listPaymentStatuses, showPaymentStatuses)
  bind(editPaymentStatus, changePaymentStatus)
  bind(listPaymentTypes, showPaymentTypes)
  bind(editPaymentType, changePaymentType)
  bind(listWorkspaceReferences, showReferences)
}
