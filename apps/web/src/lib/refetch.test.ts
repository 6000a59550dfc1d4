import { focusManager, QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createRefetch, READ_WHILE_HIDDEN } from './refetch.ts'

let queryClient: QueryClient
let hidden: boolean
let refetch: ReturnType<typeof createRefetch>
beforeEach(() => {
  queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000, retry: false } } })
  queryClient.mount()
  hidden = false
  refetch = createRefetch(queryClient, () => hidden)
})
afterEach(() => {
  queryClient.unmount()
  queryClient.clear()
  focusManager.setFocused(undefined)
})

/** A list on the screen, whose responses the test gives; each says how many fetches there were before it. */
const show = (key: string, meta = {}) => {
  const open: (() => void)[] = []
  let [fetches, underWay, most] = [0, 0, 0]
  const queryFn = async () => {
    most = Math.max(most, ++underWay)
    const answer = ++fetches
    await new Promise<void>((resolve) => open.push(resolve))
    underWay--
    return answer
  }
  const observer = new QueryObserver(queryClient, { queryKey: [key], queryFn, meta })
  const stop = observer.subscribe(() => undefined)
  const respond = async () => {
    const answer = fetches
    open.shift()?.()
    await expect.poll(() => observer.getCurrentResult().data).toBe(answer)
  }
  return { respond, stop, fetches: () => fetches, most: () => most, data: () => observer.getCurrentResult().data }
}

it('fetches once more for all events that come while a fetch is under way', async () => {
  const list = show('tasks')
  for (let event = 0; event < 5; event++) refetch(['tasks'])
  expect(list.fetches()).toBe(1)
  await list.respond()
  await expect.poll(list.fetches).toBe(2)
  for (let event = 0; event < 5; event++) refetch(['tasks'])
  await list.respond()
  await expect.poll(list.fetches).toBe(3)
  await list.respond()
  refetch(['tasks'])
  await list.respond()
  expect([list.fetches(), list.most(), list.data()]).toEqual([4, 1, 4])
  list.stop()
})

it('waits in a hidden tab until it is shown, except for what is read while hidden', async () => {
  const [tasks, unread] = [show('tasks'), show('notifications', READ_WHILE_HIDDEN)]
  await tasks.respond()
  await unread.respond()
  hidden = true
  refetch([])
  await unread.respond()
  expect([tasks.fetches(), unread.fetches()]).toEqual([1, 2])
  hidden = false
  focusManager.setFocused(true)
  await tasks.respond()
  expect([tasks.fetches(), unread.fetches()]).toEqual([2, 2])
  tasks.stop()
  unread.stop()
})

it('fetches after a failure at the next event', async () => {
  let fails = true
  const queryFn = async () => (fails ? Promise.reject(new Error('down')) : 'up')
  const observer = new QueryObserver<string>(queryClient, { queryKey: ['orders'], queryFn })
  const stop = observer.subscribe(() => undefined)
  refetch(['orders'])
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true)
  fails = false
  refetch(['orders'])
  await expect.poll(() => observer.getCurrentResult().data).toBe('up')
  stop()
})
