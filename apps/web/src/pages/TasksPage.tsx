import { SegmentedControl } from '@mantine/core'
import { IconChecklist } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Phone } from '../features/calls/Phone.tsx'
import { tasksQuery } from '../features/tasks/queries.ts'
import { TaskList } from '../features/tasks/TaskList.tsx'
import { useColleagueName } from '../features/users/queries.ts'
import { useTexts } from '../texts/catalogue.ts'
import { Page } from '../ui/Page.tsx'
import { EmptyState, ErrorState, PageSkeleton } from '../ui/states.tsx'

export const TasksPage = () => {
  const { tasks: texts, calls } = useTexts()
  const search = useSearch({ from: '/workspace/tasks' })
  const navigate = useNavigate({ from: '/tasks' })
  const managerName = useColleagueName()
  const found = useInfiniteQuery({ ...tasksQuery(search), placeholderData: keepPreviousData })
  const tasks = found.data?.pages.flatMap((page) => page.tasks) ?? []
  return (
    <Page title={texts.title} wide>
      <SegmentedControl
        mb="md"
        aria-label={texts.performer}
        value={search.of ?? 'me'}
        onChange={(of) => void navigate({ search: { of: of === 'all' ? 'all' : undefined }, replace: true })}
        data={[
          { value: 'me', label: calls.mine },
          { value: 'all', label: calls.everyone },
        ]}
      />
      {found.isPending && <PageSkeleton />}
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.isSuccess && tasks.length === 0 && (
        <EmptyState icon={IconChecklist} title={texts.emptyTitle} what={texts.emptyWhat} />
      )}
      {tasks.length > 0 && (
        <TaskList
          tasks={tasks}
          managerName={managerName}
          phone={({ phone = '', customerId, orderId }) => (
            <Phone
              number={phone}
              {...(customerId !== undefined && { customerId })}
              {...(orderId !== undefined && { orderId })}
            />
          )}
          onMore={found.hasNextPage ? () => void found.fetchNextPage() : undefined}
          loadingMore={found.isFetchingNextPage}
        />
      )}
    </Page>
  )
}
