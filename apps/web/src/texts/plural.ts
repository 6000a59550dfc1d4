type Forms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The right form for a number, with the number before it: plural('ru')(3, { one: 'ключ', few: 'ключа', … }) → 3 ключа */
export const plural = (language: string): ((count: number, forms: Forms) => string) => {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)
  return (count, forms) => `${numbers.format(count)} ${forms[rules.select(count)] ?? forms.other}`
}
