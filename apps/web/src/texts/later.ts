import { use } from 'react'
import { currentLanguage, type Language } from './catalogue.ts'

/** Texts of a few pages, loaded with the first of these pages. The hook suspends until then. */
export const later = <T>(loaders: Record<Language, () => Promise<T>>): (() => T) => {
  let loading: Promise<T> | undefined
  /** React needs the same promise at each render; after a failure the next render loads again. */
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
