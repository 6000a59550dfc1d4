import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { momentOf } from '../../../lib/days.ts'
import {
  enableWebhooks,
  getWebhook,
  listWebhooks,
  replayWebhooks,
  resendWebhook,
} from '../../../lib/endpoints.generated.ts'
import type { WebhookFilter } from './search.ts'

const PAGE = 100
const POLL_MS = 3_000

/** Deliveries publish no live event: poll while any is pending. */
export const webhooksQuery = (code: string, zone: string, { state, chat, since, until }: WebhookFilter) =>
  infiniteQueryOptions({
    queryKey: ['webhooks', code, { state, chat, since, until }],
    queryFn: ({ pageParam }) => {
      const [from, to] = [momentOf(since, zone), momentOf(until, zone)]
      return call(listWebhooks, {
        params: { code },
        query: {
          ...(state !== undefined && { state }),
          ...(chat !== undefined && { chat }),
          ...(from !== undefined && { since: from }),
          ...(to !== undefined && { until: to }),
          ...(pageParam !== undefined && { before: pageParam }),
        },
      })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ webhooks }) => (webhooks.length < PAGE ? undefined : webhooks.at(-1)?.id),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ webhooks, health }) => health.failures > 0 || webhooks.some((one) => one.state === 'pending'))
        ? POLL_MS
        : false,
  })

export const webhookQuery = (id: number) =>
  queryOptions({
    queryKey: ['webhooks', id],
    queryFn: () => call(getWebhook, { params: { id } }),
    refetchInterval: ({ state: { data } }) => (data?.webhook.state === 'pending' ? POLL_MS : false),
  })

const useWebhookChange = <Input, Reply>(change: (input: Input) => Promise<Reply>) => {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: change, onSettled: () => queryClient.invalidateQueries({ queryKey: ['webhooks'] }) })
}

export const useResend = () => useWebhookChange((id: number) => call(resendWebhook, { params: { id } }))

export const useReplay = (code: string) =>
  useWebhookChange((from: string) => call(replayWebhooks, { params: { code }, body: { from } }))

export const useEnableWebhooks = (code: string) =>
  useWebhookChange((_: undefined) => call(enableWebhooks, { params: { code } }))
