// Loaded before the command that moves an account: it kills itself when it has reported the state that DIE_AT names.
const write = process.stderr.write.bind(process.stderr) as (chunk: unknown, ...rest: unknown[]) => boolean

process.stderr.write = (chunk: unknown, ...rest: unknown[]): boolean => {
  const isWritten = write(chunk, ...rest)
  if (String(chunk).trim() === process.env.DIE_AT) process.kill(process.pid, 'SIGKILL')
  return isWritten
}
