import { describe, expect, it } from 'vitest'
import { foldWord, plainText, plainWords } from './search-words.ts'

describe('plainWords', () => {
  it.for([
    ['José-María  GARCÍA', ['jose', 'maria', 'garcia']],
    ['Алёна Зайцева', ['алена', 'заицева']],
    ['Strauß & Sønner', ['strauss', 'sonner']],
    ['№ 1024-A', ['no', '1024', 'a']],
    ['  ', []],
  ] as const)('%s', ([text, words]) => {
    expect(plainWords(text)).toEqual(words)
  })

  it('has the same result for its own result', () => {
    expect(plainText(plainText('Ёлка Ångström'))).toBe(plainText('Ёлка Ångström'))
  })
})

describe('foldWord', () => {
  const folded = (text: string) => plainWords(text).map(foldWord).join(' ')

  it.for([
    ['Иванов', 'Ivanov'],
    ['Сергей', 'Sergey'],
    ['Сергей', 'Sergei'],
    ['Дмитрий', 'Dmitry'],
    ['Михаил', 'Mikhail'],
    ['Щукин', 'Shchukin'],
    ['Юлия', 'Julia'],
    ['Наталья', 'Natalia'],
    ['Цветков', 'Tsvetkov'],
    ['Алексей', 'Alexei'],
    ['Вебер', 'Weber'],
    ['Шмидт', 'Schmidt'],
    ['Алёна', 'Алена'],
  ] as const)('%s is found as %s', ([one, other]) => {
    expect(folded(one)).toBe(folded(other))
  })

  it('keeps different names apart', () => {
    expect(new Set(['Иванов', 'Иванова', 'Ильин', 'Петров', 'Garcia', 'Grace'].map(folded)).size).toBe(6)
  })
})
