import type { SoftphoneCommand } from '@patchbay/contract/telephony/softphone'
import { expect, it } from 'vitest'
import { afterMessage } from './softphone-state.ts'
import { createSoftphoneTabs } from './softphone-tabs.ts'

/** Channels of one browser: what one posts, the others get. */
const createBrowser = () => {
  const channels: ((event: MessageEvent) => void)[] = []
  return () => {
    let own: ((event: MessageEvent) => void) | undefined
    const channel = {
      postMessage: (data: unknown) => {
        for (const deliver of channels) if (deliver !== own) deliver({ data: structuredClone(data) } as MessageEvent)
      },
      addEventListener: (_type: string, listener: (event: MessageEvent) => void) => {
        own = listener
        channels.push(listener)
      },
    }
    return createSoftphoneTabs(channel as never)
  }
}

it('[D-120] the other tabs show the state of the one that has the phone, also a tab that is opened later', () => {
  const openTab = createBrowser()
  const [first, second] = [openTab(), openTab()]
  first.hold(() => undefined)
  first.publish((state) => afterMessage(state, { type: 'registered' }))
  expect(second.state().status).toBe('registered')
  expect(openTab().state().status).toBe('registered')
})

it('[D-120] commands of any tab reach the tab with the phone, once', () => {
  const openTab = createBrowser()
  const [first, second, third] = [openTab(), openTab(), openTab()]
  const executed: SoftphoneCommand[] = []
  const release = first.hold((command) => void executed.push(command))
  first.send({ type: 'answer', id: 'a' })
  second.send({ type: 'hang-up', id: 'a' })
  expect(executed).toEqual([
    { type: 'answer', id: 'a' },
    { type: 'hang-up', id: 'a' },
  ])
  release()
  third.hold((command) => void executed.push(command))
  first.send({ type: 'choose-device' })
  expect(executed).toHaveLength(3)
})

it('[D-120] listeners are called when the state changes, until they leave', () => {
  const openTab = createBrowser()
  const [first, second] = [openTab(), openTab()]
  let changes = 0
  const leave = second.subscribe(() => {
    changes += 1
  })
  first.hold(() => undefined)
  first.publish((state) => afterMessage(state, { type: 'registered' }))
  leave()
  first.publish((state) => afterMessage(state, { type: 'needs-permission' }))
  expect(changes).toBe(1)
})
