import { Button, Group, Text } from '@mantine/core'
import type { OwnSession } from '@patchbay/contract/platform/workspace/own-sessions'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { joinFacts } from '../../../lib/bidi.ts'
import { errorText } from '../../../lib/error-text.ts'
import { useFormat } from '../../../lib/format.ts'
import { useTexts } from '../../../texts/catalogue.ts'
import { useSecurityTexts } from '../../../texts/security.ts'
import { Confirm } from '../../../ui/Confirm.tsx'
import { type Column, DataList } from '../../../ui/DataList.tsx'
import { notifyError, notifySuccess } from '../../../ui/notifications.ts'
import { Section } from '../../../ui/Section.tsx'
import { browserOf } from './device-name.ts'
import { ownSessionsQuery, useEndSession, useSignOutEverywhere } from './queries.ts'

const Device = ({ session }: { session: OwnSession }) => {
  const { sessions: texts } = useSecurityTexts()
  const known = browserOf(session.device)
  const notes = [session.current && texts.current, session.singleSignOn && texts.singleSignOn].filter(Boolean)
  return (
    <>
      <Text size="sm" fw={500}>
        {known ? texts.on(known.browser, known.system) : session.device.slice(0, 60) || texts.unknownDevice}
        {notes.length > 0 && (
          <Text span c="dimmed" size="xs">
            {' '}
            ({joinFacts(notes, ', ')})
          </Text>
        )}
      </Text>
      <Text size="xs" c="dimmed">
        {session.address}
      </Text>
    </>
  )
}

const useColumns = (): Column<OwnSession>[] => {
  const texts = useTexts()
  const { sessions: own } = useSecurityTexts()
  const format = useFormat()
  const end = useEndSession()
  const signOut = (id: number) =>
    end.mutate(id, {
      onSuccess: () => notifySuccess(own.signedOut),
      onError: (error) => notifyError(errorText(texts, error)),
    })
  return [
    { key: 'device', head: own.device, cell: (session) => <Device session={session} /> },
    { key: 'started', head: own.started, wideOnly: true, cell: ({ createdAt }) => format.moment(createdAt) },
    { key: 'seen', head: own.seen, wideOnly: true, cell: ({ seenAt }) => format.ago(seenAt) },
    {
      key: 'actions',
      head: '',
      actions: true,
      cell: ({ id, current }) =>
        !current && (
          <Button size="compact-sm" variant="default" onClick={() => signOut(id)}>
            {own.signOut}
          </Button>
        ),
    },
  ]
}

export const SessionList = ({ onSignedOut }: { onSignedOut: () => void }) => {
  const { sessions: texts } = useSecurityTexts()
  const { sessions } = useSuspenseQuery(ownSessionsQuery).data
  const [asking, setAsking] = useState(false)
  const everywhere = useSignOutEverywhere()
  const columns = useColumns()
  return (
    <Section title={texts.title} plain>
      <DataList label={texts.title} rows={sessions} columns={columns} rowKey={({ id }) => id} />
      <Group mt="md">
        <Button variant="default" onClick={() => setAsking(true)}>
          {texts.everywhere}
        </Button>
      </Group>
      <Confirm
        opened={asking}
        onClose={() => setAsking(false)}
        title={texts.everywhereAsk}
        action={texts.everywhere}
        dangerous
        pending={everywhere.isPending}
        error={everywhere.error}
        onConfirm={() => everywhere.mutate(undefined, { onSuccess: onSignedOut })}
      >
        {texts.everywhereWhat}
      </Confirm>
    </Section>
  )
}
