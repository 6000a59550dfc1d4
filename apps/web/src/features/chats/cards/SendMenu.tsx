import { ActionIcon, Menu, Tooltip } from '@mantine/core'
import { IconMessageReply, IconPackage, IconPlus, IconReceipt, IconTemplate } from '@tabler/icons-react'
import { type ComponentType, Suspense } from 'react'
import { lazyComponent } from '../../../lib/lazy-component.ts'
import { useConversationTexts } from '../../../texts/conversation.ts'
import type { ReplyValues } from '../canned-replies/variables.ts'
import type { Abilities } from '../conversations/queries.ts'
import type { CustomerOrder, DialogProps } from './drafts.ts'

const [SendProduct, preloadProduct] = lazyComponent(() => import('./SendProduct.tsx'), 'SendProduct')
const [SendOrder, preloadOrder] = lazyComponent(() => import('./SendOrder.tsx'), 'SendOrder')
const [SendTemplate, preloadTemplate] = lazyComponent(() => import('./SendTemplate.tsx'), 'SendTemplate')

export type CardKind = 'product' | 'order' | 'template'

/** What the channel accepts besides texts and files. */
export const cardKinds = ({ products, orders, templates }: Abilities): CardKind[] => [
  ...(products ? (['product'] as const) : []),
  ...(orders ? (['order'] as const) : []),
  ...(templates ? (['template'] as const) : []),
]

const ITEMS: Record<CardKind, { icon: ComponentType<{ size: number }>; preload: () => void }> = {
  product: { icon: IconPackage, preload: preloadProduct },
  order: { icon: IconReceipt, preload: preloadOrder },
  template: { icon: IconTemplate, preload: preloadTemplate },
}

type SendMenuProps = {
  kinds: readonly CardKind[]
  onChoose: (kind: CardKind) => void
  /** Absent: the channel accepts none, or the message has as many as it may have. */
  onQuickReply: (() => void) | undefined
}

/** Beside the message field: what can be sent besides texts and files. */
export const SendMenu = ({ kinds, onChoose, onQuickReply }: SendMenuProps) => {
  const words = useConversationTexts().cards
  const labels: Record<CardKind, string> = {
    product: words.sendProduct,
    order: words.sendOrder,
    template: words.sendTemplate,
  }
  const preload = () => {
    for (const kind of kinds) ITEMS[kind].preload()
  }
  if (kinds.length === 0 && !onQuickReply) return null
  return (
    <Menu position="top-start" withinPortal onOpen={preload}>
      <Menu.Target>
        <Tooltip label={words.more}>
          <ActionIcon variant="default" size={36} aria-label={words.more}>
            <IconPlus size={18} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {kinds.map((kind) => {
          const Icon = ITEMS[kind].icon
          return (
            <Menu.Item key={kind} leftSection={<Icon size={16} />} onClick={() => onChoose(kind)}>
              {labels[kind]}
            </Menu.Item>
          )
        })}
        {onQuickReply && (
          <Menu.Item leftSection={<IconMessageReply size={16} />} onClick={onQuickReply}>
            {words.addReply}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

type SendCardProps = DialogProps & { kind: CardKind | undefined; orders: CustomerOrder[]; known: ReplyValues }

/** The dialog of what was chosen. */
export const SendCard = ({ kind, orders, known, ...dialog }: SendCardProps) => (
  <Suspense fallback={null}>
    {kind === 'product' && <SendProduct orders={orders} {...dialog} />}
    {kind === 'order' && <SendOrder orders={orders} {...dialog} />}
    {kind === 'template' && <SendTemplate known={known} {...dialog} />}
  </Suspense>
)
