import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { getTelephony, startCall } from '../../../lib/endpoints.generated.ts'
import { randomId } from '../../../lib/random-id.ts'

/** T-05: whether the signed-in user sees the call icon. */
export const telephonyQuery = queryOptions({ queryKey: ['telephony'], queryFn: () => call(getTelephony, {}) })

type CallTarget = { phone: string; orderId?: number | undefined; customerId?: number | undefined }

export const useStartCall = () =>
  useMutation({
    mutationFn: ({ phone, orderId, customerId }: CallTarget) =>
      call(startCall, {
        body: {
          pressId: randomId(),
          phone,
          ...(orderId !== undefined && { orderId }),
          ...(customerId !== undefined && { customerId }),
        },
      }),
  })
