import {
  editPaymentStatus,
  editPaymentType,
  listOrderStatuses,
  listPaymentStatuses,
  listPaymentTypes,
} from '@patchbay/contract/crm/references'
import {
  keepWorkspacePaymentStatus,
  keepWorkspacePaymentType,
  listWorkspaceReferences,
  listWorkspaceStatuses,
} from '@patchbay/contract/crm/workspace/references'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import {
  changePaymentStatus,
  changePaymentType,
  keepPaymentStatus,
  keepPaymentType,
  showOrderStatuses,
  showPaymentStatuses,
  showPaymentTypes,
  showReferences,
  showStatuses,
} from './actions.ts'

export const referenceRoutes = (bind: Bind<Deps>): void => {
  bind(listOrderStatuses, showOrderStatuses)
  bind(listPaymentStatuses, showPaymentStatuses)
  bind(editPaymentStatus, changePaymentStatus)
  bind(listPaymentTypes, showPaymentTypes)
  bind(editPaymentType, changePaymentType)
  bind(listWorkspaceReferences, showReferences)
  bind(listWorkspaceStatuses, showStatuses)
  bind(keepWorkspacePaymentStatus, keepPaymentStatus)
  bind(keepWorkspacePaymentType, keepPaymentType)
}
