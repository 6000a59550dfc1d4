import { Button, Group, List, Paper, Stack, Text, TextInput } from '@mantine/core'
import type { RoutingDecision } from '@patchbay/contract/platform/workspace/routing'
import type { ManagerLookup as Lookup } from '@patchbay/contract/telephony/workspace/routing'
import { type SubmitEvent, useState } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSecurityTexts } from '../../../texts/security.ts'
import { Problem } from '../../../ui/Confirm.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { AnchorLink } from '../../../ui/links.tsx'
import { RoutingExplanation } from '../../../ui/RoutingExplanation.tsx'
import { Section } from '../../../ui/Section.tsx'
import { Status } from '../../../ui/Status.tsx'
import { useManagerLookup } from './queries.ts'

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`.trim()

/** What each exchange would get now. */
const Verdicts = ({ lookup: { modules, manager } }: { lookup: Lookup }) => {
  const { lookup: texts } = useSecurityTexts()
  if (modules.length === 0) return <Status tone="warn">{texts.noModules}</Status>
  return (
    <List listStyleType="none" spacing={4}>
      {modules.map(({ code, name, result, extension = '' }) => (
        <List.Item key={code}>
          <Status tone={result === 'found' ? 'good' : 'bad'}>
            <Text span fw={600}>
              {texts.results[result](name, manager ? fullName(manager) : '', extension)}
            </Text>
          </Status>
        </List.Item>
      ))}
    </List>
  )
}

type LookupProps = { nameOf: (userId: number) => string }

const Explanation = ({ lookup, route, nameOf }: LookupProps & { lookup: Lookup; route: RoutingDecision }) => {
  const { status: statuses, customers } = useTexts()
  const { lookup: texts } = useSecurityTexts()
  const { phone, customer, others, manager } = lookup
  const presence = manager?.online === undefined ? texts.presenceUnknown : manager.online ? texts.online : texts.offline
  return (
    <Paper withBorder p="md" role="status">
      <Stack>
        <Verdicts lookup={lookup} />
        <Facts
          facts={[
            [texts.number, phone],
            [
              texts.customer,
              customer ? (
                <>
                  <AnchorLink to="/customers/$id" params={{ id: String(customer.id) }} size="sm">
                    {fullName(customer) || customers.nameless}
                  </AnchorLink>
                  {others > 0 && ` ${texts.others(others)}`}
                </>
              ) : (
                texts.unknown
              ),
            ],
            [
              texts.manager,
              customer &&
                (manager ? joinFacts([fullName(manager), texts.because[manager.because]], ', ') : texts.nobody),
            ],
            [texts.presence, manager && presence],
            [texts.status, manager && statuses[manager.status]],
          ]}
        />
        <RoutingExplanation decision={route} nameOf={nameOf} />
      </Stack>
    </Paper>
  )
}

/** D-28: why an exchange that asks for the manager of a number gets somebody or nobody. */
export const ManagerLookup = ({ nameOf }: LookupProps) => {
  const { lookup: texts } = useSecurityTexts()
  const [phone, setPhone] = useState('')
  const lookup = useManagerLookup()
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    lookup.mutate(phone)
  }
  return (
    <Section title={texts.title} about={texts.about} plain>
      <Stack>
        <form onSubmit={submit}>
          <Group align="flex-end" gap="xs">
            <TextInput
              label={texts.phone}
              type="tel"
              required
              withAsterisk={false}
              maxLength={64}
              flex="1 1 12rem"
              maw={320}
              value={phone}
              onChange={(event) => setPhone(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={lookup.isPending}>
              {texts.check}
            </Button>
          </Group>
        </form>
        {lookup.error && <Problem error={lookup.error} />}
        {lookup.data && <Explanation {...lookup.data} nameOf={nameOf} />}
      </Stack>
    </Section>
  )
}
