import { Container, Loader, Title } from '@mantine/core'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { ModuleList } from '../features/integration-modules/ModuleList.tsx'
import { meQuery } from '../features/users/queries.ts'

export const ModulesPage = () => {
  const { data } = useSuspenseQuery(meQuery)
  return (
    <Container size="md">
      <Title order={2} mb="md">
        Modules
      </Title>
      <Suspense fallback={<Loader />}>
        <ModuleList mayEdit={data.me.role === 'admin'} />
      </Suspense>
    </Container>
  )
}
