/** What can go wrong with an AI service, each with its sentence. */
const sentences = {
  AWAY: 'The AI service isn’t responding.',
  SLOW: 'The AI service took too long.',
  STOPPED: 'The answer was stopped.',
  TLS: 'The certificate of the AI service couldn’t be verified.',
  KEY: 'The AI service rejected this server’s key.',
  MOVED: 'The AI service redirects to another address, which this server doesn’t follow.',
  BUSY: 'The AI service is busy right now.',
  REFUSED: 'The AI service refused the request.',
  FAULT: 'The AI service had an error.',
  BROKEN: 'The AI service stopped midway.',
  LENGTH: 'The AI service stopped because its answer got too long.',
  TOO_LONG: 'The AI service sent too much.',
  UNREADABLE: 'The AI service sent an answer that couldn’t be read.',
  EMPTY: 'The AI service sent an empty answer.',
} as const
type Fault = keyof typeof sentences

/** Contains nothing of the request or answer, so that it can be logged. */
export class AiError extends Error {
  readonly fault: Fault
  readonly retryAfterSeconds: number

  constructor(fault: Fault, retryAfterSeconds = 30) {
    super(sentences[fault])
    this.name = 'AiError'
    this.fault = fault
    this.retryAfterSeconds = retryAfterSeconds
  }

  /** Not even calls that request nothing are answered. */
  get isAway(): boolean {
    return ['AWAY', 'SLOW', 'TLS', 'KEY', 'MOVED', 'FAULT'].includes(this.fault)
  }
}

const tls = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)|^(HOSTNAME_MISMATCH|EPROTO)$/

export function asAiError(error: unknown): AiError {
  const causes = causesOf(error)
  const own = causes.find((cause) => cause instanceof AiError)
  if (own instanceof AiError) return own
  const [first] = causes
  const status = first && 'status' in first && typeof first.status === 'number' ? first.status : null
  if (status !== null) return byStatus(status, first)
  if (causes.some(({ name }) => name === 'TimeoutError' || name.includes('ConnectionTimeout')))
    return new AiError('SLOW')
  if (causes.some(({ name }) => name === 'AbortError' || name === 'APIUserAbortError'))
    return new AiError('STOPPED')
  const code = causes.map((cause) => ('code' in cause ? String(cause.code) : '')).find((one) => tls.test(one))
  if (code !== undefined) return new AiError('TLS')
  if (causes.some((cause) => cause instanceof SyntaxError)) return new AiError('UNREADABLE')
  return new AiError('AWAY')
}

function byStatus(status: number, error: object | undefined): AiError {
  if (status >= 300 && status < 400) return new AiError('MOVED')
  if (status === 401 || status === 403) return new AiError('KEY')
  if (status === 429) return new AiError('BUSY', retryAfterOf(error))
  return new AiError(status >= 500 ? 'FAULT' : 'REFUSED')
}

function retryAfterOf(error: object | undefined): number {
  const headers: unknown = error && 'headers' in error ? error.headers : null
  const seconds = headers instanceof Headers ? Number(headers.get('retry-after')) : 0
  return seconds >= 1 ? Math.min(seconds, 3_600) : 30
}

function causesOf(error: unknown): Error[] {
  const causes: Error[] = []
  for (let one = error; one instanceof Error && causes.length < 8; one = one.cause) causes.push(one)
  return causes
}
