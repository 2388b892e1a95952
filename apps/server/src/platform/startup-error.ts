/** The server cannot start; the message is one sentence for the person who started it, and all that is printed. */
export class StartupError extends Error {
  override readonly name = 'StartupError'
}
