/** The storage name of unsent messages. */
export const outboxPlace = 'messages'
