import type { InputOf } from '@patchbay/contract/base/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../lib/api.ts'
import { saveProfile } from '../../../lib/endpoints.generated.ts'
import { meQuery } from '../../../lib/me.ts'
import { chooseLanguage, type Language } from '../../../texts/catalogue.ts'

export const useSaveProfile = () => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: InputOf<typeof saveProfile>['body']) => call(saveProfile, { body }),
    onSuccess: ({ me }) => {
      queryClient.setQueryData(meQuery.queryKey, (before) => before && { ...before, me })
      for (const key of ['users', 'colleagues']) void queryClient.invalidateQueries({ queryKey: [key] })
    },
  })
}

/** Remembered with the user, so that it follows them to other devices; then the page is loaded in it. */
export const useChooseLanguage = () => {
  const save = useSaveProfile()
  return (language: Language) => save.mutate({ language }, { onSettled: () => chooseLanguage(language) })
}
