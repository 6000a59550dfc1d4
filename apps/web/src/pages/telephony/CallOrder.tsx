import { Button, CloseButton, Group, Title } from '@mantine/core'
import type { Order } from '@patchbay/contract/crm/orders'
import { Suspense, useEffect, useRef } from 'react'
import { joinFacts } from '../../lib/bidi.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { PageSkeleton } from '../../ui/states.tsx'
import { NewOrder } from '../crm/NewOrder.tsx'
import styles from './CallOrder.module.css'

export type OrderOfCall = {
  callId: number
  phone: string
  site: string | undefined
  customerId: number | undefined
  name: string | undefined
}

type CallOrderProps = { of: OrderOfCall; onClose: () => void; onCreated: (order: Order) => void }

/** The order form beside the call cards. Not modal: the card, its note and its timer stay usable. */
export const CallOrder = ({ of, onClose, onCreated }: CallOrderProps) => {
  const { order: texts, common } = useTexts()
  const panel = useRef<HTMLElement>(null)
  useEffect(() => panel.current?.focus(), [])
  const title = joinFacts([texts.new, of.name || of.phone])
  return (
    <section ref={panel} role="dialog" aria-label={title} tabIndex={-1} className={styles.panel}>
      <Group justify="space-between" wrap="nowrap" mb="md" align="flex-start">
        <Title order={2}>{title}</Title>
        <CloseButton aria-label={common.close} onClick={onClose} />
      </Group>
      <Suspense fallback={<PageSkeleton />}>
        <NewOrder
          customerId={of.customerId}
          phone={of.phone}
          site={of.site}
          cancel={
            <Button variant="default" onClick={onClose}>
              {common.cancel}
            </Button>
          }
          onCreated={onCreated}
        />
      </Suspense>
    </section>
  )
}
