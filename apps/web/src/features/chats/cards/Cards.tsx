import { Anchor, Text } from '@mantine/core'
import type { Suggestion } from '@patchbay/contract/chats/message-cards'
import { IconAt, IconLink, IconPhone } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import styles from './Cards.module.css'
import { type Cost, type OrderContent, orderContent, type ProductContent, productContent } from './card-content.ts'

const useAmounts = () => {
  const format = useFormat()
  return {
    money: (cost: Cost | undefined) => cost && format.money(cost.value, cost.currency),
    times: (quantity: ProductContent['quantity']) => quantity && ['×', quantity.value, quantity.unit].join(' ').trim(),
  }
}

/** A picture that cannot be loaded is left out. */
const Picture = ({ src, name }: { src: string; name: string }) => {
  const [isBroken, setBroken] = useState(false)
  if (isBroken) return null
  return (
    <img className={styles.picture} src={src} alt={name} referrerPolicy="no-referrer" onError={() => setBroken(true)} />
  )
}

const CardTitle = ({ url, children }: { url: string | undefined; children: ReactNode }) =>
  url === undefined ? (
    <Text size="sm" fw={600}>
      {children}
    </Text>
  ) : (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm" fw={600}>
      {children}
    </Anchor>
  )

export const ProductCard = ({ product }: { product: unknown }) => {
  const { chats } = useTexts()
  const { money, times } = useAmounts()
  const { name, article, url, img, cost, quantity } = productContent(product)
  return (
    <div className={styles.card}>
      {img !== undefined && <Picture key={img} src={img} name={name} />}
      <Text size="xs" c="dimmed">
        {joinFacts([chats.kinds.product, article])}
      </Text>
      <CardTitle url={url}>{name || url}</CardTitle>
      <Text size="sm">{[money(cost), times(quantity)].filter(Boolean).join(' ')}</Text>
    </div>
  )
}

const OrderLines = ({ order }: { order: OrderContent }) => {
  const texts = useConversationTexts().cards
  const { money, times } = useAmounts()
  const { delivery, discount } = order
  return (
    <ul className={styles.lines}>
      {order.items.map(({ name, quantity, price }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message does not change its lines
        <li key={place}>
          <span>{joinFacts([name, times(quantity)], ' ')}</span>
          <span className={styles.amount}>{money(price)}</span>
        </li>
      ))}
      {discount && (
        <li>
          <span>{texts.discount}</span>
          <span className={styles.amount}>−{money(discount)}</span>
        </li>
      )}
      {delivery && (
        <li>
          <span>{joinFacts([delivery.name || texts.delivery, delivery.address], ', ')}</span>
          <span className={styles.amount}>{money(delivery.price)}</span>
        </li>
      )}
    </ul>
  )
}

export const OrderCard = ({ order: given }: { order: unknown }) => {
  const words = useConversationTexts()
  const format = useFormat()
  const { money } = useAmounts()
  const order = orderContent(given)
  const facts = [order.date && format.date(order.date), order.status].filter(Boolean)
  return (
    <div className={styles.card}>
      <CardTitle url={order.url}>{words.order(order.number)}</CardTitle>
      <Text size="xs" c="dimmed">
        {joinFacts(facts)}
      </Text>
      <OrderLines order={order} />
      {order.cost && (
        <div className={styles.total}>
          <Text size="sm" fw={600} className={styles.line}>
            <span>{words.cards.total}</span>
            <span className={styles.amount}>{money(order.cost)}</span>
          </Text>
          {order.payments.map(({ name, status, amount }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a message does not change its lines
            <div key={place} className={styles.line}>
              <span>{joinFacts([name, status])}</span>
              <span className={styles.amount}>{money(amount)}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  )
}

const ICONS = { phone: IconPhone, email: IconAt, url: IconLink } as const

/** What stands on the button: messengers have a text of their own for contacts. */
export const useSuggestionLabel = () => {
  const texts = useConversationTexts().cards
  return ({ type, title = '', payload = '' }: Suggestion): string =>
    title || (type === 'url' ? payload : type === 'text' ? '' : texts.contactTitles[type])
}

const SuggestionLabel = ({ suggestion }: { suggestion: Suggestion }) => {
  const labelOf = useSuggestionLabel()
  const Icon = suggestion.type === 'text' ? undefined : ICONS[suggestion.type]
  return (
    <span className={styles.reply} title={suggestion.payload}>
      {Icon && <Icon size={14} aria-hidden />}
      {labelOf(suggestion)}
    </span>
  )
}

/** The buttons below a message, as the customer sees them; here they do nothing. */
export const QuickReplies = ({ suggestions }: { suggestions: readonly Suggestion[] }) => {
  const texts = useConversationTexts().cards
  if (suggestions.length === 0) return null
  return (
    <ul className={styles.replies} aria-label={texts.quickReplies}>
      {suggestions.map((suggestion, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a message does not change its buttons
        <li key={place}>
          <SuggestionLabel suggestion={suggestion} />
        </li>
      ))}
    </ul>
  )
}

/** The name of the template, and its buttons. */
export const TemplateNote = ({ template }: { template: { name: string; buttons: string[] } }) => {
  const texts = useConversationTexts().cards
  return (
    <>
      <QuickReplies suggestions={template.buttons.map((title) => ({ type: 'text', title }))} />
      <Text size="xs" c="dimmed" mt={4}>
        {texts.template}: {template.name}
      </Text>
    </>
  )
}
