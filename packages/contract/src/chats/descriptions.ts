const EMPTY_ANSWER = 'The body of the answer is not read.'

/** What the API reference says about each operation besides its summary, and about each webhook of a transport. */
export const CHAT_DESCRIPTIONS = {
  'channels.list': 'With what each of them can do, and whether it is active.',
  'channels.activate':
    'A channel is one line of a messenger. `settings` says what it can do, from the side of the transport: `receive` is what it takes from users, `send` what it sends of customers, `both` or `none`. With the `id` of a channel that was deactivated, that one is active again.',
  'channels.update': '`settings.reactions` limits which emoji users may add, and how many; customers are not limited.',
  'channels.deactivate':
    'Users cannot write to it any more; what was written stays readable. Activate it again with its id.',
  'references.mg-channels': 'For programs that have an API key and no token of a transport.',
  'references.mg-channel-templates': 'For programs that have an API key and no token of a transport.',
  'templates.list': 'Templates are kept for the transport and given back as they came; users cannot send them yet.',
  'templates.activate': '`code` names the template within its channel.',
  'templates.update': 'A result of the messenger’s review is reported with `verification_status`.',
  'templates.deactivate': 'The code may be used again.',
  'messages.send':
    'Name the customer with the ids of the messenger. The same `external_id` a second time is refused, so a repeat creates no second message. A closed chat is open again, and its manager is notified.',
  'messages.edit':
    'The message is named by `external_id` or by our `id`. Users see the new text and that it was edited.',
  'messages.delete': 'Users see it as deleted. The answer is the message as it was.',
  'messages.history': 'For messages from before the connection, with their own time. Nobody is notified.',
  'messages.restore': 'Undoes a deletion.',
  'messages.ack':
    'Name the message by our `id` of the webhook message_sent. With `error` the user sees that it was not delivered, and why.',
  'messages.read': 'Users see that the customer has read this message.',
  'messages.read-until': 'For messengers that report a time. The answer has the ids of the messages that became read.',
  'reactions.add': 'The message may be the customer’s own or a user’s. The channel must say that it sends reactions.',
  'reactions.remove': 'Only reactions of the customer; when there is no such reaction the request is refused.',
  'webhooks.feed':
    'Send `cursor` of the last answer as `after`. Events have the bodies of the webhooks, in the same order, and stay for 30 days. Answers to message_sent are then given by POST /messages/ack.',
  'send.transport.message-sent':
    'Send the text or the files to the customer, and answer with the messenger’s id of the message: later events name it by this id. With `async: true` the result follows by ack; with `error` the user sees why it failed.',
  'send.transport.message-updated': `Sent when the channel can receive edits. ${EMPTY_ANSWER}`,
  'send.transport.message-deleted': `Sent when the channel can receive deletions. ${EMPTY_ANSWER}`,
  'send.transport.message-read': `A user opened the chat. ${EMPTY_ANSWER}`,
  'send.transport.reaction-add': `Replace what the messenger shows by \`all_reactions\`, or add \`new_reaction\` and remove \`old_reaction\`. ${EMPTY_ANSWER}`,
  'send.transport.reaction-delete': `Replace what the messenger shows by \`all_reactions\`, or remove \`old_reaction\`. ${EMPTY_ANSWER}`,
  'send.transport.online':
    'Asked when a manager opens a conversation, where the transport registered the action; waits for 5 seconds. Without an answer nothing is shown.',
  'send.transport.visits':
    'Asked when a manager opens a conversation, where the transport registered the action; waits for 5 seconds. What is shown are the number of visits, the last pages, the device and the place.',
} as const
