import type { AiHost } from '@wingmark/contract/ai'

/** `by AI on this server`, or `by AI at ai.example.com`. */
export const byAi = ({ host, isLocal }: AiHost): string =>
  isLocal ? 'by AI on this server' : `by AI at ${host}`

/** Said where comments are read and written. */
export const mayBeSummarised = (host: AiHost): string => `Comments may be summarised ${byAi(host)}.`
