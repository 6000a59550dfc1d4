import type { MissedCall } from '@patchbay/contract/telephony/workspace/missed-calls'
import type { MissedCallRow } from './store.ts'

export const viewMissedCall = (row: MissedCallRow): MissedCall => ({
  taskId: row.taskId,
  ...(row.callId !== null && { callId: row.callId }),
  calledAt: row.calledAt.toISOString(),
  phone: row.phone,
  ...(row.customerId !== null && {
    customerId: row.customerId,
    customerName: `${row.firstName ?? ''} ${row.lastName ?? ''}`.trim(),
  }),
  ...(row.performerId !== null && { performerId: row.performerId }),
  ...(row.dueAt && { dueAt: row.dueAt.toISOString() }),
})
