import { type Command, InvalidArgumentError, type Option } from 'commander'
import { loadSettings } from '../config.ts'
import type { Deps } from '../deps.ts'
import { messageOf } from '../lib/errors.ts'
import type { Progress, Result } from './result.ts'
import { createProgress } from './terminal.ts'

// How a command of `patchbay` is defined, and how its result or its error is printed.

/** Scripts read stdout, so it holds the result alone. */
export type Output = { out: (text: string) => void; err: (text: string) => void; exit: (code: number) => void }

/** Not --env-file: Node takes an option of that name for its own, also behind the script. */
export type GlobalOptions = { json?: boolean; settings?: string }

/** Adds a command whose action returns what is printed. */
export type AddCommand = (
  parent: Command,
  usage: string,
  about: { description: string; example: string; isDefault?: boolean; options?: readonly Option[] },
  action: (
    args: string[],
    options: Record<string, unknown>,
    more: { rest: string[]; progress: Progress },
  ) => Promise<Result | undefined>,
) => Command

/** Gives the work the dependencies of the server. */
export type WithDeps = (work: (deps: Deps) => Promise<Result>) => Promise<Result>

/** For options that are counts. Number() alone makes NaN of a typing error, and every comparison with that is false. */
export const wholeNumber = (text: string): number => {
  if (!/^\d{1,9}$/.test(text)) throw new InvalidArgumentError('Write a whole number.')
  return Number(text)
}

const print = (result: Result, json: boolean, output: Output): void => {
  const code = result.exitCode ?? 0
  output.out(`${json ? JSON.stringify({ ok: code === 0, ...result.data }) : result.text}\n`)
  output.exit(code)
}

const printError = (error: unknown, json: boolean, output: Output): void => {
  if (json) output.out(`${JSON.stringify({ ok: false, error: messageOf(error) })}\n`)
  else output.err(`${messageOf(error)}\n`)
  output.exit(1)
}

export const createAddCommand =
  (output: Output): AddCommand =>
  (parent, usage, { description, example, isDefault = false, options = [] }, action) => {
    const command = parent.command(usage, { isDefault }).description(description)
    for (const option of options) command.addOption(option)
    command.addHelpText('after', `\nExample:\n  $ ${example}`)
    return command.action(async (...received: unknown[]) => {
      const given = received.slice(0, -2)
      const { json = false, settings } = command.optsWithGlobals<GlobalOptions>()
      try {
        // `init` writes the file that it is given.
        if (command.name() !== 'init') loadSettings(settings)
        const args = given.filter((one) => typeof one === 'string')
        const rest = (given.find((one) => Array.isArray(one)) ?? []) as string[]
        const result = await action(args, command.opts(), { rest, progress: createProgress(json) })
        if (result) print(result, json, output)
      } catch (error) {
        printError(error, json, output)
      }
    })
  }
