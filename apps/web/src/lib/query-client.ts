import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'

const isFinal = (error: unknown): boolean => error instanceof ApiError && error.status > 0 && error.status < 500

export const queryClient = new QueryClient({
  defaultOptions: { queries: { staleTime: 30_000, retry: (count, error) => !isFinal(error) && count < 3 } },
})
