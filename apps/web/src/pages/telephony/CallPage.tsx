import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { nameOf } from '../../features/crm/customers/CustomerList.tsx'
import { customerNamesQuery } from '../../features/crm/customers/queries.ts'
import { searchQuery } from '../../features/crm/search/queries.ts'
import { TraceLink } from '../../features/platform/traces/TraceLink.tsx'
import { useColleagueName } from '../../features/platform/users/queries.ts'
import { CallCustomer } from '../../features/telephony/calls/CallCustomer.tsx'
import { CallDetails } from '../../features/telephony/calls/CallDetails.tsx'
import { callQuery, isNumber } from '../../features/telephony/calls/queries.ts'
import { Phone } from '../../features/telephony/click-to-call/Phone.tsx'
import { LoggedCallActions } from '../../features/telephony/logged-calls/LoggedCallActions.tsx'
import { meQuery } from '../../lib/me.ts'
import { useCallPageTexts } from '../../texts/call-pages.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { UpLink } from '../../ui/links.tsx'
import { Page } from '../../ui/Page.tsx'
import { NewTask } from '../crm/NewTask.tsx'
import { useCallParts } from './call-parts.tsx'

/** The customers with this number, of whom one may be the right one. */
const useWithNumber = (phone: string) => {
  const found = useQuery({ ...searchQuery({ text: phone, only: 'customers' }), enabled: isNumber(phone) })
  return (found.data?.customers ?? []).map((customer) => ({ id: customer.id, name: nameOf(customer) }))
}

export const CallPage = () => {
  const id = Number(useParams({ from: '/workspace/calls/$id' }).id)
  const { at } = useSearch({ from: '/workspace/calls/$id' })
  const navigate = useNavigate()
  const { call } = useSuspenseQuery(callQuery(id)).data
  const { me } = useSuspenseQuery(meQuery).data
  const { calls: texts } = useTexts()
  const pageTexts = useCallPageTexts()
  const managerName = useColleagueName()
  const parts = useCallParts()
  const candidates = useWithNumber(call.phone)
  const { customerId, loggedBy } = call
  const names = useQuery(customerNamesQuery(customerId === undefined ? [] : [customerId])).data
  const name = customerId === undefined ? undefined : names?.get(customerId)
  const actions = (
    <>
      {me.role === 'admin' && loggedBy === undefined && <TraceLink of="call" id={id} />}
      <NewTask about={{ callId: id, phone: call.phone, ...(customerId !== undefined && { customerId }) }} />
      {call.editable && (
        <LoggedCallActions
          {...parts}
          call={call}
          customer={customerId === undefined ? undefined : { id: customerId, name: name ?? '' }}
          onLeave={() => void navigate({ to: '/calls', replace: true })}
        />
      )}
    </>
  )
  return (
    <Page
      title={`${call.direction === 'in' ? texts.incoming : texts.outgoing} ${call.phone}`}
      up={<UpLink to="/calls">{texts.title}</UpLink>}
      actions={actions}
      about={
        <>
          <Phone number={call.phone} {...(customerId !== undefined && { customerId })} />
          {loggedBy !== undefined && ` ${pageTexts.loggedBy(managerName(loggedBy))}`}
        </>
      }
    >
      <CallDetails
        key={id}
        call={call}
        managerName={managerName}
        playFrom={at}
        customer={<CallCustomer call={call} name={name} candidates={candidates} picker={parts.picker} />}
      />
    </Page>
  )
}
