import {
  editPaymentStatus,
  editPaymentType,
  listOrderStatuses,
  listPaymentStatuses,
  listPaymentTypes,
} from '@patchbay/contract/crm/references'
import {
  listWorkspaceReferences,
  listWorkspaceStatuses,
  saveWorkspacePaymentStatus,
  saveWorkspacePaymentType,
} from '@patchbay/contract/crm/workspace/references'
import type { Deps } from '../../deps.ts'
import type { Bind } from '../../lib/http-in/route.ts'
import {
  changePaymentStatus,
  changePaymentType,
  savePaymentStatusInWorkspace,
  savePaymentTypeInWorkspace,
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
  bind(saveWorkspacePaymentStatus, savePaymentStatusInWorkspace)
  bind(saveWorkspacePaymentType, savePaymentTypeInWorkspace)
}
