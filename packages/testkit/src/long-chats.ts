// Thousands of chats and messages for tests of long lists: by SQL, since writing them through the API takes minutes.
import pg from 'pg'

/**
 * Adds chats to the only channel of the account, one a minute, named Visitor 1 (the latest), Visitor 2 and so on, and
 * messages to the chat of Visitor 1, "Line 1." the oldest.
 */
export const addLongChats = async (
  adminUrl: string,
  host: string,
  { chats, messages }: { chats: number; messages: number },
): Promise<void> => {
  const client = new pg.Client({
    connectionString: adminUrl,
    // The rows are valid: constraint checks and triggers are off.
    options: '-c session_replication_role=replica',
  })
  await client.connect()
  try {
    await client.query(
      `insert into chat (account_id, channel_id, external_user_id, first_name, last_name, active_at)
       select h.account_id, c.id, 'visitor-' || n, 'Visitor', n::text, now() - n * interval '1 minute'
       from account_host h join channel c using (account_id), generate_series(1, $2::int) as n where h.host = $1`,
      [host, chats],
    )
    await client.query(
      `insert into message (account_id, chat_id, channel_id, external_id, originator, type, content, status, created_at, read_at)
       select c.account_id, c.id, c.channel_id, 'line-' || n, (array['customer', 'channel'])[1 + n % 2], 'text',
         'Line ' || n || '.' || repeat(' And some more words.', n % 7), 'received',
         now() - ($2::int - n) * interval '1 minute', now()
       from account_host h join chat c using (account_id), generate_series(1, $2::int) as n
       where h.host = $1 and c.external_user_id = 'visitor-1'`,
      [host, messages],
    )
  } finally {
    await client.end()
  }
}
