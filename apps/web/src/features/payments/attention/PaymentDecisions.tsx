import type { UnresolvedOperation } from '@patchbay/contract/payments/workspace/attention'
import type { Discrepancy } from '@patchbay/contract/payments/workspace/discrepancies'
import { useQuery } from '@tanstack/react-query'
import { joinFacts } from '../../../lib/bidi.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useHomeTexts } from '../../../texts/home.ts'
import { RowLink } from '../../../ui/RowLink.tsx'
import { Elapsed, WaitingList, WaitingRow } from '../../../ui/WaitingList.tsx'
import { paymentAttentionQuery } from './queries.ts'

/** D-46: sent to the payment provider; the outcome is unknown. */
export const UnresolvedOperations = () => {
  const { operations: texts } = useHomeTexts()
  const { order } = useTexts()
  const format = useFormat()
  const { data, error } = useQuery(paymentAttentionQuery)
  const what = ({ kind, amount, currency, orderNumber }: UnresolvedOperation) =>
    joinFacts([texts.kinds[kind](format.money(amount, currency)), order.title(orderNumber)])
  return (
    <WaitingList
      title={texts.title}
      list={data?.operations}
      error={error}
      empty={texts.empty}
      tone="bad"
      row={(operation) => (
        <WaitingRow
          key={operation.invoiceId}
          link={
            <RowLink to="/orders/$id" params={{ id: String(operation.orderId) }}>
              {what(operation)}
            </RowLink>
          }
          details={texts.what}
          aside={<Elapsed since={operation.at} label={texts.since} />}
        />
      )}
    />
  )
}

/** D-42: for administrators; nothing at all while there are none. */
export const OpenDiscrepancies = () => {
  const { discrepancies: texts } = useTexts()
  const home = useHomeTexts()
  const { data, error } = useQuery(paymentAttentionQuery)
  if (!data?.discrepancies || data.discrepancies.count === 0) return null
  return (
    <WaitingList
      title={texts.title}
      list={data.discrepancies}
      error={error}
      empty={texts.emptyTitle}
      tone="warn"
      row={({ id, kind, moduleCode, at }: Discrepancy) => (
        <WaitingRow
          key={id}
          link={<RowLink to="/discrepancies">{texts.kinds[kind]}</RowLink>}
          details={moduleCode}
          aside={<Elapsed since={at} label={home.operations.since} />}
        />
      )}
    />
  )
}
