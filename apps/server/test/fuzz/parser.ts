/** Reads one input; true when it is accepted. */
export type Parser = {
  name: string
  corpus: readonly string[]
  /** What an input's time is compared with; its length by default. */
  units?: (text: string) => number
  read: (text: string) => boolean | Promise<boolean>
}

export const must = (holds: boolean, what: string): void => {
  if (!holds) throw new Error(what)
}
