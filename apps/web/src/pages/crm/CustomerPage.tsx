import { Grid, Stack, Text } from '@mantine/core'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { AttachedFiles } from '../../features/crm/attachments/AttachedFiles.tsx'
import { MergeCustomer } from '../../features/crm/customer-merges/MergeCustomer.tsx'
import { UndoMerge } from '../../features/crm/customer-merges/UndoMerge.tsx'
import { nameOf } from '../../features/crm/customers/CustomerList.tsx'
import { NoteForm } from '../../features/crm/customers/NoteForm.tsx'
import { customerQuery } from '../../features/crm/customers/queries.ts'
import { PaidState } from '../../features/crm/orders/OrderList.tsx'
import { ordersQuery } from '../../features/crm/orders/queries.ts'
import { useNames } from '../../features/crm/references/queries.ts'
import { Timeline } from '../../features/crm/timeline/Timeline.tsx'
import { useColleagueName } from '../../features/platform/users/queries.ts'
import { CustomerCall } from '../../features/telephony/calls/CustomerCall.tsx'
import { Phone } from '../../features/telephony/click-to-call/Phone.tsx'
import { joinFacts } from '../../lib/bidi.ts'
import { useFormat } from '../../lib/format.ts'
import { useTexts } from '../../texts/catalogue.ts'
import { useCustomerFormTexts } from '../../texts/customer-form.ts'
import { useTimelineTexts } from '../../texts/timeline.ts'
import { Facts } from '../../ui/Facts.tsx'
import { AnchorLink, ButtonLink, UpLink } from '../../ui/links.tsx'
import { ManagersOnly } from '../../ui/ManagersOnly.tsx'
import { Page } from '../../ui/Page.tsx'
import { Section } from '../../ui/Section.tsx'
import { NewTask } from './NewTask.tsx'

const SHOWN_ORDERS = 5

const Orders = ({ customerId }: { customerId: number }) => {
  const { customers: texts, common } = useTexts()
  const format = useFormat()
  const names = useNames()
  const found = useQuery(ordersQuery({ customer: customerId }))
  const orders = found.data?.orders ?? []
  const all = (
    <AnchorLink to="/orders" search={{ customer: customerId }} size="sm">
      {texts.allOrders}
    </AnchorLink>
  )
  return (
    <Section title={texts.orders} actions={orders.length > SHOWN_ORDERS && all}>
      {orders.length === 0 && (
        <Text size="sm" c="dimmed">
          {found.isPending ? common.loading : texts.noOrders}
        </Text>
      )}
      <Stack gap="sm">
        {orders.slice(0, SHOWN_ORDERS).map((order) => (
          <div key={order.id}>
            <AnchorLink to="/orders/$id" params={{ id: String(order.id) }} size="sm" fw={500}>
              {order.number}
            </AnchorLink>
            <Text size="xs" c="dimmed">
              {joinFacts([names.orderStatus(order.status), format.money(order.totalSumm, order.currency)])}
            </Text>
            <PaidState order={order} />
          </div>
        ))}
      </Stack>
    </Section>
  )
}

export const CustomerPage = () => {
  const asked = Number(useParams({ from: '/workspace/customers/$id' }).id)
  const { customer, lastContactAt, merges } = useSuspenseQuery(customerQuery(asked)).data
  // The page of a merged customer shows the one that was kept.
  const { id } = customer
  const { customers: texts, address: addressTexts } = useTexts()
  const formTexts = useCustomerFormTexts()
  const timeline = useTimelineTexts()
  const names = useNames()
  const format = useFormat()
  const colleague = useColleagueName()
  const phones = customer.phones.map(({ number }) => <Phone key={number} number={number} customerId={id} />)
  return (
    <Page
      title={nameOf(customer) || texts.nameless}
      up={<UpLink to="/customers">{texts.title}</UpLink>}
      actions={
        <ManagersOnly>
          <NewTask about={{ customerId: id }} />
          <ButtonLink variant="default" to="/customers/$id/edit" params={{ id: String(id) }}>
            {formTexts.edit}
          </ButtonLink>
          <MergeCustomer customer={customer} />
        </ManagersOnly>
      }
      wide
    >
      <ManagersOnly>{merges[0] && <UndoMerge customerId={id} merge={merges[0]} />}</ManagersOnly>
      <Grid gap="xl" rowGap={0}>
        <Grid.Col span={{ base: 12, md: 4 }} order={{ base: 1, md: 2 }}>
          <Section title={texts.contacts}>
            <Facts
              columns={1}
              facts={[
                [texts.phone, phones.length > 0 && <Stack gap={2}>{phones}</Stack>],
                [texts.email, customer.emails.join(', ')],
                [addressTexts.title, customer.address?.text],
                [addressTexts.fields.notes, customer.address?.notes],
                [texts.shop, customer.site && names.shop(customer.site)],
                [texts.manager, customer.managerId === undefined ? texts.unassigned : colleague(customer.managerId)],
                [texts.lastContact, lastContactAt && format.ago(lastContactAt)],
                [texts.since, format.local(customer.createdAt, true)],
              ]}
            />
          </Section>
          <Orders customerId={id} />
          <AttachedFiles to={{ customerId: id }} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 8 }} order={{ base: 2, md: 1 }}>
          <ManagersOnly>
            <Section title={texts.note} plain>
              <NoteForm customerId={id} />
            </Section>
          </ManagersOnly>
          <Section title={timeline.title}>
            <Timeline
              customerId={id}
              colleague={colleague}
              names={names}
              underCall={(callId) => <CustomerCall customerId={id} callId={callId} managerName={colleague} />}
            />
          </Section>
        </Grid.Col>
      </Grid>
    </Page>
  )
}
