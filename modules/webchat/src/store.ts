import type { DatabaseSync } from 'node:sqlite'
import type { MessageOrder, MessageProduct, Suggestion } from '@patchbay/sdk/shapes'
import { openSqliteStore } from '@patchbay/sdk/sqlite'

// Conversations, in the same SQLite file as the SDK's idempotency keys and outbox.

export type Side = 'visitor' | 'manager'

/** A product or an order, and quick replies below a message. */
export type Card = { product?: MessageProduct; order?: MessageOrder; suggestions?: Suggestion[] }

/** A message as the visitor's page shows it. */
export type ChatMessage = {
  id: string
  side: Side
  text: string
  /** The ids of pictures on this server. */
  pictures: string[]
  at: number
  reactions: { side: Side; reaction: string }[]
  seen: boolean
  card?: Card
}

export type Visitor = { id: string; nickname: string }

/** What is known of a visitor. */
export type Contact = { firstName?: string; lastName?: string; phone?: string; email?: string }

/** The body of an outbox message. */
export type OutboxBody =
  | { kind: 'message'; visitorId: string; messageId: string }
  | { kind: 'react' | 'unreact'; messageId: string; reaction: string }

const TABLES = `
  create table if not exists visitor (id text primary key, tokenHash text not null unique, nickname text not null);
  create table if not exists message (
    id text primary key, visitorId text not null, side text not null, text text not null, pictures text not null,
    at integer not null, seen integer not null default 0, deleted integer not null default 0, reactedAt integer not null default 0
  );
  create index if not exists message_of on message (visitorId, at);
  create table if not exists reaction (
    messageId text not null, side text not null, reaction text not null, primary key (messageId, side, reaction)
  ) ;
  create table if not exists systemMessage (messageId text primary key, systemId integer not null);
  create table if not exists card (messageId text primary key, card text not null);
  create table if not exists contact (visitorId text primary key, contact text not null);
  create table if not exists setUp (done integer not null);
  create table if not exists picture (id text primary key, type text not null, bytes blob not null);
`

type Row = { id: string; side: Side; text: string; pictures: string; at: number; seen: number }

const messageTable = (db: DatabaseSync) => {
  const reactionsOf = (id: string) =>
    db
      .prepare('select side, reaction from reaction where messageId = ? order by rowid')
      .all(id) as ChatMessage['reactions']
  const cardOf = (id: string): { card?: Card } => {
    const row = db.prepare('select card from card where messageId = ?').get(id) as { card: string } | undefined
    return row ? { card: JSON.parse(row.card) as Card } : {}
  }
  const present = (row: Row): ChatMessage => ({
    id: row.id,
    side: row.side,
    text: row.text,
    pictures: JSON.parse(row.pictures),
    at: row.at,
    seen: row.seen === 1,
    reactions: reactionsOf(row.id),
    ...cardOf(row.id),
  })
  const columns = 'id, side, text, pictures, at, seen'
  return {
    listMessages: (visitorId: string): ChatMessage[] =>
      db
        .prepare(
          `select ${columns} from message where visitorId = ? and deleted = 0 order by at desc, rowid desc limit 200`,
        )
        .all(visitorId)
        .map((row) => present(row as Row))
        .reverse(),
    findMessage: (id: string): (ChatMessage & { visitorId: string }) | undefined => {
      const row = db.prepare(`select ${columns}, visitorId from message where id = ? and deleted = 0`).get(id)
      return row && { ...present(row as Row), visitorId: (row as { visitorId: string }).visitorId }
    },
    insertMessage: (
      visitorId: string,
      message: Pick<ChatMessage, 'id' | 'side' | 'text' | 'pictures' | 'at'>,
    ): void => {
      const { id, side, text, pictures, at } = message
      db.prepare('insert into message (id, visitorId, side, text, pictures, at) values (?, ?, ?, ?, ?, ?)').run(
        id,
        visitorId,
        side,
        text,
        JSON.stringify(pictures),
        at,
      )
    },
    saveCard: (id: string, card: Card): void =>
      void db.prepare('insert or replace into card (messageId, card) values (?, ?)').run(id, JSON.stringify(card)),
    /** The system's own id of a manager's message: it knows ours only once it has read the response to its webhook. */
    insertSystemId: (id: string, systemId: number): void =>
      void db.prepare('insert or ignore into systemMessage (messageId, systemId) values (?, ?)').run(id, systemId),
    findSystemId: (id: string): number | undefined =>
      (db.prepare('select systemId from systemMessage where messageId = ?').get(id) as { systemId: number } | undefined)
        ?.systemId,
    updateText: (id: string, text: string): void =>
      void db.prepare('update message set text = ? where id = ?').run(text, id),
    deleteMessage: (id: string): void => void db.prepare('update message set deleted = 1 where id = ?').run(id),
    markSeen: (id: string): void => void db.prepare('update message set seen = 1 where id = ?').run(id),
  }
}

const reactionTable = (db: DatabaseSync) => ({
  /** Replaces the managers' reactions; an event older than the stored one is ignored. */
  setManagerReactions: (messageId: string, reactions: readonly string[], at: number): void => {
    const newer = db.prepare('update message set reactedAt = ? where id = ? and reactedAt <= ?').run(at, messageId, at)
    if (newer.changes === 0) return
    db.prepare("delete from reaction where messageId = ? and side = 'manager'").run(messageId)
    const insert = db.prepare("insert or ignore into reaction (messageId, side, reaction) values (?, 'manager', ?)")
    for (const reaction of reactions) insert.run(messageId, reaction)
  },
  addVisitorReaction: (messageId: string, reaction: string): boolean =>
    db
      .prepare("insert or ignore into reaction (messageId, side, reaction) values (?, 'visitor', ?)")
      .run(messageId, reaction).changes === 1,
  deleteVisitorReaction: (messageId: string, reaction: string): boolean =>
    db
      .prepare("delete from reaction where messageId = ? and side = 'visitor' and reaction = ?")
      .run(messageId, reaction).changes === 1,
})

export type Store = ReturnType<typeof openWebchatStore>

export const openWebchatStore = (file: string) => {
  const { db, transaction, runOnce, outbox, close } = openSqliteStore<OutboxBody>(file, TABLES)
  return {
    transaction,
    runOnce,
    outbox,
    findVisitor: (id: string) =>
      db.prepare('select id, nickname from visitor where id = ?').get(id) as Visitor | undefined,
    findVisitorByToken: (tokenHash: string) =>
      db.prepare('select id, nickname from visitor where tokenHash = ?').get(tokenHash) as Visitor | undefined,
    insertVisitor: ({ id, nickname }: Visitor, tokenHash: string): void =>
      void db.prepare('insert into visitor (id, tokenHash, nickname) values (?, ?, ?)').run(id, tokenHash, nickname),
    insertContact: (visitorId: string, contact: Contact): void =>
      void db.prepare('insert into contact (visitorId, contact) values (?, ?)').run(visitorId, JSON.stringify(contact)),
    findContact: (visitorId: string): Contact => {
      const row = db.prepare('select contact from contact where visitorId = ?').get(visitorId)
      return row ? (JSON.parse((row as { contact: string }).contact) as Contact) : {}
    },
    isSetUp: (): boolean => db.prepare('select done from setUp').get() !== undefined,
    completeSetup: (): void => void db.prepare('insert into setUp (done) values (1)').run(),
    insertPicture: (id: string, type: string, bytes: Uint8Array): void =>
      void db.prepare('insert or ignore into picture (id, type, bytes) values (?, ?, ?)').run(id, type, bytes),
    findPicture: (id: string) =>
      db.prepare('select type, bytes from picture where id = ?').get(id) as
        | { type: string; bytes: Uint8Array }
        | undefined,
    ...messageTable(db),
    ...reactionTable(db),
    close,
  }
}
