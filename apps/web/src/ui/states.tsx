import { Button, Center, Group, Skeleton, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconLock, IconMoodEmpty, IconPlugConnectedX } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import { errorText } from '../lib/error-text.ts'
import { useTexts } from '../texts/catalogue.ts'

type StateProps = { icon?: ComponentType<{ size: number }>; title: string; what: string; children?: ReactNode }

/** Nothing is here yet: says why, and what to do next. */
export const EmptyState = ({ icon: Icon = IconMoodEmpty, title, what, children }: StateProps) => (
  <Center py={56} px="md">
    <Stack align="center" gap="xs" maw={420}>
      <ThemeIcon size={48} radius="xl" variant="default" aria-hidden>
        <Icon size={24} />
      </ThemeIcon>
      <Title order={2} ta="center" mt="xs">
        {title}
      </Title>
      <Text c="dimmed" size="sm" ta="center">
        {what}
      </Text>
      {children && <Group mt="sm">{children}</Group>}
    </Stack>
  </Center>
)

export const ErrorState = ({ error, onRetry }: { error: unknown; onRetry?: () => void }) => {
  const texts = useTexts()
  return (
    <EmptyState icon={IconPlugConnectedX} title={texts.states.failed} what={errorText(texts, error)}>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          {texts.common.retry}
        </Button>
      )}
    </EmptyState>
  )
}

/** A page that this user may not open. */
export const ForbiddenState = ({ error }: { error: unknown }) => {
  const texts = useTexts()
  return <EmptyState icon={IconLock} title={texts.states.forbidden} what={errorText(texts, error)} />
}

const LINES = ['a', 'b', 'c', 'd', 'e', 'f']

/** The outline of a loading page; it reserves the space, so the layout does not jump. */
export const PageSkeleton = () => {
  const texts = useTexts()
  return (
    <Stack gap="sm" maw={1280} mx="auto" role="status" aria-label={texts.common.loading}>
      <Skeleton h={28} w={220} />
      <Skeleton h={16} w={360} maw="100%" mb="md" />
      {LINES.map((line) => (
        <Skeleton key={line} h={44} />
      ))}
    </Stack>
  )
}
