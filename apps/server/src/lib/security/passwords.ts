import { hash, verify } from '@node-rs/argon2'

// argon2id with the figures that OWASP gives as the floor: 19 MiB, two passes.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, COST)

// Somebody who does not exist costs as much to refuse as somebody who does: the answer's time tells nothing.
const NOBODY = await hash('nobody has this password', COST)

export const isPassword = async (password: string, passwordHash: string | null | undefined): Promise<boolean> => {
  const right = await verify(passwordHash ?? NOBODY, password)
  return right && typeof passwordHash === 'string'
}
