import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient } from '../lib/query-client.ts'
import { styleNonce } from '../lib/style-nonce.ts'
import { type Texts, TextsContext } from '../texts/catalogue.ts'
import { NotificationArea } from '../ui/NotificationArea.tsx'
import { router } from './router.tsx'
import { cssVariables, themeFor } from './theme.ts'

export const App = ({ texts }: { texts: Texts }) => (
  <TextsContext value={texts}>
    <MantineProvider
      theme={themeFor(texts)}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={styleNonce}
    >
      <NotificationArea />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  </TextsContext>
)
