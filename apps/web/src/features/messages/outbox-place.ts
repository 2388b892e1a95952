/** Under this name what was not sent yet is kept on the device. */
export const outboxPlace = 'messages'
