import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useHomeTexts } from '../../../texts/home.ts'
import { RowLink } from '../../../ui/RowLink.tsx'
import { Deadline, WaitingList, WaitingRow } from '../../../ui/WaitingList.tsx'
import { paymentAttentionQuery } from './queries.ts'

/** Money on hold that goes back to the customer unless somebody approves it in time. */
export const ExpiringHolds = () => {
  const { holds: texts } = useHomeTexts()
  const { order } = useTexts()
  const format = useFormat()
  const { data, error } = useQuery(paymentAttentionQuery)
  return (
    <WaitingList
      title={texts.title}
      list={data?.holds}
      error={error}
      empty={texts.empty}
      tone="warn"
      row={({ invoiceId, orderId, orderNumber, amount, currency, expiresAt }) => (
        <WaitingRow
          key={invoiceId}
          link={
            <RowLink to="/orders/$id" params={{ id: String(orderId) }}>
              {order.title(orderNumber)}
            </RowLink>
          }
          details={texts.amount(format.money(amount, currency))}
          aside={<Deadline at={expiresAt} text={texts.expires} />}
        />
      )}
    />
  )
}
