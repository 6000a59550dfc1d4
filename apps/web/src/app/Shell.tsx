import { AppShell, Button, Group, Text } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Outlet, useNavigate } from '@tanstack/react-router'
import { meQuery, useSignOut } from '../features/users/queries.ts'
import { useLive } from '../lib/live.ts'

export const Shell = () => {
  const { data } = useSuspenseQuery(meQuery)
  const signOut = useSignOut()
  const navigate = useNavigate()
  useLive()
  return (
    <AppShell header={{ height: 56 }} padding="md">
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between">
          <Text fw={700}>{data.me.accountName}</Text>
          <Group gap="sm">
            <Text size="sm" c="dimmed">
              {data.me.firstName} {data.me.lastName}
            </Text>
            <Button
              variant="subtle"
              size="compact-sm"
              loading={signOut.isPending}
              onClick={() => signOut.mutate(undefined, { onSuccess: () => void navigate({ to: '/sign-in' }) })}
            >
              Sign out
            </Button>
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Main>
        <Outlet />
      </AppShell.Main>
    </AppShell>
  )
}
