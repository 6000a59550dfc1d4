import { use } from 'react'
import { currentLanguage, type Language } from './catalogue.ts'

/** Texts that few pages read come with the first of them, not with the first load. The hook suspends until they are there. */
export const later = <T>(loaders: Record<Language, () => Promise<T>>): (() => T) => {
  let loading: Promise<T> | undefined
  /** Kept, so that React finds the same promise again; what failed is asked for anew at the next look. */
  const loadOnce = (): Promise<T> => {
    if (loading !== undefined) return loading
    loading = loaders[currentLanguage()]()
    loading.catch(() => {
      loading = undefined
    })
    return loading
  }
  return () => use(loadOnce())
}
