import { isCancel, progress as progressBar, text } from '@clack/prompts'
import type { InitAnswers } from './init.ts'
import type { Progress } from './result.ts'

/** Where a person watches a bar moves; elsewhere each step is a line on stderr, so that stdout is the result alone. */
export const createProgress = (quiet: boolean): Progress => {
  if (quiet) return { start: () => undefined, advance: () => undefined, stop: () => undefined }
  if (!process.stderr.isTTY) {
    let what = ''
    return {
      start: (name) => {
        what = name
        process.stderr.write(`${name} …\n`)
      },
      advance: () => undefined,
      stop: (message) => void process.stderr.write(`${what}: ${message}\n`),
    }
  }
  let bar: ReturnType<typeof progressBar> | undefined
  return {
    start: (what, total) => {
      bar = progressBar({ max: Math.max(total, 1), output: process.stderr })
      bar.start(what)
    },
    advance: (message) => bar?.advance(1, message),
    stop: (message) => bar?.stop(message),
  }
}

const QUESTIONS = {
  name: { message: 'What is the account called?', placeholder: 'My shop' },
  address: { message: 'At which address will people open it?', placeholder: 'https://crm.example' },
  email: { message: 'The email address of its administrator?', placeholder: 'you@crm.example' },
} as const

const whyWrong = (field: keyof InitAnswers, value: string | undefined): string | undefined => {
  if (!value?.trim()) return 'An answer is needed'
  if (field === 'address' && !/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    return 'Write it like https://crm.example'
  return field === 'email' && !value.includes('@') ? 'Write it like you@crm.example' : undefined
}

const ask = async (field: keyof InitAnswers): Promise<string> => {
  const answer = await text({ ...QUESTIONS[field], validate: (value) => whyWrong(field, value) })
  if (isCancel(answer)) throw new Error('cancelled; nothing was changed')
  return answer
}

/** Asks for what was not given as an option; without a terminal it has to be given. */
export const completeAnswers = async (given: Partial<InitAnswers>): Promise<InitAnswers> => {
  const answers: Partial<InitAnswers> = { ...given }
  for (const field of ['name', 'address', 'email'] as const) {
    if (answers[field] === undefined) {
      if (!process.stdin.isTTY) throw new Error(`--${field} is needed, since nobody can be asked here`)
      answers[field] = await ask(field)
    }
    const problem = whyWrong(field, answers[field])
    if (problem) throw new Error(`--${field} ${answers[field]}: ${problem}`)
  }
  return answers as InitAnswers
}
