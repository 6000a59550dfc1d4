import { createContext, use } from 'react'
import { isolateValues } from '../lib/bidi.ts'
import type { en } from './en/index.ts'

/** All texts of the workspace. A missing text is a type error. */
export type Texts = typeof en

export const LANGUAGES = { en: 'English', es: 'Español', ru: 'Русский' } as const
export type Language = keyof typeof LANGUAGES

const CHOSEN = 'patchbay.language'
const isLanguage = (text: string): text is Language => text in LANGUAGES

/** The language chosen on this device, else the browser's language. */
export const currentLanguage = (): Language => {
  const wanted = [localStorage.getItem(CHOSEN) ?? '', ...navigator.languages.map((tag) => tag.slice(0, 2))]
  return wanted.find(isLanguage) ?? 'en'
}

/** Reloads the page, so that no text stays in the old language. */
export const chooseLanguage = (language: Language): void => {
  localStorage.setItem(CHOSEN, language)
  window.location.reload()
}

const importTexts = async (language: Language): Promise<Texts> => {
  if (language === 'es') return (await import('./es/index.ts')).es
  if (language === 'ru') return (await import('./ru/index.ts')).ru
  return (await import('./en/index.ts')).en
}

/** Loads only the selected language. */
export const loadTexts = async (language: Language): Promise<Texts> => isolateValues(await importTexts(language))

export const TextsContext = createContext<Texts | undefined>(undefined)

export const useTexts = (): Texts => {
  const texts = use(TextsContext)
  if (!texts) throw new Error('texts are used outside of TextsContext')
  return texts
}
