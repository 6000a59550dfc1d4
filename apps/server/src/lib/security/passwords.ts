import { hash, verify } from '@node-rs/argon2'

// argon2id with OWASP's minimum parameters: 19 MiB, two passes.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

// An unknown user takes as long to reject as a known one, so that timing reveals nothing.
const UNKNOWN_USER_HASH = await hash('nobody has this password', COST)

export const isPassword = async (password: string, passwordHash: string | null | undefined): Promise<boolean> => {
  const right = await verify(passwordHash ?? UNKNOWN_USER_HASH, password)
  return right && typeof passwordHash === 'string'
}
