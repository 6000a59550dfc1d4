import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { customerNamesQuery } from '../../features/crm/customers/queries.ts'
import { TraceLink } from '../../features/platform/traces/TraceLink.tsx'
import { useColleagueName } from '../../features/platform/users/queries.ts'
import { CallDetails } from '../../features/telephony/calls/CallDetails.tsx'
import { callQuery } from '../../features/telephony/calls/queries.ts'
import { Phone } from '../../features/telephony/click-to-call/Phone.tsx'
import { meQuery } from '../../lib/me.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { AnchorLink, UpLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'

export const CallPage = () => {
  const id = Number(useParams({ from: '/workspace/calls/$id' }).id)
  const { call } = useSuspenseQuery(callQuery(id)).data
  const { me } = useSuspenseQuery(meQuery).data
  const { calls: texts, customers } = useTexts()
  const managerName = useColleagueName()
  const { customerId } = call
  const names = useQuery(customerNamesQuery(customerId === undefined ? [] : [customerId])).data
  const customer = customerId !== undefined && (
    <AnchorLink to="/customers/$id" params={{ id: String(customerId) }} size="sm">
      {names?.get(customerId) || customers.nameless}
    </AnchorLink>
  )
  return (
    <Page
      title={`${call.direction === 'in' ? texts.incoming : texts.outgoing} ${call.phone}`}
      up={<UpLink to="/calls">{texts.title}</UpLink>}
      actions={me.role === 'admin' && <TraceLink of="call" id={id} />}
      about={<Phone number={call.phone} {...(customerId !== undefined && { customerId })} />}
    >
      <CallDetails key={id} call={call} managerName={managerName} moduleName={call.module} customer={customer} />
    </Page>
  )
}
