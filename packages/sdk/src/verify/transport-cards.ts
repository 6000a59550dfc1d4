import { SUGGESTION_TYPES } from '@patchbay/contract/base/constants'
import { acceptsFromUsers } from '@patchbay/contract/chats/channel-rules'
import type { ChannelSettings } from '@patchbay/contract/chats/channels'
import type { MessageOrder, MessageProduct, Suggestion } from '@patchbay/contract/chats/message-cards'
import { filledTemplate, isSendable, sentTemplate, templateTexts } from '@patchbay/contract/chats/template-rules'
import type { TemplateContent } from '@patchbay/contract/chats/templates'
import type { Check, CheckContext } from './check.ts'
import { fail } from './send-request.ts'

// Products, orders, templates and quick replies: each kind that the module's channel says it accepts is sent to it.

export type Data = Record<string, unknown>

const COST = { value: 12.5, currency: 'USD' }

const PRODUCT: MessageProduct = {
  id: 0,
  name: 'Kettle',
  article: 'K-1',
  url: 'https://shop.example/kettle',
  img: 'https://shop.example/kettle.png',
  cost: COST,
  unit: 'pc',
  quantity: { value: 2, unit: 'pc' },
}

const ORDER: MessageOrder = {
  external_id: 7,
  number: '7A',
  date: '2026-01-02T10:00:00.000Z',
  cost: COST,
  status: { code: 'assembling', name: 'Being assembled' },
  delivery: { name: 'Courier', price: { value: 0, currency: 'USD' }, address: '1 Main Street' },
  payments: [{ name: 'Bank card', status: { name: 'Paid', paid: true, payed: true }, amount: COST }],
  items: [{ name: 'Kettle', quantity: { value: 1, unit: 'pc' }, price: COST }],
}

const SUGGESTIONS: Readonly<Record<Suggestion['type'], Suggestion>> = {
  text: { type: 'text', title: 'Yes' },
  phone: { type: 'phone' },
  email: { type: 'email', title: 'Send my email' },
  url: { type: 'url', title: 'Shop', payload: 'https://shop.example/' },
}

const templateMessage = (code: string, content: TemplateContent): Data => {
  const { header, body, buttons } = templateTexts(content)
  const examples = (text: { names: string[] } | undefined) => (text?.names ?? []).map((name) => `value ${name}`)
  const values = { header: examples(header), body: examples(body), buttons: buttons.map(examples) }
  return { content: filledTemplate(content, values), template: sentTemplate(code, content, values) }
}

/** By name, the members of message_sent that such a message has. */
const declaredMessages = ({ mockSystem }: CheckContext, channelId: number): [string, Data][] => {
  const settings = (mockSystem.channels.get(channelId)?.settings ?? {}) as ChannelSettings
  const isAccepted = (type: 'product' | 'order') => acceptsFromUsers(settings, type, 'creating')
  const suggestions = SUGGESTION_TYPES.filter((type) =>
    ['receive', 'both'].includes(settings.suggestions?.[type] ?? ''),
  )
  const templates = [...mockSystem.templates.values()]
    .filter(({ channel_id }) => channel_id === channelId)
    .map(
      ({ code, ...content }) =>
        [String(code), { verification_status: 'approved', ...content } as TemplateContent] as const,
    )
    .filter(([, content]) => isSendable(content))
  return [
    ...(isAccepted('product') ? [['a product', { type: 'product', content: null, product: PRODUCT }] as const] : []),
    ...(isAccepted('order') ? [['an order', { type: 'order', content: null, order: ORDER }] as const] : []),
    ...suggestions.map(
      (type) => [`a quick reply (${type})`, { attachments: { suggestions: [SUGGESTIONS[type]] } }] as const,
    ),
    ...templates.map(([code, content]) => [`the template ${code}`, templateMessage(code, content)] as const),
  ].map(([name, data]) => [name, data])
}

/** A channel that declares none of them passes. */
export const cardChecks = (
  sendMessage: (context: CheckContext, data: Data) => Promise<string>,
  channelOf: (context: CheckContext) => number,
): Check[] => [
  {
    name: 'delivers each kind of message that its channel declares',
    run: async (context) => {
      for (const [name, data] of declaredMessages(context, channelOf(context)))
        await sendMessage(context, data).catch((error: Error) => fail(`${name}: ${error.message}`))
    },
  },
]
