/** A visitor of the shop's page, who writes through the API that the web chat's widget uses. */
export type Visitor = { say: (text: string) => Promise<void> }

export const createVisitor = (shopUrl: string): Visitor => {
  let token: string | undefined
  return {
    say: async (text) => {
      const reply = await fetch(new URL('/chat/messages', shopUrl), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ text }),
      })
      const written = (await reply.json()) as { token?: string; message?: string }
      if (!reply.ok) throw new Error(written.message)
      // Only the first message is answered with a token.
      token ??= written.token
    },
  }
}
