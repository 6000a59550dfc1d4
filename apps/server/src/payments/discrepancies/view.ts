import { RESOLVED_BY_SYSTEM } from '@patchbay/contract/payments/discrepancy-rules'
import type { Discrepancy } from '@patchbay/contract/payments/workspace/discrepancies'
import type { DiscrepancyRow } from './store.ts'

/** D-42 */
export const viewDiscrepancy = (row: DiscrepancyRow): Discrepancy => ({
  id: row.id,
  at: row.at.toISOString(),
  kind: row.kind as Discrepancy['kind'],
  ...(row.invoice_id !== null && { invoiceId: row.invoice_id }),
  ...(row.module_code !== null && { moduleCode: row.module_code }),
  ...(row.day_id !== null && { dayId: row.day_id }),
  detail: row.detail as Record<string, unknown>,
  ...(row.resolved_at && { resolvedAt: row.resolved_at.toISOString() }),
  ...(row.resolved_by !== null && { resolvedBy: row.resolved_by }),
  ...(row.resolution !== null && row.resolved_by !== RESOLVED_BY_SYSTEM && { resolution: row.resolution }),
})
