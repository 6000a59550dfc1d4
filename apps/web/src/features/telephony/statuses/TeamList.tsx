import { Box, Button, Group, Stack, Text } from '@mantine/core'
import type { UserStatus } from '@patchbay/contract/platform/users'
import { useState } from 'react'
import { useTexts } from '../../../texts/catalogue.ts'
import { useHomeTexts } from '../../../texts/home.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Status } from '../../../ui/Status.tsx'
import { Elapsed, HomeCard } from '../../../ui/WaitingList.tsx'
import { TONES } from './statuses.ts'

type Member = {
  id: number
  firstName: string
  lastName: string
  status: UserStatus
  statusSince: string
  online: boolean
}

const MOST = 8

const nameOf = ({ firstName, lastName }: Member) => `${firstName} ${lastName}`.trim()

const Row = ({ member }: { member: Member }) => {
  const { status: texts } = useTexts()
  const { team } = useHomeTexts()
  return (
    <Group component="li" gap="sm" wrap="nowrap">
      <Avatar name={nameOf(member)} size={28} />
      <Box flex={1} miw={0}>
        <Text size="sm" truncate>
          {nameOf(member)}
        </Text>
      </Box>
      {member.online ? (
        <>
          <Status tone={TONES[member.status]}>{texts[member.status]}</Status>
          <Elapsed since={member.statusSince} label={team.since} />
        </>
      ) : (
        <Status tone="calm">{team.offline}</Status>
      )}
    </Group>
  )
}

/** The people of the account: those who have the workspace open first, with their status. */
export const TeamList = ({ members }: { members: Member[] }) => {
  const { team: texts } = useHomeTexts()
  const [all, setAll] = useState(false)
  const sorted = members.toSorted(
    (one, other) => Number(other.online) - Number(one.online) || nameOf(one).localeCompare(nameOf(other)),
  )
  return (
    <HomeCard title={texts.title}>
      <Stack component="ul" gap="xs" m={0} px="md" pb="md" style={{ listStyle: 'none' }}>
        {sorted.slice(0, all ? undefined : MOST).map((member) => (
          <Row key={member.id} member={member} />
        ))}
        {sorted.length > MOST && !all && (
          <li>
            <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
              {texts.more(sorted.length - MOST)}
            </Button>
          </li>
        )}
      </Stack>
    </HomeCard>
  )
}
